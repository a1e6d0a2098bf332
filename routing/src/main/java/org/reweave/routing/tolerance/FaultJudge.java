package org.reweave.routing.tolerance;

import org.reweave.routing.topology.Element;

/** Tries a method on one set of faults after another. Not thread-safe. */
public interface FaultJudge {
    /**
     * Judges one set that leaves all working NICs physically connected; others too where {@link FaultStudy#countsPairs}
     * or {@link #judgesDisconnected}. The result depends on the arguments alone, never on what was judged before.
     *
     * @param failed elements of {@link FaultStudy#elements}, ascending, all different
     * @param draw of which random choices are a function, except where a method makes them for the faults themselves
     * @param verdict to fill in; it has been cleared
     */
    void judge(Element kind, int[] failed, long draw, FaultOutcome verdict);

    /**
     * Whether sets that cut NICs apart are judged as well, for the method's own figures; nothing else of the outcome of
     * such a set counts.
     */
    default boolean judgesDisconnected() {
        return false;
    }
}
