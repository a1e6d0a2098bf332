package org.reweave.reconfig.compose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.Restored;
import org.reweave.reconfig.spi.ManagerEffect.Done;
import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerEffect.Notify;
import org.reweave.reconfig.spi.ManagerEffect.Rediscover;
import org.reweave.reconfig.spi.ManagerEffect.SendTables;
import org.reweave.reconfig.spi.ManagerEffect.Use;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerInput.Change;
import org.reweave.reconfig.spi.ManagerInput.TablesReady;
import org.reweave.reconfig.spi.ManagerProtocol.Step;

/** Changes that add paths and changes of the routing, one after another. */
class PathsThenEpochsTest {
    private final PathsThenEpochs protocol = new PathsThenEpochs();
    private PathsThenEpochs.State state = protocol.initial();

    private Step<PathsThenEpochs.State> give(ManagerInput input) {
        Step<PathsThenEpochs.State> step = protocol.step(state, input);
        state = step.next();
        assertThat(Restored.of(protocol, state)).isEqualTo(state);
        return step;
    }

    private void answer(int... devices) {
        for (int device : devices) {
            give(new ManagerInput.Acknowledged(device));
        }
    }

    @Test
    void addingPathsLeavesTheEpochAndANewRoutingStartsTheNextOne() {
        give(new TablesReady(Change.PATHS, List.of(1), List.of(7)));
        answer(1);
        assertThat(give(new ManagerInput.Acknowledged(7)).effects()).containsExactly(new Done());
        assertThat(give(new TablesReady(List.of(1), List.of(7))).effects())
                .as("EBRD tells switches and NICs together")
                .containsExactly(new SendTables(1, Extent.DIFFERENCE, Use.AT_ONCE, 1), new Notify(7, 1));
        answer(1, 7);
        assertThat(give(new TablesReady(Change.PATHS, List.of(1), List.of(7))).effects())
                .containsExactly(new SendTables(1, Extent.ENTRIES, Use.AT_ONCE, 1));
        assertThat(give(new ManagerInput.Acknowledged(1)).effects()).containsExactly(new Notify(7, 1));
        answer(7);
        assertThat(give(new TablesReady(List.of(2), List.of())).effects())
                .containsExactly(new SendTables(2, Extent.DIFFERENCE, Use.AT_ONCE, 2));
    }

    @Test
    void aSwitchThatIsSilentWhilePathsAreAddedMayLeadToANewRouting() {
        give(new ManagerInput.ChangeDetected(List.of(1, 2), List.of(7)));
        give(new TablesReady(Change.PATHS, List.of(1, 2), List.of(7)));
        assertThat(give(new ManagerInput.Unreachable(2)).effects()).containsExactly(new Rediscover());
        give(new ManagerInput.ChangeDetected(List.of(1), List.of(7)));
        give(new TablesReady(List.of(1), List.of(7)));
        answer(1);
        assertThat(give(new ManagerInput.Acknowledged(7)).effects()).containsExactly(new Done());
    }
}
