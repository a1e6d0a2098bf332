package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.link.PacketId;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.run.RunEvent;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;
import org.reweave.reconfig.spi.Promise;

/** Events as they could be while one link comes back and another one fails. */
class PromiseJudgeTest {
    private final Network network =
            new Network(ResolvedScenario.of(ScenarioLoader.parse("judged.conf", """
            name = "judged"
            description = "one link comes back after another one has failed"
            fabric.generator = "torus:3x3"
            routing.engine = tftr
            device { preset = iba-1x, switch.vls = 4 }
            traffic.load = 0.2
            run { warmup = 20us, duration = 200us }
            reconfiguration.scheme = apm
            faults = [
              { at = 500cycles, until = 700cycles, link = "s1_1-s1_2" }
              { at = 600cycles, link = "s0_1-s1_1" }
            ]
            """, List.of())));
    private final PacketWatch packets = new PacketWatch(network);
    private final PromiseJudge judge = new PromiseJudge(network, packets, null);

    private void event(long cycle, String device, EventKind kind, Map<String, Object> details) {
        judge.take(new RunEvent(cycle, 0, device, kind, details));
    }

    /** Whether a packet that a NIC sends when the change is complete, and that is lost, breaks the promise. */
    private boolean breaksWhenDiscoveryBegan(long began) {
        event(500, "s1_1", EventKind.PORT_DOWN, Map.of("port", 1L));
        event(600, "s0_1", EventKind.PORT_DOWN, Map.of("port", 2L));
        event(700, "s1_1", EventKind.PORT_UP, Map.of("port", 1L));
        event(
                750,
                "manager",
                EventKind.SWEEP_DONE,
                Map.of("switches", 9L, "linksDown", 1L, "switchesDown", 0L, "began", began));
        event(800, "manager", EventKind.RECONFIGURED, Map.of("change", 1L));
        int nic = network.fabric().nicDevice(0);
        long packet = PacketId.of(0, 1);
        DeviceLog.Witness witness = packets.of(nic);
        witness.step(850, DeviceLog.INJECTION, 1, packet);
        witness.event(900, EventKind.DROPPED, DropCause.DEAD_OUTPUT.ordinal(), packet, 1, 2);
        event(
                900,
                "s0_1",
                EventKind.DROPPED,
                Map.of(
                        "cause",
                        DropCause.DEAD_OUTPUT.label(),
                        "packet",
                        EventLines.packet(network, packet),
                        "to",
                        "n1_1"));
        packets.passed(1000);
        return judge.brokenOff().contains(Promise.PATHS_LEAD_THERE);
    }

    @Test
    void aDiscoveryThatBeganBehindTheLastFailureKnowsTheLink() {
        assertThat(breaksWhenDiscoveryBegan(650)).isTrue();
    }

    @Test
    void aDiscoveryThatSawOneLinkDownMayHaveMissedAnotherOne() {
        assertThat(breaksWhenDiscoveryBegan(550)).isFalse();
    }

    @Test
    void trapsThatAreBelievedMayBeOfAnotherLink() {
        assertThat(breaksWhenDiscoveryBegan(-1)).isFalse();
    }

    /** Whether a packet without a way breaks a promise of a fabric that began without tables. */
    private static boolean breaksWithoutWay(boolean takenOver, boolean cameUp) {
        Network bare = new Network(ResolvedScenario.of(ScenarioLoader.parse("bare.conf", """
                name = "bare"
                description = "a fabric comes up, and a standby may take over"
                fabric.generator = "torus:3x3"
                routing.engine = updown
                device.preset = iba-1x
                traffic.load = 0.2
                run { start = bare, warmup = 20us, duration = 200us }
                reconfiguration.scheme = ebrd
                """, List.of())));
        PromiseJudge judge = new PromiseJudge(bare, new PacketWatch(bare), null);
        if (takenOver) {
            judge.take(new RunEvent(100, 0, "standby", EventKind.TOOK_OVER, Map.of("term", 1L, "answered", 0L)));
        }
        if (cameUp) {
            String inCharge = takenOver ? "standby" : "manager";
            judge.take(new RunEvent(200, 0, inCharge, EventKind.RECONFIGURED, Map.of("change", 1L)));
        }
        Map<String, Object> lost = Map.of("cause", DropCause.UNREACHABLE.label(), "packet", "n0_0#0", "to", "n1_1");
        judge.take(new RunEvent(300, 0, "s0_1", EventKind.DROPPED, lost));
        return judge.brokenOff().contains(Promise.ALWAYS_A_WAY);
    }

    /** The schemes tell NICs of paths while switches may lack the tables that the first manager was sending. */
    @Test
    void whereAStandbyBringsAFabricUpPacketsMayHaveNoWayUntilItHas() {
        assertThat(breaksWithoutWay(true, false)).isFalse();
        assertThat(breaksWithoutWay(true, true)).isTrue();
        assertThat(breaksWithoutWay(false, false)).isTrue();
    }

    /** A change whose tables one switch has not installed when a manager says that it is complete. */
    private boolean breaksWhenSaidBy(String teller, boolean isSucceeded) {
        PromiseJudge other = judgeOfTwoManagers("ebrd", isSucceeded);
        other.take(new RunEvent(600, 0, teller, EventKind.TABLES_READY, Map.of("change", 7L)));
        other.take(new RunEvent(610, 0, teller, EventKind.TABLES_SENT, Map.of("target", "s1_1", "change", 7L)));
        other.take(new RunEvent(700, 0, teller, EventKind.RECONFIGURED, Map.of("change", 7L)));
        return other.brokenOff().contains(Promise.DONE_MEANS_INSTALLED);
    }

    private static PromiseJudge judgeOfTwoManagers(String scheme, boolean isSucceeded) {
        Network two =
                new Network(ResolvedScenario.of(ScenarioLoader.parse("two.conf", """
                name = "two"
                description = "two managers"
                fabric.generator = "torus:3x3"
                routing { engine = updown, options.vls = 2 }
                device { preset = iba-1x, switch.vls = 2 }
                manager.standby = n2_2
                traffic.load = 0.2
                run { warmup = 20us, duration = 200us }
                reconfiguration.scheme = %s
                """.formatted(scheme), List.of())));
        PromiseJudge judge = new PromiseJudge(two, null, null);
        if (isSucceeded) {
            judge.take(new RunEvent(500, 0, "standby", EventKind.TOOK_OVER, Map.of("term", 1L, "answered", 0L)));
        }
        return judge;
    }

    @Test
    void aManagerThatTakesOverMayDiscardWhereOneChangeAloneMustNot() {
        for (boolean isSucceeded : new boolean[] {true, false}) {
            PromiseJudge other = judgeOfTwoManagers("double-scheme", isSucceeded);
            other.take(new RunEvent(
                    700, 0, "s1_1", EventKind.DISCARDED, Map.of("case", 1L, "packet", "n0_0#1", "to", "n1_1")));
            assertThat(other.brokenOff().contains(Promise.NO_DISCARD)).isNotEqualTo(isSucceeded);
        }
    }

    @Test
    void whatCountsIsSaidByTheManagerInCharge() {
        assertThat(breaksWhenSaidBy("manager", false)).isTrue();
        assertThat(breaksWhenSaidBy("standby", true)).isTrue();
    }

    @Test
    void nothingFollowsFromWhatAManagerSaysThatAnotherOneHasSucceeded() {
        assertThat(breaksWhenSaidBy("manager", true)).isFalse();
        assertThat(breaksWhenSaidBy("standby", false)).isFalse();
    }

    @Test
    void packetsOfAPairComeOutInTheOrderOfTheirInjection() {
        DeviceLog.Witness source = packets.of(network.fabric().nicDevice(0));
        DeviceLog.Witness destination = packets.of(network.fabric().nicDevice(1));
        DeviceLog.Witness other = packets.of(network.fabric().nicDevice(2));
        source.step(10, DeviceLog.INJECTION, 1, PacketId.of(0, 1));
        source.step(11, DeviceLog.INJECTION, 2, PacketId.of(0, 2));
        source.step(12, DeviceLog.INJECTION, 1, PacketId.of(0, 3));
        other.step(20, DeviceLog.DELIVERY, 0, PacketId.of(0, 2));
        destination.step(30, DeviceLog.DELIVERY, 0, PacketId.of(0, 3));
        assertThat(packets.overtaken()).isEmpty();
        destination.step(40, DeviceLog.DELIVERY, 0, PacketId.of(0, 1));
        assertThat(packets.overtaken()).containsExactly(new PacketWatch.Overtaken(0, 40));
    }

    @Test
    void aLinkCutsThePacketThatItBroughtLast() {
        int device = network.fabric().deviceByName("s0_1");
        DeviceLog.Witness witness = packets.of(device);
        long packet = PacketId.of(0, 1);
        int lanes = 4;
        witness.step(100, DeviceLog.ARRIVAL, 2 * lanes + 1, packet);
        witness.event(110, EventKind.PACKET_CUT, packet, 3, 0, 0);
        assertThat(judge.brokenOff()).doesNotContain(Promise.RIGHT_PACKET_CUT);
        witness.event(120, EventKind.PACKET_CUT, packet, 2, 0, 0);
        assertThat(judge.brokenOff()).contains(Promise.RIGHT_PACKET_CUT);
    }

    @Test
    void aPacketForANicWhoseLinkIsDownIsTheFaultsLoss() {
        for (String nic : List.of("p30", "p31")) {
            Network tree = tree("{ at = 500cycles, link = \"t1_3-p30\" }");
            PromiseJudge other = new PromiseJudge(tree, null, null);
            other.take(new RunEvent(
                    600,
                    0,
                    "t1_3",
                    EventKind.DROPPED,
                    Map.of("cause", DropCause.DEAD_OUTPUT.label(), "packet", "p00#1", "to", nic)));
            assertThat(other.brokenOff().contains(Promise.LOST_ONLY_WITH_FAULT)).isEqualTo(nic.equals("p31"));
        }
    }

    @Test
    void aDiscardForANicWhoseLinkIsDownBreaksNoPromiseThatNothingIsDiscarded() {
        for (String nic : List.of("p30", "p31")) {
            Network tree = tree(
                    "{ at = 500cycles, link = \"t1_3-p30\" }", "{ scheme = ddrc, options.ddrc = source-broadcast }");
            PromiseJudge other = new PromiseJudge(tree, null, null);
            other.take(new RunEvent(600, 0, "t1_0", EventKind.DISCARDED, Map.of("case", 1L, "to", nic)));
            assertThat(other.brokenOff().contains(Promise.NO_DISCARD)).isEqualTo(nic.equals("p31"));
        }
    }

    @Test
    void aDiscardForANicBehindAFailedSwitchIsTheFaultsLossAsLongAsOthersRememberIt() {
        record Discard(String nic, long cycle, boolean counts) {}
        long memory = 2 * 1000; // twice the time-out below
        for (Discard one : List.of(
                new Discard("p30", 600, false),
                new Discard("p20", 600, true),
                new Discard("p30", 700 + memory - 1, false),
                new Discard("p30", 700 + memory, true))) {
            Network tree = tree("{ at = 500cycles, until = 700cycles, switch = \"t1_3\" }");
            PromiseJudge other = new PromiseJudge(tree, null, null);
            other.take(new RunEvent(one.cycle(), 0, "t1_0", EventKind.DISCARDED, Map.of("case", 1L, "to", one.nic())));
            assertThat(other.brokenOff().contains(Promise.LOST_ONLY_WITH_FAULT)).isEqualTo(one.counts());
        }
    }

    /** A fat tree under local rerouting with one fault. */
    private static Network tree(String fault) {
        return tree(fault, "{ scheme = dlr, reroute-timeout = 1000cycles }");
    }

    private static Network tree(String fault, String reconfiguration) {
        return new Network(ResolvedScenario.of(
                ScenarioLoader.parse("tree.conf", """
                name = "tree"
                description = "something of a tree fails"
                fabric.generator = "k-ary-n-tree:4,2"
                routing.engine = fat-tree
                device { preset = iba-1x, switch.vls = 2 }
                traffic.load = 0.2
                run { warmup = 20us, duration = 200us }
                reconfiguration %s
                faults = [ %s ]
                """.formatted(reconfiguration, fault), List.of())));
    }

    /** A change of whose two switches one has stored its tables; the other one is said to be silent, or just slow. */
    private static boolean breaksWhenAllAreSaidToHaveStored(boolean isGivenUp, boolean hasStored) {
        PromiseJudge other = judgeOfTwoManagers("sr-la", false);
        other.take(new RunEvent(600, 0, "manager", EventKind.TABLES_READY, Map.of("change", 7L)));
        for (String device : List.of("s1_1", "s1_2")) {
            other.take(new RunEvent(610, 0, "manager", EventKind.TABLES_SENT, Map.of("target", device, "change", 7L)));
        }
        other.take(new RunEvent(620, 0, "s1_1", EventKind.TABLES_STORED, Map.of("change", 7L, "argument", 1L)));
        if (hasStored) {
            other.take(new RunEvent(630, 0, "s1_2", EventKind.TABLES_STORED, Map.of("change", 7L, "argument", 1L)));
        }
        if (isGivenUp) {
            other.take(new RunEvent(640, 0, "manager", EventKind.UNREACHABLE, Map.of("target", "s1_2", "change", 7L)));
        }
        other.take(new RunEvent(700, 0, "manager", EventKind.ALL_STORED, Map.of("change", 7L)));
        return other.brokenOff().contains(Promise.STORED_AS_SAID);
    }

    @Test
    void tablesAreSaidToBeStoredWhenEverySwitchHasStoredItsOwn() {
        assertThat(breaksWhenAllAreSaidToHaveStored(false, true)).isFalse();
        assertThat(breaksWhenAllAreSaidToHaveStored(true, true)).isFalse();
        assertThat(breaksWhenAllAreSaidToHaveStored(false, false)).isTrue();
        assertThat(breaksWhenAllAreSaidToHaveStored(true, false)).isTrue();
    }
}
