package org.reweave.emulator.journal.format;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.stats.EventKind;
import org.reweave.reconfig.state.ByteReader;

/** Reads batches written by {@link BatchBuilder}. */
final class BatchReader {
    private static final int KINDS = EventKind.values().length;

    private BatchReader() {}

    /** @throws IllegalArgumentException when the bytes are not a batch */
    static List<JournalRecord.Item> items(byte[] batch) {
        ByteReader in = new ByteReader(batch, IllegalArgumentException::new);
        List<JournalRecord.Item> items = new ArrayList<>();
        long cycle = 0;
        while (!in.isAtEnd()) {
            int tag = in.raw();
            cycle += in.signed();
            items.add(
                    switch (tag) {
                        case BatchBuilder.CUT ->
                            new JournalRecord.Cut(
                                    in.unsigned(), cycle, HexFormat.of().formatHex(in.bytes()));
                        case BatchBuilder.ADMISSIONS ->
                            new JournalRecord.Admitted(cycle, Math.toIntExact(in.unsigned()), AdmissionCodec.read(in));
                        default -> new JournalRecord.Happened(event(tag - 1, cycle, in));
                    });
        }
        return items;
    }

    private static Event event(int kind, long cycle, ByteReader in) {
        if (kind >= KINDS) {
            throw new IllegalArgumentException("event kind " + kind + " is not below " + KINDS);
        }
        int device = Math.toIntExact(in.unsigned());
        long sequence = in.unsigned();
        int mask = in.raw();
        long[] arguments = new long[BatchBuilder.ARGUMENTS];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = (mask >> i & 1) == 0 ? 0 : in.signed();
        }
        long change = (mask & BatchBuilder.OF_CHANGE) == 0 ? 0 : in.unsigned();
        return new Event(
                cycle,
                device,
                sequence,
                EventKind.of(kind),
                arguments[0],
                arguments[1],
                arguments[2],
                arguments[3],
                arguments[4],
                change);
    }
}
