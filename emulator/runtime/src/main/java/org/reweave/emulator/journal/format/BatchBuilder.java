package org.reweave.emulator.journal.format;

import java.util.HexFormat;
import org.reweave.emulator.governor.Event;
import org.reweave.reconfig.state.ByteWriter;

/**
 * Fills a batch. An item is its tag (0 = cut, 255 = admissions, else the event's kind + 1), the cycles since the item
 * before, and its fields; a mask tells which arguments of an event are not 0, and whether the event belongs to a
 * change.
 */
public final class BatchBuilder {
    /** Bytes of a batch, at most. */
    public static final int LIMIT = 64 * 1024;

    static final int CUT = 0;
    static final int ADMISSIONS = 255;
    static final int ARGUMENTS = 5;

    static final int OF_CHANGE = 1 << ARGUMENTS;

    /** Records of admissions in one item, at most: {@link AdmissionCodec#LONGEST} bytes each. */
    public static final int MOST_ADMISSIONS = 1000;

    /** The most that an event or a cut takes: tag, mask, and nine numbers, or two and the fingerprint. */
    private static final int LONGEST_ITEM = 2 + 9 * ByteWriter.LONGEST_NUMBER;

    private final ByteWriter out = new ByteWriter();
    private long cycle;

    public boolean isEmpty() {
        return out.size() == 0;
    }

    /** Whether another item might not fit. */
    public boolean isFull() {
        return out.size() + LONGEST_ITEM > LIMIT;
    }

    public void event(Event event) {
        out.raw(event.kind().ordinal() + 1);
        out.signed(event.cycle() - cycle);
        cycle = event.cycle();
        out.unsigned(event.device()).unsigned(event.sequence());
        int mask = event.change() == 0 ? 0 : OF_CHANGE;
        for (int i = 0; i < ARGUMENTS; i++) {
            mask |= event.argument(i) == 0 ? 0 : 1 << i;
        }
        out.raw(mask);
        for (int i = 0; i < ARGUMENTS; i++) {
            if (event.argument(i) != 0) {
                out.signed(event.argument(i));
            }
        }
        if (event.change() != 0) {
            out.unsigned(event.change());
        }
    }

    public void cut(long number, long atCycle, String fingerprint) {
        out.raw(CUT).signed(atCycle - cycle);
        cycle = atCycle;
        out.unsigned(number).bytes(HexFormat.of().parseHex(fingerprint));
    }

    /** Whether an item of some records of admissions might not fit. */
    public boolean isFull(int admissions) {
        return out.size() + LONGEST_ITEM + admissions * AdmissionCodec.LONGEST > LIMIT;
    }

    /**
     * Adds records of admissions, at most {@link #MOST_ADMISSIONS}.
     *
     * @param from index of the first one's first word
     * @param to index after the last one's last word
     */
    public void admissions(long atCycle, int device, long[] records, int from, int to) {
        out.raw(ADMISSIONS).signed(atCycle - cycle);
        cycle = atCycle;
        out.unsigned(device);
        AdmissionCodec.write(records, from, to, out);
    }

    /** Returns the bytes of the batch and begins a new batch. */
    public byte[] take() {
        byte[] bytes = out.toArray();
        out.clear();
        cycle = 0;
        return bytes;
    }
}
