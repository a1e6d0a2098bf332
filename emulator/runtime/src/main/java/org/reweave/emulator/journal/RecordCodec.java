package org.reweave.emulator.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.reweave.emulator.journal.JournalRecord.CheckpointTaken;
import org.reweave.emulator.journal.JournalRecord.EventBatch;
import org.reweave.emulator.journal.JournalRecord.Header;
import org.reweave.emulator.journal.JournalRecord.RunEnded;
import org.reweave.emulator.journal.JournalRecord.RunResumed;
import org.reweave.emulator.journal.JournalRecord.RunStarted;

/**
 * Records as bytes, version 6: a byte with the version, the header, the fields in their order, and a checksum (CRC-32C
 * of the kind and all bytes before). The kind is kept beside the bytes, as their manifest.
 */
final class RecordCodec {
    static final String STARTED = "run-started";
    static final String BATCH = "events";
    static final String ENDED = "run-ended";

    static final String TAKEN = "checkpoint-taken";
    static final String RESUMED = "run-resumed";

    private static final int VERSION = 6;

    /**
     * The oldest one that is read. Until version 5, checkpoints and resumptions were records of their own; version 4
     * has none of them.
     */
    private static final int OLDEST = 4;

    private RecordCodec() {}

    static String manifest(JournalRecord record) {
        return record.fold(
                started -> STARTED,
                batch -> BATCH,
                ended -> ENDED,
                mark -> mark instanceof CheckpointTaken ? TAKEN : RESUMED);
    }

    static byte[] encode(JournalRecord record) {
        Header header = record.header();
        ByteSink out = new ByteSink()
                .raw(VERSION)
                .text(header.run())
                .number(header.term())
                .number(header.incarnation());
        byte[] content = record.<ByteSink>fold(
                        started -> out.text(started.scenario())
                                .signed(started.seed())
                                .text(started.software())
                                .text(started.fabricDigest())
                                .signed(started.startedAt()),
                        batch -> out.bytes(batch.bytes()),
                        ended -> out.text(ended.outcome())
                                .raw(ended.interrupted() ? 1 : 0)
                                .text(ended.failure())
                                .signed(ended.cycle())
                                .text(ended.fingerprint())
                                .text(ended.summary()),
                        mark -> encode(mark, out))
                .toArray();
        int checksum = checksum(manifest(record), content, content.length);
        return ByteBuffer.allocate(content.length + Integer.BYTES)
                .put(content)
                .putInt(checksum)
                .array();
    }

    private static ByteSink encode(JournalRecord.Mark mark, ByteSink out) {
        if (mark instanceof CheckpointTaken taken) {
            return out.number(taken.cut())
                    .number(taken.cycle())
                    .number(taken.size())
                    .text(taken.digest());
        }
        RunResumed resumed = (RunResumed) mark;
        return out.number(resumed.cut()).number(resumed.cycle()).signed(resumed.at());
    }

    private static int checksum(String manifest, byte[] bytes, int length) {
        CRC32C sum = new CRC32C();
        sum.update(manifest.getBytes(StandardCharsets.UTF_8));
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }

    /** @throws IllegalArgumentException when the row is not such a record */
    static JournalRecord decode(RecordSource.Row row) {
        if (row.serializer() != RecordSerializer.IDENTIFIER) {
            throw new IllegalArgumentException("serializer " + row.serializer() + " wrote it, not reweave");
        }
        return decode(row.manifest(), row.bytes());
    }

    /** @throws IllegalArgumentException when the bytes are not such a record */
    static JournalRecord decode(String manifest, byte[] bytes) {
        ByteSource in = new ByteSource(content(manifest, bytes));
        in.raw();
        Header header = new Header(in.text(), in.number(), in.number());
        JournalRecord record =
                switch (manifest) {
                    case STARTED -> new RunStarted(header, in.text(), in.signed(), in.text(), in.text(), in.signed());
                    case BATCH -> new EventBatch(header, in.bytes());
                    case ENDED ->
                        new RunEnded(header, in.text(), in.raw() != 0, in.text(), in.signed(), in.text(), in.text());
                    case TAKEN -> new CheckpointTaken(header, in.number(), in.number(), in.number(), in.text());
                    case RESUMED -> new RunResumed(header, in.number(), in.number(), in.signed());
                    default -> throw new IllegalArgumentException("no record is called " + manifest);
                };
        in.end();
        return record;
    }

    /** The bytes from the version on, without the checksum, which is right. */
    private static byte[] content(String manifest, byte[] bytes) {
        int version = bytes.length == 0 ? 0 : bytes[0];
        if (version < OLDEST || version > VERSION) {
            throw new IllegalArgumentException("record version " + version + " is not one of " + OLDEST + " to "
                    + VERSION + ", which this software reads; use the software that wrote it");
        }
        int length = bytes.length - Integer.BYTES;
        if (length < 1 || ByteBuffer.wrap(bytes).getInt(length) != checksum(manifest, bytes, length)) {
            throw new IllegalArgumentException("its checksum is wrong: bytes were changed or lost");
        }
        return Arrays.copyOf(bytes, length);
    }
}
