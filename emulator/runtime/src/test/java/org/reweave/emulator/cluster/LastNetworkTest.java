package org.reweave.emulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.cluster.messages.RunDigests;
import org.reweave.emulator.cluster.messages.RunOrder;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

/** Which network a node's part of a run gets. */
class LastNetworkTest {
    private final LastNetwork networks = new LastNetwork();

    private static RunOrder order(long incarnation, String... sets) {
        Network network =
                new Network(ResolvedScenario.of(ScenarioLoader.parse(LossyTorus.NAME, LossyTorus.TEXT, List.of(sets))));
        NodePlacement placement = NodePlacement.of(network, 0, new int[] {1});
        return RunSetupActorTest.order(network, RunDigests.of(network), placement, incarnation, 0);
    }

    @Test
    void anotherIncarnationHasTheNetworkThatIsBuiltUntilItsRunIsOver() {
        Network first = networks.of(order(1));
        assertThat(networks.of(order(2))).isSameAs(first);
        networks.forget();
        assertThat(networks.of(order(3))).isNotSameAs(first);
    }

    @Test
    void anotherScenarioHasANetworkOfItsOwn() {
        Network first = networks.of(order(1));
        Network other = networks.of(order(2, "fabric.generator=\"torus:2x4\""));
        assertThat(other.deviceCount()).isLessThan(first.deviceCount());
    }

    @Test
    void aNetworkThatIsBuiltIsComparedWithThatOfTheRunAllTheSame() {
        RunOrder one = order(1);
        networks.of(one);
        RunOrder changed = new RunOrder(
                one.run(),
                2,
                one.software(),
                one.name(),
                one.scenario(),
                new RunDigests(one.digests().scenario(), "other", one.digests().trace()),
                one.islandSize(),
                one.economies(),
                one.threads(),
                one.placementDigest(),
                one.checkpoints(),
                one.node(),
                one.fromCheckpoint());
        assertThatThrownBy(() -> networks.of(changed))
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith("has another fabric than the run: digest ");
    }
}
