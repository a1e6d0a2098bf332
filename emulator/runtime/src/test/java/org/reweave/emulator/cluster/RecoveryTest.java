package org.reweave.emulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

/** What a run on nodes is asked for before and while it goes on. */
class RecoveryTest {
    @Test
    void aRunThatIsStoppedBeforeItsNodesAreThereEndsAsSoonAsTheyAre() {
        Network network =
                new Network(ResolvedScenario.of(ScenarioLoader.parse(LossyTorus.NAME, LossyTorus.TEXT, List.of())));
        Recovery recovery = new Recovery(network, (totals, events) -> {});

        recovery.wantCheckpoint(); // as Ctrl-C does
        recovery.interrupt();

        Governor governor = recovery.begin();
        assertThat(governor).isSameAs(recovery.governor());
        assertThat(recovery.checkpoint()).isEmpty();
    }
}
