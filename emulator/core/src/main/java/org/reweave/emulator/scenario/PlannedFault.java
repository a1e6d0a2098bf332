package org.reweave.emulator.scenario;

/**
 * An element that fails at a planned time.
 *
 * @param at cycle of the failure
 * @param until cycle at which it works again; {@link #FOR_EVER} = never
 * @param target name of a link ({@code s0.3}, {@code s0-s1}, {@code s0-s1#2}) or switch; {@link #RANDOM}; for a switch
 *     also {@link #MOST_TRUNKS}
 */
public record PlannedFault(long at, long until, Element element, String target) {
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

    public boolean isRepaired() {
        return until != FOR_EVER;
    }
}
