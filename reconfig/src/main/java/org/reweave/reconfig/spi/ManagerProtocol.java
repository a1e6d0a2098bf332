package org.reweave.reconfig.spi;

import java.util.List;
import org.reweave.reconfig.state.StateVisitor;

/**
 * A scheme's part in the manager: a pure state machine over immutable states.
 *
 * @param <S> its state, a value with {@code equals}
 */
public interface ManagerProtocol<S> {
    /** A state, and the effects on the way into that state. */
    record Step<S>(S next, List<ManagerEffect> effects) {
        public Step {
            effects = List.copyOf(effects);
        }
    }

    S initial();

    Step<S> step(S state, ManagerInput input);

    /**
     * Whether a change that is found while tables are being sent, or are about to be, ends that reconfiguration at
     * once: the driver does what it does for {@link ManagerEffect.Rediscover}. Otherwise the change waits until the
     * reconfiguration is complete.
     */
    default boolean mayOverlap(S state) {
        return false;
    }

    /**
     * Whether a change that was given up may have left tables of its own beside older ones, or packets that were routed
     * by older ones, whatever the driver's records say. If the engine then finds no tables for the next change, all
     * devices are sent the last ones.
     */
    default boolean isMixed(S state) {
        return false;
    }

    /**
     * Whether another manager can go on with a copy of this state. Not where the next change needs to be the one behind
     * the last that devices have: the copy may be older than that.
     */
    default boolean canBeTakenOver() {
        return true;
    }

    /**
     * The state of a second manager's protocol that goes on with a copy of the first one's. The copy may be older than
     * what the first one began last, or begins yet, so numbers of changes that devices compare are skipped where that
     * is possible.
     *
     * @param times how often managers have taken over since the copy, this time included: each has skipped numbers
     */
    default S takenOver(S state, long times) {
        return state;
    }

    /**
     * Passes over a state, for checkpoints and for the explorer's comparison.
     *
     * @return the state, or the one written in its place
     */
    S visit(StateVisitor visitor, S state);
}
