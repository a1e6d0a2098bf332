package org.reweave.reconfig.spi;

/**
 * An agent's decision about the packet at the head of an input queue; plain ints, since agents decide on every blocked
 * packet again and again.
 */
public final class Verdict {
    /** Forward the packet (only meaningful when its output has room). */
    public static final int FORWARD = 0;

    /** Keep the packet, which is offered again after the next input to this device. */
    public static final int HOLD = 1;

    private static final int DISCARD = 2;

    private Verdict() {}

    /**
     * Drop the packet.
     *
     * @param ruleCase number of the rule in the scheme's table, recorded with the drop; 0..1000
     */
    public static int discard(int ruleCase) {
        return DISCARD + ruleCase;
    }

    public static boolean isDiscard(int verdict) {
        return verdict >= DISCARD;
    }

    /** The rule's number of a discarding verdict. */
    public static int ruleCase(int verdict) {
        return verdict - DISCARD;
    }
}
