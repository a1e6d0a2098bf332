package org.reweave.emulator.cli.common;

import java.util.Map;
import java.util.stream.Collectors;

/** How runs ended, why they are incomplete, and what helps. */
public final class OutcomeText {
    private OutcomeText() {}

    /** How some runs ended: {@code 9 completed + 1 incomplete}. */
    public static String counts(Map<String, Integer> outcomes) {
        return outcomes.entrySet().stream()
                .map(outcome -> outcome.getValue() + " " + outcome.getKey())
                .collect(Collectors.joining(" + "));
    }

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
