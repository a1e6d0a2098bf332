package org.reweave.reconfig.manager;

import java.util.List;
import org.reweave.reconfig.manager.ManagerState.Phase;
import org.reweave.reconfig.spi.ManagerProtocol;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.topology.FabricMap;
import org.reweave.routing.topology.Faults;

/**
 * The subnet manager's rules: a trap, a period's end or a plan makes the manager discover the fabric; a change makes it
 * compute tables and hand them to the scheme's protocol, which says what is sent to whom and when the change is
 * complete. Source: thesis §3.4.1, §6.3, §6.7, §7.3. See reconfig/docs/manager.md.
 *
 * @param <S> state of the scheme's protocol
 */
public final class Manager<S> {
    /** A state, and the actions on the way into that state. */
    public record Step<S>(ManagerState<S> next, List<Action> actions) {
        public Step {
            actions = List.copyOf(actions);
        }
    }

    private final FabricMap map;
    private final ManagerProtocol<S> protocol;
    private final boolean trustsTraps;

    /** A manager that discovers the whole fabric after each trap. Its map is all that it knows of the cabling. */
    public Manager(FabricMap map, ManagerProtocol<S> protocol) {
        this(map, protocol, false);
    }

    /**
     * @param trustsTraps whether an idle manager believes traps about links between working switches, and discovers the
     *     fabric only after the change
     */
    public Manager(FabricMap map, ManagerProtocol<S> protocol, boolean trustsTraps) {
        this.map = map;
        this.protocol = protocol;
        this.trustsTraps = trustsTraps;
    }

    /** The same rules over another map. */
    Manager<S> over(FabricMap other) {
        return new Manager<>(other, protocol, trustsTraps);
    }

    /** A manager that discovers the fabric and changes nothing. */
    public static Manager<?> watching(FabricMap map) {
        return new Manager<>(map, new WatchOnly());
    }

    /**
     * The state at the start of a run.
     *
     * @param absent elements that are not there at the start, which the manager knows
     * @param asked whether the manager is to compute tables even if nothing has changed
     */
    public ManagerState<S> initial(Faults absent, boolean asked) {
        return initial(absent, asked, Delivery.NONE);
    }

    /** The state in front of a fabric of which nothing has answered and where no device has tables. */
    public ManagerState<S> bare() {
        Faults all = Faults.none();
        for (int device = 0; device < map.switchCount(); device++) {
            all = all.withDevice(device);
        }
        return initial(all, true, Delivery.BARE);
    }

    private ManagerState<S> initial(Faults absent, boolean asked, Delivery delivery) {
        return new ManagerState<>(
                Phase.IDLE,
                0,
                asked,
                Knowledge.initial(map, absent),
                Agenda.EMPTY,
                Reach.NOTHING,
                delivery,
                protocol.initial());
    }

    /**
     * The state of another manager that takes over with a copy of this one's: what was under way is over for it, and
     * its first discovery leads to new tables. A number that this manager may be about to give is not given again.
     *
     * @param skipped numbers up to this one are not given either: the copy may be old
     * @param plansDue planned changes whose time has come
     * @param times how often managers have taken over since the copy, this time included
     */
    public ManagerState<S> takenOver(ManagerState<S> from, long skipped, int plansDue, long times) {
        return new ManagerState<>(
                Phase.IDLE,
                Math.max(from.changeUnderWay(), skipped),
                true,
                from.knowledge(),
                from.agenda().takenOver(plansDue),
                Reach.NOTHING,
                from.delivery().takenOver(),
                protocol.takenOver(from.protocol(), times));
    }

    public Step<S> step(ManagerState<S> state, Stimulus stimulus, DeviceRecords records) {
        Turn<S> turn = new Turn<>(this, state, records);
        stimulus.fold(turn);
        return turn.end();
    }

    FabricMap map() {
        return map;
    }

    ManagerProtocol<S> protocol() {
        return protocol;
    }

    boolean trustsTraps() {
        return trustsTraps;
    }

    /** Whether the manager reacts to changes, and does not only look. */
    public boolean acts() {
        return !(protocol instanceof WatchOnly);
    }

    /** Whether {@link Stimulus.Look} would make an idle manager do anything. */
    public boolean hasReasonToLook(ManagerState<S> state) {
        return acts()
                && (state.asked()
                        || state.agenda().discoverAgain()
                        || state.agenda().hasPlan()
                        || state.knowledge().hasSuspicions()
                        || hasNews(state));
    }

    /** Whether a trap came meanwhile that tells something else than the last discovery. */
    boolean hasNews(ManagerState<S> state) {
        return state.agenda().traps().stream().anyMatch(trap -> isNews(state, trap));
    }

    boolean isNews(ManagerState<S> state, Trap trap) {
        return state.knowledge().isNews(map, trap);
    }

    boolean tellsMore(ManagerState<S> state, Trap trap) {
        return state.knowledge().tellsMore(map, trap);
    }

    /**
     * Whether the change under way ends at once when something else comes up, so that only the later change counts
     * (thesis §6.7).
     */
    public boolean mayGiveWay(ManagerState<S> state) {
        return (state.phase() == Phase.COMPUTING || state.phase() == Phase.UPDATING)
                && protocol.mayOverlap(state.protocol());
    }

    /**
     * Passes over a state, for checkpoints and for the explorer's comparison: equal states have equal values.
     *
     * @return the state, or the one written in its place
     */
    public ManagerState<S> visit(StateVisitor visitor, ManagerState<S> state) {
        return state.visit(visitor, protocol);
    }
}
