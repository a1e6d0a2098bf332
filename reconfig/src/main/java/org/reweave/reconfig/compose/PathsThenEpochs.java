package org.reweave.reconfig.compose;

import org.reweave.reconfig.spi.ManagerEffect.Extent;
import org.reweave.reconfig.spi.ManagerInput;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.spi.UpdateAll;
import org.reweave.reconfig.spi.UpdatePaths;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.model.Deviation;

/**
 * The manager's part of schemes that add paths as long as added paths serve all pairs, and else use EBRD. Each change
 * either adds paths or runs EBRD, never both. Adding paths leaves the epoch as it is. Source: thesis §9.4;
 * reconfig/docs/path-migration.md, "exhausted: report and escalate to EBR".
 */
@Deviation("thesis §9.4, combined schemes")
final class PathsThenEpochs implements ManagerProtocol<PathsThenEpochs.State> {
    private final UpdatePaths paths = new UpdatePaths();
    private final UpdateAll epochs = new UpdateAll(Extent.DIFFERENCE, true);

    /** The states of both parts, one of which is idle. */
    record State(UpdatePaths.State paths, UpdateAll.State epochs) {}

    @Override
    public State initial() {
        return new State(paths.initial(), epochs.initial());
    }

    @Override
    public Step<State> step(State state, ManagerInput input) {
        boolean addsPaths = input instanceof ManagerInput.TablesReady ready
                ? ready.change() == ManagerInput.Change.PATHS
                : state.paths().isBusy();
        if (addsPaths) {
            long epoch = state.epochs().change();
            Step<UpdatePaths.State> step = paths.step(state.paths().withArgument(epoch), input);
            return new Step<>(new State(step.next(), state.epochs()), step.effects());
        }
        Step<UpdateAll.State> step = epochs.step(state.epochs(), input);
        return new Step<>(new State(state.paths(), step.next()), step.effects());
    }

    @Override
    public State visit(StateVisitor visitor, State state) {
        return new State(paths.visit(visitor, state.paths()), epochs.visit(visitor, state.epochs()));
    }
}
