package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.paths.HeldPaths;
import org.reweave.reconfig.paths.Path;
import org.reweave.reconfig.spi.Promise;
import org.reweave.routing.topology.Fabric;

/** Paths as NICs could get them, on a ring of four switches of which one link fails. */
class PathsWatchTest {
    private static final long BEGAN = 20;

    private final Set<Promise> broken = EnumSet.noneOf(Promise.class);
    private Network network;
    private PathsWatch watch;
    private DeviceLog.Witness manager;

    @BeforeEach
    void aRingWithTwoPathsAPair() {
        network = new Network(ResolvedScenario.of(ScenarioLoader.parse("ring.conf", """
                name = "ring"
                description = "a ring of four switches"
                fabric.generator = "torus:4"
                routing { engine = tftr, options { paths = 2, vls = 2 } }
                device { preset = iba-1x, switch.vls = 2 }
                traffic.load = 0.1
                reconfiguration { scheme = apm }
                run { warmup = 20us, duration = 40us }
                """, List.of())));
        watch = new PathsWatch(network, (promise, cycle) -> broken.add(promise));
        manager = watch.of(network.fabric().deviceCount());
    }

    /** The link between the first two switches fails, and a discovery finds that. */
    private void fails() {
        Fabric fabric = network.fabric();
        int link = fabric.link(fabric.deviceByName("s0"), portTo("s0", "s1"));
        for (int end = 0; end < 2; end++) {
            watch.of(fabric.linkDevice(link, end)).event(10, EventKind.PORT_DOWN, fabric.linkPort(link, end), 0, 0, 0);
        }
        manager.event(30, EventKind.SWEEP_DONE, 4, 1, 0, BEGAN);
        manager.event(30, EventKind.CHANGE_FOUND, 1, 0, 0, 0);
        manager.event(35, EventKind.TABLES_READY, 1, 0, 0, 0);
    }

    private int portTo(String device, String peer) {
        Fabric fabric = network.fabric();
        int from = fabric.deviceByName(device);
        int port = 1;
        while (fabric.peer(from, port) != fabric.deviceByName(peer)) {
            port++;
        }
        return port;
    }

    private DeviceLog.Witness nic(int nic) {
        return watch.of(network.fabric().nicDevice(nic));
    }

    /** Every NIC gets its paths with those over the failed link marked, and the change is complete. */
    private void marksWhatHasFailed() {
        for (int nic = 0; nic < 4; nic++) {
            long[] held = network.pathsAtStart(nic).toArray();
            for (int place = 0; place < held.length; place++) {
                held[place] = leadsOverTheLink(nic, held[place]) ? Path.failed(held[place]) : held[place];
            }
            nic(nic).paths(40, HeldPaths.of(held));
        }
    }

    private boolean leadsOverTheLink(int nic, long path) {
        Fabric fabric = network.fabric();
        int at = fabric.attachedSwitch(fabric.nicDevice(nic));
        boolean leadsOver = false;
        while (path != 0 && fabric.isSwitch(at)) {
            int next = fabric.peer(at, network.lftAtStart(at).port(Path.destinationLid(path)));
            leadsOver |= at + next == 1; // s0 and s1
            at = next;
        }
        return leadsOver;
    }

    @Test
    void pathsThatAreMarkedWhereTheirLinkHasFailedKeepAllPromises() {
        fails();
        marksWhatHasFailed();
        manager.event(50, EventKind.RECONFIGURED, 1, 0, 0, 0);
        assertThat(broken).isEmpty();
    }

    @Test
    void aPathThatLeadsPastTheFailureIsNotTakenAway() {
        fails();
        long[] held = network.pathsAtStart(2).toArray();
        int toTheNextSwitch = 3 * network.registers();
        assertThat(leadsOverTheLink(2, held[toTheNextSwitch])).isFalse();
        held[toTheNextSwitch] = 0;
        nic(2).paths(40, HeldPaths.of(held));
        assertThat(broken).containsExactly(Promise.UNAFFECTED_KEEP_PATHS);
    }

    @Test
    void pathsOverTheFailedLinkDoNotLeadThere() {
        fails();
        manager.event(50, EventKind.RECONFIGURED, 1, 0, 0, 0);
        assertThat(broken).containsExactly(Promise.PATHS_LEAD_THERE);
    }

    @Test
    void aPairWithoutAPathIsNoticedWhenTheChangeIsComplete() {
        fails();
        marksWhatHasFailed();
        nic(0).paths(45, HeldPaths.of(new long[network.pathsAtStart(0).size()]));
        broken.clear();
        manager.event(50, EventKind.RECONFIGURED, 1, 0, 0, 0);
        assertThat(broken).containsExactly(Promise.EVERY_PAIR_HAS_A_PATH);
    }

    @Test
    void aMarkIsTakenAwayWhenTheLinkIsBackAndNotBefore() {
        for (boolean isBack : new boolean[] {true, false}) {
            broken.clear();
            aRingWithTwoPathsAPair();
            fails();
            marksWhatHasFailed();
            Fabric fabric = network.fabric();
            int port = portTo("s0", "s1");
            if (isBack) {
                watch.of(fabric.deviceByName("s0")).event(50, EventKind.PORT_UP, port, 0, 0, 0);
            }
            nic(0).paths(60, network.pathsAtStart(0));
            assertThat(broken.contains(Promise.MARKS_AS_PATHS_ARE)).isNotEqualTo(isBack);
        }
    }

    @Test
    void aPathThatWorksAgainIsNotMarkedWhenAChangeIsComplete() {
        fails();
        marksWhatHasFailed();
        Fabric fabric = network.fabric();
        watch.of(fabric.deviceByName("s0")).event(50, EventKind.PORT_UP, portTo("s0", "s1"), 0, 0, 0);
        manager.event(60, EventKind.RECONFIGURED, 1, 0, 0, 0);
        assertThat(broken).isEmpty();
        manager.event(70, EventKind.SWEEP_DONE, 4, 0, 0, 65);
        manager.event(80, EventKind.RECONFIGURED, 2, 0, 0, 0);
        assertThat(broken).containsExactly(Promise.MARKS_AS_PATHS_ARE);
    }

    @Test
    void marksByATrapMayBeLate() {
        fails();
        marksWhatHasFailed();
        Fabric fabric = network.fabric();
        watch.of(fabric.deviceByName("s0")).event(50, EventKind.PORT_UP, portTo("s0", "s1"), 0, 0, 0);
        manager.event(70, EventKind.SWEEP_DONE, 4, 0, 0, 65);
        manager.event(75, EventKind.TABLES_READY, 2, 0, 0, 0);
        manager.event(80, EventKind.RECONFIGURED, 2, 0, 0, 0);
        assertThat(broken).isEmpty();
    }

    @Test
    void nothingIsKnownOnceADeviceWasAskedInVain() {
        fails();
        manager.fact(45, Fact.ASKED_IN_VAIN, 1, 0, 0);
        nic(2).paths(46, HeldPaths.of(new long[network.pathsAtStart(2).size()]));
        manager.event(50, EventKind.RECONFIGURED, 1, 0, 0, 0);
        assertThat(broken).isEmpty();
    }

    @Test
    void aNicThatAPacketComesToOnceMoreLeavesThePathOfItsAcknowledgements() {
        long late = 3 * network.resolved().scenario().nics().transport().timeout();
        nic(1).fact(late, Fact.WENT_OVER, 2, late - 10, 0);
        nic(1).fact(late, Fact.FLOW_REPEATED, 2, 7, 0);
        nic(1).fact(late + 5, Fact.FLOW_REPEATED, 2, 7, 0); // of packets from before
        nic(1).step(late + 10, DeviceLog.INJECTION, 0, 1);
        nic(1).fact(late + 20, Fact.FLOW_TAKEN, 2, 8, 0);
        assertThat(broken).isEmpty();
        nic(1).fact(3 * late, Fact.FLOW_REPEATED, 2, 7, 0);
        assertThat(broken).isEmpty();
        nic(1).fact(3 * late + 1, Fact.FLOW_TAKEN, 2, 9, 0);
        assertThat(broken).containsExactly(Promise.MIGRATION_FOLLOWS);
    }

    @Test
    void aNicWithoutAnotherPathKeepsToTheOneThatItHas() {
        long late = 3 * network.resolved().scenario().nics().transport().timeout();
        long[] held = network.pathsAtStart(1).toArray();
        held[2 * network.registers() + 1] = Path.failed(held[2 * network.registers() + 1]);
        nic(1).paths(10, HeldPaths.of(held));
        broken.clear();
        nic(1).event(late, EventKind.TIMED_OUT, network.fabric().nicDevice(2), 7, 1, 0);
        nic(1).fact(late + 1, Fact.FLOW_TAKEN, 2, 9, 0);
        assertThat(broken).isEmpty();
    }
}
