package org.reweave.routing.tolerance;

import org.reweave.routing.topology.Element;

/** A method on one fabric. Immutable; shared by all threads of an analysis. */
public interface FaultStudy {
    /** The elements that may fail, ascending: links between switches, or switches. */
    int[] elements(Element kind);

    /** A new judge, for one thread. */
    FaultJudge judge();

    /** Whether its judges take sets that cut working NICs apart too, and count the pairs that remain. */
    default boolean countsPairs() {
        return false;
    }
}
