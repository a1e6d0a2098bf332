package org.reweave.emulator.scenario;

/**
 * An element that fails at a planned time.
 *
 * @param at cycle of the failure
 * @param until cycle at which it works again; {@link #FOR_EVER} = never
 * @param target name of a link ({@code s0.3}, {@code s0-s1}, {@code s0-s1#2}) or switch; {@link #RANDOM}; for a switch
 *     also {@link #MOST_TRUNKS}
 * @param oldTables whether a switch that works again has the tables of the start of the run, and not none
 */
public record PlannedFault(long at, long until, Element element, String target, boolean oldTables) {
    /** The kind of element that fails. */
    public enum Element {
        LINK,
        SWITCH
    }

    /** {@link #until} of a fault that is never repaired. */
    public static final long FOR_EVER = Long.MAX_VALUE;

    /** A target drawn by the scenario's seed: any switch-to-switch link, any switch. */
    public static final String RANDOM = "random";

    /** The switch with most links to other switches, the first of them in the fabric's order. */
    public static final String MOST_TRUNKS = "most-trunks";

    /** A fault behind which a switch has no tables. */
    public PlannedFault(long at, long until, Element element, String target) {
        this(at, until, element, target, false);
    }

    /** The same fault at another time. */
    public PlannedFault at(long from, long to) {
        return new PlannedFault(from, to, element, target, oldTables);
    }

    public boolean isRepaired() {
        return until != FOR_EVER;
    }
}
