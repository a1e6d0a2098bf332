package org.reweave.emulator.cluster.protocol;

/**
 * The receiving end of numbered messages from one sender, all of one incarnation of a run: each comes once and in
 * order.
 *
 * @param next number of the next message, which is how many have come
 */
public record Sequence(long incarnation, long next) {
    /** The relation of a message to those before it. */
    public enum Verdict {
        NEXT,
        /** The message is from an incarnation that is over: it is dropped. */
        STALE,
        /** A message is missing or has come twice. */
        GAP
    }

    /** Nothing has come yet. */
    public static Sequence of(long incarnation) {
        return new Sequence(incarnation, 0);
    }

    /** Judges a message; {@link #plusOne} counts it. */
    public Verdict judge(long itsIncarnation, long number) {
        if (itsIncarnation < incarnation) {
            return Verdict.STALE;
        }
        return itsIncarnation == incarnation && number == next ? Verdict.NEXT : Verdict.GAP;
    }

    /** One more has come. */
    public Sequence plusOne() {
        return new Sequence(incarnation, next + 1);
    }

    /**
     * The reason of {@link Verdict#GAP}.
     *
     * @param sender as in {@code from node 1}
     * @param kind of message, as in {@code bundle}
     */
    public String gapInWords(String sender, String kind, long itsIncarnation, long number) {
        return sender + ": " + kind + " " + number + " of incarnation " + itsIncarnation + " after " + next + " " + kind
                + "s of incarnation " + incarnation + "; one is missing or came twice";
    }
}
