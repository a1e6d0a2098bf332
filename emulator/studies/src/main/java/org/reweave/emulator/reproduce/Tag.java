package org.reweave.emulator.reproduce;

import java.util.Locale;

/** How near to a printed value ours must be. */
public enum Tag {
    /** Equal, to the printed digits. */
    EXACT,
    /** The printed value and the interval of ours overlap. */
    STAT,
    /**
     * Depends on a choice that the paper does not print, or on the machine: within a tenth of the printed value, or
     * within the margin that is given.
     */
    HEURISTIC;

    /** How far a heuristic value may be from the printed one, as a share of that. */
    static final double HEURISTIC_SHARE = 0.1;

    /** Name of this tag in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
