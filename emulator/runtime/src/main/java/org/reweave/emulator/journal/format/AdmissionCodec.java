package org.reweave.emulator.journal.format;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import org.reweave.emulator.lax.AdmissionRecord;
import org.reweave.reconfig.state.ByteReader;
import org.reweave.reconfig.state.ByteWriter;

/**
 * Records of admissions as bytes: their number, and for each one a byte for what it usually is, more where it is not,
 * and its check. What was missing on a link before is kept inside one item only, so that every item can be read alone.
 *
 * <pre>
 *  byte:  steps since the record before 0..1 | link 2..4 | change of the missing frames 5..7, zigzag
 *  all bits of a field set: the field's value follows as a number, in this order
 *  </pre>
 */
final class AdmissionCodec {
    /** Bytes that a record takes at most. */
    static final int LONGEST = 1 + 3 * ByteWriter.LONGEST_NUMBER + 2;

    private static final int LINK_SHIFT = 2;
    private static final int CHANGE_SHIFT = 5;
    private static final int MANY_STEPS = 3;
    private static final int FAR_LINK = 7;
    private static final int LARGE_CHANGE = 7;

    private AdmissionCodec() {}

    static void write(long[] records, int from, int to, ByteWriter out) {
        out.unsigned((to - from) / AdmissionRecord.WORDS);
        Int2LongOpenHashMap missing = new Int2LongOpenHashMap();
        long step = 0;
        for (int at = from; at < to; at += AdmissionRecord.WORDS) {
            int link = AdmissionRecord.link(records[at]);
            long steps = AdmissionRecord.step(records[at]) - step;
            step += steps;
            long now = AdmissionRecord.missing(records[at + 1]);
            long change = now - missing.put(link, now);
            long zigzag = change << 1 ^ change >> 63;
            out.raw((int) (Math.min(steps, MANY_STEPS)
                    | (long) Math.min(link, FAR_LINK) << LINK_SHIFT
                    | Math.min(zigzag, LARGE_CHANGE) << CHANGE_SHIFT));
            if (steps >= MANY_STEPS) {
                out.unsigned(steps);
            }
            if (link >= FAR_LINK) {
                out.unsigned(link);
            }
            if (zigzag >= LARGE_CHANGE) {
                out.unsigned(zigzag);
            }
            int check = AdmissionRecord.check(records[at + 1]);
            out.raw(check >>> 8).raw(check & 0xff);
        }
    }

    /** @throws IllegalArgumentException when the bytes are not such records */
    static long[] read(ByteReader in) {
        long count = in.unsigned();
        if (count < 0 || count > BatchBuilder.MOST_ADMISSIONS) {
            throw new IllegalArgumentException(count + " records of admissions in one item");
        }
        long[] records = new long[(int) count * AdmissionRecord.WORDS];
        Int2LongOpenHashMap missing = new Int2LongOpenHashMap();
        long step = 0;
        for (int at = 0; at < records.length; at += AdmissionRecord.WORDS) {
            int usual = in.raw();
            step += orNumber(usual & MANY_STEPS, MANY_STEPS, in);
            long link = orNumber(usual >>> LINK_SHIFT & FAR_LINK, FAR_LINK, in);
            long zigzag = orNumber(usual >>> CHANGE_SHIFT, LARGE_CHANGE, in);
            if (link < 0 || link >= AdmissionRecord.MOST_LINKS) {
                throw new IllegalArgumentException("an admission of link " + link);
            }
            long now = missing.get((int) link) + (zigzag >>> 1 ^ -(zigzag & 1));
            missing.put((int) link, now);
            records[at] = AdmissionRecord.place(step, (int) link);
            records[at + 1] = AdmissionRecord.value(now, in.raw() << 8 | in.raw());
        }
        return records;
    }

    private static long orNumber(int usual, int escape, ByteReader in) {
        return usual == escape ? in.unsigned() : usual;
    }
}
