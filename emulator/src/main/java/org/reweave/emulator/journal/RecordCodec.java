package org.reweave.emulator.journal;

import org.reweave.emulator.journal.JournalRecord.EventBatch;
import org.reweave.emulator.journal.JournalRecord.Header;
import org.reweave.emulator.journal.JournalRecord.RunEnded;
import org.reweave.emulator.journal.JournalRecord.RunStarted;

/**
 * Records as bytes, version 1: a byte with the version, the header, the fields in their order. The kind is kept beside
 * the bytes, as their manifest.
 */
final class RecordCodec {
    static final String STARTED = "run-started";
    static final String BATCH = "events";
    static final String ENDED = "run-ended";

    private static final int VERSION = 2;

    private RecordCodec() {}

    static String manifest(JournalRecord record) {
        return record.fold(started -> STARTED, batch -> BATCH, ended -> ENDED);
    }

    static byte[] encode(JournalRecord record) {
        Header header = record.header();
        ByteSink out = new ByteSink()
                .raw(VERSION)
                .text(header.run())
                .number(header.term())
                .number(header.incarnation());
        return record.<ByteSink>fold(
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
                                .text(ended.summary()))
                .toArray();
    }

    /** @throws IllegalArgumentException when the bytes are not such a record */
    static JournalRecord decode(String manifest, byte[] bytes) {
        ByteSource in = new ByteSource(bytes);
        int version = in.raw();
        if (version != VERSION) {
            throw new IllegalArgumentException("record version " + version + " is not " + VERSION
                    + ", the one that this software reads; use the software that wrote it");
        }
        Header header = new Header(in.text(), in.number(), in.number());
        JournalRecord record =
                switch (manifest) {
                    case STARTED -> new RunStarted(header, in.text(), in.signed(), in.text(), in.text(), in.signed());
                    case BATCH -> new EventBatch(header, in.bytes());
                    case ENDED ->
                        new RunEnded(header, in.text(), in.raw() != 0, in.text(), in.signed(), in.text(), in.text());
                    default -> throw new IllegalArgumentException("no record is called " + manifest);
                };
        in.end();
        return record;
    }
}
