package org.reweave.reconfig.explore;

/**
 * Counts ends, and notes whether the order in which states were found shows already that every run ends. States are
 * numbered in that order, so a run that always goes on to states with higher numbers comes to an end; most do.
 */
final class Ends {
    private int count;
    private boolean goesHigher; // a mandatory step of the open state does
    private boolean hasLost;
    private boolean hasReturn;

    /**
     * A mandatory step leads from a state to another.
     *
     * @param timer whether it is that a switch's timer runs out
     */
    void follows(int state, int next, boolean timer) {
        goesHigher |= next > state;
        hasReturn |= next < state && !timer;
    }

    /** All steps from the open state are known. */
    void close(boolean end) {
        count += end ? 1 : 0;
        hasLost |= !end && !goesHigher;
        goesHigher = false;
    }

    /** Goes on from a moment between two states. */
    void restore(SearchMoment moment) {
        count = moment.ends();
        hasLost = moment.mayBeLost();
        hasReturn = moment.mayReturn();
    }

    int count() {
        return count;
    }

    /** Whether there may be a state from which no end can be reached; {@link StepGraph} tells. */
    boolean mayBeLost() {
        return hasLost;
    }

    /** Whether a run may come back to a state although no timer of a switch runs out; {@link StepGraph} tells. */
    boolean mayReturn() {
        return hasReturn;
    }
}
