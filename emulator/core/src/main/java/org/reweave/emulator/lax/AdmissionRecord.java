package org.reweave.emulator.lax;

import org.reweave.routing.model.Mix;

/**
 * One admission record: at a step the number of missing frames of a link changes. Steps and links without a record have
 * as many as before. Two longs hold a record:
 *
 * <pre>
 *  first:  link 0..15 | step 16..62
 *  second: check 0..15 | missing frames 16..62
 *  </pre>
 *
 * <p>The check is taken over the record and over the fingerprint of the receiving device before the step. So a replay
 * finds an altered record at that very record, before the step is taken.
 */
public final class AdmissionRecord {
    /** Longs of a record. */
    public static final int WORDS = 2;

    /** Most links of an island. */
    public static final int MOST_LINKS = 1 << 16;

    private static final int LOW = 0xffff;

    private AdmissionRecord() {}

    public static long place(long step, int link) {
        return step << 16 | link;
    }

    public static long value(long missing, int check) {
        return missing << 16 | check;
    }

    public static int link(long place) {
        return (int) place & LOW;
    }

    public static long step(long place) {
        return place >>> 16;
    }

    public static int check(long value) {
        return (int) value & LOW;
    }

    public static long missing(long value) {
        return value >>> 16;
    }

    /** @param state fingerprint of the device before the step */
    static int check(long step, int link, long missing, long state) {
        return (int) Mix.mix(state, step, link, missing) & LOW;
    }
}
