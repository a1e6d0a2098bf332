package org.reweave.emulator.wire;

import java.util.Arrays;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.Wire;
import org.reweave.reconfig.state.ByteReader;
import org.reweave.reconfig.state.ByteWriter;

/**
 * The records of one link as bytes. Cycles are written as differences: a stamp to the one before it, a packet's times
 * to its stamp. So a credit takes 4 bytes or so and a packet's header about 35, instead of 16 and 72.
 *
 * <pre>
 *  record:  kind | lane of 4 bits each, words, argument, stamp - the stamp before, then by kind
 *  RUN:     packet, route (8 bytes), stamp - generated, stamp - injected, marks, trail, transport
 *  others:  their words
 *  </pre>
 */
final class LinkRecordCodec {
    private static final int HEAD_WORDS = 2;
    private static final int MOST_WORDS = 0xffff; // that the head of a record can name
    private static final int ARGUMENT_SHIFT = 24;

    private long[] words = new long[64];
    private int length;

    /** @param before the cycle to which the first stamp is written */
    static void write(ByteWriter out, long[] words, int from, int to, long before) {
        long last = before;
        int at = from;
        while (at < to) {
            long head = words[at];
            long stamp = words[at + 1];
            int count = Wire.words(head);
            out.unsigned(head & 0xff);
            out.unsigned(count);
            out.unsigned(head >>> ARGUMENT_SHIFT);
            out.signed(stamp - last);
            last = stamp;
            if (Wire.kind(head) == Wire.RUN) {
                writeRun(out, words, at);
            } else {
                for (int i = HEAD_WORDS; i < count; i++) {
                    out.unsigned(words[at + i]);
                }
            }
            at += count;
        }
    }

    private static void writeRun(ByteWriter out, long[] words, int at) {
        long stamp = words[at + 1];
        out.unsigned(words[at + 2]);
        out.fixed(words[at + 3]);
        out.signed(stamp - words[at + 4]);
        out.signed(stamp - words[at + 5]);
        for (int i = 6; i < PacketHeader.WORDS; i++) {
            out.unsigned(words[at + i]);
        }
    }

    /**
     * Reads records into {@link #words}, in place of what was there.
     *
     * @param count of words that they have
     * @throws WireException when they are no records
     */
    void read(ByteReader in, int count, long before) {
        if (count > in.left()) { // a word takes a byte or more
            throw new WireException("records of " + count + " words where " + in.left() + " bytes are left");
        }
        if (count > words.length) {
            words = new long[Math.max(count, 2 * words.length)];
        }
        length = count;
        long last = before;
        int at = 0;
        while (at < count) {
            int kindAndLane = in.upTo(0xff, "a record's kind and lane");
            int recordWords = in.upTo(MOST_WORDS, "a record's length");
            if (recordWords < HEAD_WORDS || recordWords > count - at) {
                throw new WireException("a record of " + recordWords + " words where " + (count - at) + " are left");
            }
            words[at] = kindAndLane | (long) recordWords << 8 | in.unsigned() << ARGUMENT_SHIFT;
            last += in.signed();
            words[at + 1] = last;
            int kind = Wire.kind(words[at]);
            if (!Wire.isRecord(kind, recordWords)) {
                throw new WireException("a record of kind " + kind + " and " + recordWords + " words");
            }
            if (kind == Wire.RUN) {
                readRun(in, at);
            } else {
                for (int i = HEAD_WORDS; i < recordWords; i++) {
                    words[at + i] = in.unsigned();
                }
            }
            at += recordWords;
        }
    }

    private void readRun(ByteReader in, int at) {
        words[at + 2] = in.unsigned();
        words[at + 3] = in.fixed();
        words[at + 4] = words[at + 1] - in.signed();
        words[at + 5] = words[at + 1] - in.signed();
        for (int i = 6; i < PacketHeader.WORDS; i++) {
            words[at + i] = in.unsigned();
        }
    }

    /** The records that were read last, from index 0; overwritten by the next ones. */
    long[] words() {
        return words;
    }

    /** A copy of the records that were read last. */
    long[] copy() {
        return Arrays.copyOf(words, length);
    }
}
