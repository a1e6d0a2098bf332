package org.reweave.routing.engine.multipath;

/**
 * Which paths may be installed, as a small automaton: a path is in a state after each hop, and each turn leads to the
 * next one or nowhere. States are {@code 0..stateCount()-1}.
 */
interface PathRule {
    int stateCount();

    /** States that a path may start in, {@code 0..starts()-1} being handed to {@link #start}. */
    int starts();

    int start(int index);

    /**
     * @param in the slot a path came by
     * @param out the slot it goes on by, of the switch that {@code in} leads to
     * @return the next state, -1 = not allowed
     */
    int next(int state, int in, int out);

    /** Number of forbidden turns crossed by a path that ends in this state. The thesis prefers paths with few. */
    int cost(int state);

    /**
     * The state of a rule that never changes and allows whatever this one does, for {@link HopsLeft}: this one's, if it
     * never changes itself.
     */
    default int boundState(int state) {
        return state;
    }
}
