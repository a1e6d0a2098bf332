package org.reweave.reconfig.doublescheme;

/**
 * A message between the parts of the Double Scheme, as one word: a control packet, a separator's mark or a report.
 *
 * @param change number of the change
 * @param discarding that heads without room are given up until VL 1 is empty, because the change before was abandoned
 *     half-way
 */
record Word(Kind kind, long change, boolean discarding) {
    /** The kinds of messages. */
    enum Kind {
        /**
         * Control: empty VL 1. Mark, on VL 1: nothing more comes on it under the old tables. Report: VL 1 is empty
         * here.
         */
        EMPTY,
        /**
         * Control: use both VLs with the new tables. Mark, on VL 0: from here on packets were sent by the new tables.
         * Report: both are in use here, and no packet is left that needs the escape.
         */
        USE,
        /** Control: use both VLs with the tables in force, there are no new ones. */
        RESUME
    }

    static Word of(Kind kind, long change) {
        return new Word(kind, change, false);
    }

    long encode() {
        return change << 3 | (discarding ? 4 : 0) | kind.ordinal();
    }

    static Word decode(long word) {
        return new Word(Kind.values()[(int) word & 3], word >>> 3, (word & 4) != 0);
    }
}
