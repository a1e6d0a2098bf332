package org.reweave.emulator.cli.common;

/** Why runs are incomplete, and what helps. */
public final class OutcomeText {
    private OutcomeText() {}

    /**
     * NICs gave up messages. Where most of what they sent again had arrived, acknowledgements were late rather than
     * packets lost.
     *
     * @param retransmitted packets sent again
     * @param duplicates packets that came to where they had been
     */
    public static String gaveUp(long messages, long retransmitted, long duplicates) {
        String text = "NICs gave up " + Amounts.count(messages, "message")
                + ": a packet was not acknowledged after its last retransmission";
        return duplicates > retransmitted / 2
                ? text + "; of " + Amounts.count(retransmitted, "packet") + " sent again, " + Amounts.count(duplicates)
                        + " had arrived: raise device.nic.transport.timeout"
                : text;
    }
}
