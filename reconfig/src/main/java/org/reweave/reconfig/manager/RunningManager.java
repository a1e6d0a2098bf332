package org.reweave.reconfig.manager;

import java.util.List;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.Faults;

/** A manager and the state that it is in. */
public final class RunningManager<S> {
    private Manager<S> manager;
    private ManagerState<S> state;

    /** Starts a manager in the state of {@link Manager#initial}. */
    public RunningManager(Manager<S> manager, Faults absent, boolean asked) {
        this.manager = manager;
        this.state = manager.initial(absent, asked);
    }

    private RunningManager(Manager<S> manager, ManagerState<S> state) {
        this.manager = manager;
        this.state = state;
    }

    /** Starts a manager in the state of {@link Manager#bare}. */
    public static <S> RunningManager<S> bare(Manager<S> manager) {
        return new RunningManager<>(manager, manager.bare());
    }

    /** Takes a step; the caller performs the actions, in their order. */
    public List<Action> step(Stimulus stimulus, DeviceRecords records) {
        Manager.Step<S> step = manager.step(state, stimulus, records);
        state = step.next();
        return step.actions();
    }

    public ManagerState<S> state() {
        return state;
    }

    /**
     * Answers have shown that the map is wrong. The knowledge goes over to the corrected map, and the discovery that
     * these answers came in leads to new tables in any case.
     */
    public void correct(FabricMap corrected) {
        state = state.on(corrected, manager.map());
        use(corrected);
    }

    /** Goes on as another manager that takes over; see {@link Manager#takenOver}. */
    public void takeOver(long skipped, int plansDue, long times) {
        state = manager.takenOver(state, skipped, plansDue, times);
    }

    /** Goes on with the map that belongs to a state that is read next. */
    public void use(FabricMap map) {
        manager = manager.over(map);
    }

    public boolean acts() {
        return manager.acts();
    }

    /** Whether a look would make the idle manager do anything; see {@link Manager#hasReasonToLook}. */
    public boolean hasReasonToLook() {
        return manager.hasReasonToLook(state);
    }

    /** Whether the change under way ends at once when something else comes up; see {@link Manager#mayGiveWay}. */
    public boolean mayGiveWay() {
        return manager.mayGiveWay(state);
    }

    /**
     * Number of the change that a trap leads to which the manager has just been given: the next one when the trap tells
     * something else than the last discovery; 0 when the manager changes nothing.
     */
    public long changeFor(Trap trap) {
        return !manager.acts() ? 0 : manager.isNews(state, trap) ? state.nextChange() : state.changeUnderWay();
    }

    /** Whether a trap tells something that neither the last discovery nor a trap before has told. */
    public boolean tellsMore(Trap trap) {
        return manager.acts() && manager.tellsMore(state, trap);
    }

    public void visit(StateVisitor visitor) {
        state = manager.visit(visitor, state);
    }
}
