package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.spi.Promise;

/** Facts of NICs as they could be: NIC 0 sends to NIC 2. */
class TransportWatchTest {
    private final Network network =
            new Network(ResolvedScenario.of(ScenarioLoader.parse("flows.conf", """
            name = "flows"
            description = "three switches"
            fabric.generator = "torus:3"
            routing { engine = updown, options { root = "s0" } }
            device.preset = iba-1x
            traffic.load = 0.3
            run { warmup = 20us, duration = 200us }
            reconfiguration.scheme = ebrd
            """, List.of())));
    private final Set<Promise> broken = EnumSet.noneOf(Promise.class);
    private final TransportWatch watch = new TransportWatch(network, (promise, cycle) -> broken.add(promise));

    private void atSource(long cycle, Fact fact, long a, long b) {
        watch.take(cycle, network.fabric().nicDevice(0), fact, a, b);
    }

    private void atDestination(long cycle, Fact fact, long b) {
        watch.take(cycle, network.fabric().nicDevice(2), fact, 0, b);
    }

    @Test
    void packetsThatComeInAnyOrderAreHandedOverInTheirs() {
        atDestination(10, Fact.FLOW_TAKEN, 1);
        atDestination(20, Fact.FLOW_TAKEN, 0);
        atDestination(20, Fact.FLOW_HANDED_OVER, 0);
        atDestination(20, Fact.FLOW_HANDED_OVER, 1);
        atSource(30, Fact.FLOW_ENDED, 2, 0);
        atSource(30, Fact.FLOW_ENDED, 2, 1);
        assertThat(broken).isEmpty();
    }

    @Test
    void aDuplicateIsNotTakenAgain() {
        atDestination(10, Fact.FLOW_TAKEN, 0);
        atDestination(20, Fact.FLOW_TAKEN, 0);
        assertThat(broken).containsExactly(Promise.FLOWS_KEPT);
    }

    @Test
    void aSourceWaitsForPacketsThatHaveNotBeenAcknowledged() {
        int source = network.fabric().nicDevice(0);
        int target = network.fabric().nicDevice(2);
        watch.timedOut(5, source, target, 0);
        atDestination(10, Fact.FLOW_TAKEN, 0);
        atSource(30, Fact.FLOW_ENDED, 2, 0);
        watch.timedOut(40, source, target, 1);
        assertThat(broken).isEmpty();
        watch.timedOut(50, source, target, 0);
        assertThat(broken).containsExactly(Promise.FLOWS_KEPT);
    }

    @Test
    void noPacketIsPassedOver() {
        atDestination(10, Fact.FLOW_TAKEN, 0);
        atDestination(10, Fact.FLOW_HANDED_OVER, 0);
        atDestination(20, Fact.FLOW_TAKEN, 2);
        atDestination(20, Fact.FLOW_HANDED_OVER, 2);
        assertThat(broken).containsExactly(Promise.FLOWS_KEPT);
    }

    @Test
    void aPacketThatHasNotComeIsNotForgotten() {
        atDestination(10, Fact.FLOW_TAKEN, 1);
        atSource(30, Fact.FLOW_ENDED, 2, 0);
        assertThat(broken).containsExactly(Promise.FLOWS_KEPT);
    }

    @Test
    void aNicLeavesAPathForWhatWasSentOnIt() {
        atSource(100, Fact.WENT_OVER, 2, 50);
        atSource(300, Fact.WENT_OVER, 2, 200);
        assertThat(broken).isEmpty();
        atSource(400, Fact.WENT_OVER, 2, 250);
        assertThat(broken).containsExactly(Promise.ONE_MIGRATION);
    }
}
