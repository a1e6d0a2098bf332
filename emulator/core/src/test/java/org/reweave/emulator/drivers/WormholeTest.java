package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.Deadlock;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;

/** What the textbooks say of wormhole switching, to the cycle. */
class WormholeTest {
    private static final int LONG = 20_000;

    /** Cycles of the stages of a router, hops, and flits of a packet. */
    record Case(int hops, int wire, int routing, int lane, int allocation, int crossbar, int flits) {
        /**
         * The host links take a cycle each and the NIC one to send. The head goes through the stages of H routers and H
         * - 1 wires between them, and the rest of the packet follows, a flit a cycle.
         */
        long expected() {
            int router = routing + lane + allocation + crossbar + 1;
            return 3 + (long) router * hops + (long) wire * (hops - 1) + (flits - 1);
        }
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (int hops : new int[] {1, 2, 7}) {
            for (int wire : new int[] {1, 4, 25}) {
                for (int flits : new int[] {1, 2, 16, 64}) {
                    cases.add(new Case(hops, wire, 0, 0, 0, 0, flits));
                    cases.add(new Case(hops, wire, 1, 1, 1, 0, flits));
                    cases.add(new Case(hops, wire, 0, 3, 2, 5, flits));
                    cases.add(new Case(hops, wire, 4, 0, 1, 2, flits));
                }
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anEmptyRouterAddsItsStagesAndItsWire(Case c) {
        RunResult result = run(line(
                c.hops,
                c.wire,
                c.flits,
                "device.switch { routing-delay = " + c.routing + "cycles, lane-allocation-delay = " + c.lane
                        + "cycles }",
                "device.switch.switch-allocation-delay = " + c.allocation + "cycles",
                "device.switch { crossbar-delay = " + c.crossbar + "cycles, input-buffer = 128flits }"));
        long packets = result.last().count(Counter.MEASURED);
        assertThat(packets).isEqualTo(2);
        assertThat(result.last().count(Counter.MEASURED_HOPS)).isEqualTo(packets * c.hops);
        assertThat(result.last().count(Counter.MEASURED_NETWORK_LATENCY)).isEqualTo(packets * c.expected());
        assertThat(result.latencies().longestNetwork()).isEqualTo(c.expected());
    }

    /**
     * A buffer shorter than the round of its credits lets B flits go per round: a cycle from winning the crossbar to
     * the wire, the wire, a cycle and the credit delay to the wire, and the wire.
     */
    @ParameterizedTest
    @CsvSource({"8, 25, 0, 64", "8, 25, 2, 33", "16, 25, 1, 64", "16, 10, 0, 64", "8, 5, 0, 9", "30, 25, 0, 64"})
    void aBufferShorterThanTheRoundOfItsCreditsHoldsTheWormUp(int buffer, int wire, int creditDelay, int flits) {
        int hops = 3;
        RunResult result = run(line(
                hops,
                wire,
                flits,
                "device.switch { input-buffer = " + buffer + "flits, credit-delay = " + creditDelay + "cycles }"));
        int round = 1 + wire + 1 + creditDelay + wire;
        long last = (long) (flits - 1) / buffer * Math.max(round, buffer) + (flits - 1) % buffer;
        assertThat(result.latencies().longestNetwork()).isEqualTo(3 + hops + (long) wire * (hops - 1) + last);
    }

    private static Network line(int hops, int wire, int flits, String... more) {
        List<String> lines = new ArrayList<>(List.of(
                "device { preset = iq-router, nic.packet = " + flits + "flits, link.latency = " + wire + "cycles }",
                "device.switch { switching = wormhole, routing-delay = 0cycles, crossbar-delay = 0cycles }",
                "device.switch.credit-delay = 0cycles",
                "traffic { load = 0.5, messages = 1 }", // a packet from each end: they meet nobody
                "run { warmup = 0cycles, duration = 6000cycles }"));
        lines.addAll(List.of(more));
        return Lines.network(hops, lines.toArray(String[]::new));
    }

    private static RunResult run(Network network) {
        return new SequentialDriver(network, (totals, events) -> {}, HorizonPolicy.FULL).run();
    }

    /** One line each, with the key and the remedy. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "device.switch.output-buffer=64flits | output-buffer = 64flits is a second buffer | write 0flits",
                "device.switch.credit-unit=4flits | credit-unit = 4flits is not the flit | write 1flit",
                "device.switch.flow-control-packet=1flit | flow-control-packet = 1flit would cost | write 0flits",
                "device.switch.lane-choice=class device.switch.switching=cut-through | lane-choice = class is a choice of the allocation of lanes | write table",
                "device.switch.lane-arbitration=turn device.switch.switching=cut-through | lane-arbitration = turn is a rule of the allocation of lanes | write credits",
                "device.switch.allocation-iterations=2 device.switch.switching=cut-through | allocation-iterations = 2 is of allocators that only a wormhole | write 1",
                "device.switch.arbitration=islip device.switch.switching=cut-through | arbitration = islip matches inputs and outputs once a cycle | write round-robin",
                "reconfigure=[{at=3us,engine=updown,options.vls=2}] reconfiguration.scheme=static routing.engine=updown device.switch.lane-choice=class | makes updown need 2 classes of lanes | write device.switch.lane-choice = table",
                "device.switch.vls=1 device.switch.lane-choice=class | vls = 1 < 2, the VLs that dimension-order needs | raise it to 2",
                "device.link.rate=1xSDR | rate = 1xSDR is no flit per cycle | write flit-per-cycle",
                "device.switch.switching=cut-through | is of a stage that only a wormhole switch has | write 0cycles",
                "routing.options.vl=bubble | lets part of a packet into a ring | write cut-through",
                "reconfiguration.scheme=ebr | ebr discards packets whole (thesis §6.1) | write device.switch.switching"
                        + " = cut-through",
                "reconfiguration.scheme=sr-la | sends tokens in the order of whole packets | naive, static",
                "reconfiguration.scheme=apm | has been worked out only for packets that a switch holds whole | naive,"
                        + " static"
            })
    void whatWormsExcludeIsRefused(String set, String complaint, String remedy) {
        String text = SmallScenarios.texts().get("worms on a torus with a hot spot");
        assertThatThrownBy(() -> SmallScenarios.network(text, settings(set)))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining(complaint)
                .hasMessageContaining(remedy);
    }

    private static String[] settings(String sets) {
        return Stream.concat(Stream.of(sets.split(" ")), Stream.of("device.switch.input-buffer=64flits"))
                .toArray(String[]::new);
    }

    /** With one class of four lanes packets go side by side that else wait for one lane. */
    @Test
    void lanesOfAClassLetMorePacketsThrough() {
        String text = SmallScenarios.texts().get("worms choose their lanes");
        String[] mesh = {"fabric.generator=mesh:4x4", "device.switch.vls=4", "traffic.load=0.9", "run.limit=15us"};
        long chosen = run(SmallScenarios.network(text, mesh)).last().count(Counter.DELIVERED);
        String[] named = Stream.concat(Stream.of(mesh), Stream.of("device.switch.lane-choice=table"))
                .toArray(String[]::new);
        long byTable = run(SmallScenarios.network(text, named)).last().count(Counter.DELIVERED);
        assertThat(chosen).isGreaterThan(byTable * 5 / 4);
    }

    /** What an output offers in vain in the first iteration it offers to others in the second. */
    @ParameterizedTest
    @CsvSource({"round-robin", "islip", "matrix"})
    void moreIterationsOfTheAllocatorsLetMorePacketsThrough(String arbitration) {
        assertThat(delivered(arbitration, 4)).isGreaterThan(delivered(arbitration, 1) * 11 / 10);
    }

    private static long delivered(String arbitration, int iterations) {
        String text = SmallScenarios.texts().get("worms whose allocators take turns in iterations");
        return run(SmallScenarios.network(
                        text,
                        "device.switch.arbitration=" + arbitration,
                        "device.switch.allocation-iterations=" + iterations,
                        "fabric.generator=k-ary-n-tree:8,1", // one switch
                        "routing.engine=fat-tree",
                        "device.nic.packet=1flit",
                        "traffic.pattern=uniform",
                        "traffic.load=1",
                        "run.limit=15us"))
                .last()
                .count(Counter.DELIVERED);
    }

    /** Packets of a queue that come one by one, when all credits are back: to the first lane, or to both in turn. */
    @Test
    void packetsOfAQueueTakeTheLanesOfAClassInTurn() {
        assertThat(changes(lanesGranted("credits"))).isLessThan(0.3);
        assertThat(changes(lanesGranted("turn"))).isGreaterThan(0.9);
    }

    /** The share of packets that have another lane than the one before. */
    private static double changes(List<Integer> lanes) {
        assertThat(lanes).hasSizeGreaterThan(20);
        long changes = IntStream.range(1, lanes.size())
                .filter(i -> !lanes.get(i).equals(lanes.get(i - 1)))
                .count();
        return (double) changes / (lanes.size() - 1);
    }

    /** The lanes of the next switch that the packets of one input queue get. */
    private static List<Integer> lanesGranted(String rule) {
        Network network = Lines.network(
                2,
                "device { preset = flit-router, switch.lane-arbitration = " + rule + " }",
                "traffic.load = 0.05",
                "run { warmup = 0cycles, duration = 3000cycles }");
        List<Integer> lanes = new ArrayList<>();
        int first = List.of(network.names()).indexOf("s0");
        SequentialDriver driver = new SequentialDriver(network, (totals, events) -> {}, HorizonPolicy.FULL);
        driver.witness(device -> new DeviceLog.Witness() {
            @Override
            public void step(long cycle, int kind, long place, long packet) {
                boolean isNext = kind == DeviceLog.GRANT && device == first && (place & 0xFFFF) >= 2;
                if (isNext && place >> 16 == 0) {
                    lanes.add((int) (place & 0xFFFF) - 2);
                }
            }
        });
        driver.run();
        return lanes;
    }

    /** A worm that waits lies in several switches, and the witness shows it in each; nothing of it ever moves. */
    @Test
    void aDeadlockOfWormsIsProvenByPacketsThatLieAcrossSwitchesAndNeverMove() {
        Network network = SmallScenarios.network(SmallScenarios.texts().get("worms in a deadlock"));
        RunResult result = run(network);
        assertThat(result.outcome()).isEqualTo(Outcome.DEADLOCKED);
        Deadlock deadlock = result.deadlock().orElseThrow();
        assertThat(deadlock.proven()).isTrue();
        Set<Long> packets = new HashSet<>();
        deadlock.members().forEach(member -> packets.add(member.packet()));
        assertThat(packets).hasSizeLessThan(deadlock.members().size());

        GlobalClock clock = new GlobalClock(network);
        clock.advanceTo(deadlock.cycle());
        List<List<Long>> stuck = waits(clock, deadlock, network);
        clock.advanceTo(deadlock.cycle() + LONG);
        assertThat(waits(clock, deadlock, network)).isEqualTo(stuck);
    }

    /** What each member of a deadlock waits for, and flits in its queue. */
    private static List<List<Long>> waits(GlobalClock clock, Deadlock deadlock, Network network) {
        int lanes = network.resolved().scenario().switches().lanes();
        List<List<Long>> waits = new ArrayList<>();
        for (Deadlock.Member member : deadlock.members()) {
            Device device = clock.devices().get(List.of(network.names()).indexOf(member.device()));
            DeviceReport report = device.report();
            int queue = (member.port() - 1) * lanes + member.lane();
            for (int i = 0; i < report.waits(); i++) {
                if (report.waitsAt(i) == queue) {
                    long flits = report.credits().buffered(queue);
                    waits.add(
                            List.of(report.waitingPacket(i), (long) report.waitsFor(i), (long) report.needs(i), flits));
                }
            }
        }
        assertThat(waits).hasSizeGreaterThanOrEqualTo(deadlock.members().size());
        return waits;
    }
}
