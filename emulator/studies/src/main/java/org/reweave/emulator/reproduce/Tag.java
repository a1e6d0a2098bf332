package org.reweave.emulator.reproduce;

import java.util.Locale;

/** How near to a printed value ours must be. */
public enum Tag {
    /** Equal, to the printed digits. */
    EXACT,
    /** The printed value and the interval of ours overlap. */
    STAT,
    /** Depends on a choice that the paper does not print, or on the machine: shown, never judged. */
    HEURISTIC;

    /** Name of this tag in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
