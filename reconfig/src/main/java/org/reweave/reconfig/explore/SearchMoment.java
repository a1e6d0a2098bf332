package org.reweave.reconfig.explore;

/**
 * How far a search had come when a batch of its states had been searched.
 *
 * @param searched states of which every step was taken
 * @param states found, these among them
 * @param nodes pairs of numbers that states share
 * @param contents of parts of states
 * @param steps taken from searched states
 * @param ends among searched states
 * @param mayBeLost whether a searched state has shown no end
 * @param mayReturn whether a step has led back to a searched state
 */
public record SearchMoment(
        int searched, int states, int nodes, int contents, long steps, int ends, boolean mayBeLost, boolean mayReturn) {
    /** Nothing is searched or found. */
    public static final SearchMoment NONE = new SearchMoment(0, 0, 0, 0, 0, 0, false, false);
}
