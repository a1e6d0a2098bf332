package org.reweave.emulator.journal.format;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.reweave.emulator.journal.format.JournalRecord.EventBatch;
import org.reweave.emulator.journal.format.JournalRecord.Header;
import org.reweave.emulator.journal.format.JournalRecord.RunEnded;
import org.reweave.emulator.journal.format.JournalRecord.RunStarted;
import org.reweave.reconfig.state.ByteReader;
import org.reweave.reconfig.state.ByteWriter;

/**
 * Records as bytes, version {@value #VERSION}: a byte with the version, the header, the fields in their order, and a
 * checksum (CRC-32C of the kind and all bytes before). The kind is kept beside the bytes, as their manifest.
 */
public final class RecordCodec {
    public static final String STARTED = "run-started";
    public static final String BATCH = "events";
    public static final String ENDED = "run-ended";

    /** The only one that is read. A change of the format is another number. */
    static final int VERSION = 10;

    /** The version of a record is not {@link #VERSION}; the message has no subject. */
    private static final class OtherVersion extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        OtherVersion(int version) {
            super("is of version " + version + ", and this software reads version " + VERSION
                    + " only; use the software that wrote it");
        }
    }

    private RecordCodec() {}

    /** Error text for a record that {@link #decode} has refused, to be put behind the name of the record. */
    public static String complaint(IllegalArgumentException refusal) {
        return (refusal instanceof OtherVersion ? "" : "is damaged: ") + refusal.getMessage();
    }

    public static String manifest(JournalRecord record) {
        return record.fold(started -> STARTED, batch -> BATCH, ended -> ENDED);
    }

    public static byte[] encode(JournalRecord record) {
        Header header = record.header();
        ByteWriter out = new ByteWriter()
                .raw(VERSION)
                .text(header.run())
                .unsigned(header.term())
                .unsigned(header.incarnation());
        byte[] content = record.<ByteWriter>fold(
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
                                .text(ended.summary())
                                .text(ended.seal()))
                .toArray();
        int checksum = checksum(manifest(record), content, content.length);
        return ByteBuffer.allocate(content.length + Integer.BYTES)
                .put(content)
                .putInt(checksum)
                .array();
    }

    private static int checksum(String manifest, byte[] bytes, int length) {
        CRC32C sum = new CRC32C();
        sum.update(manifest.getBytes(StandardCharsets.UTF_8));
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }

    /** A record as it is stored. */
    public static Row row(long number, JournalRecord record) {
        return new Row(number, RecordSerializer.IDENTIFIER, manifest(record), encode(record));
    }

    /** @throws IllegalArgumentException when the row is not such a record */
    public static JournalRecord decode(Row row) {
        if (row.serializer() != RecordSerializer.IDENTIFIER) {
            throw new IllegalArgumentException("serializer " + row.serializer() + " wrote it, not reweave");
        }
        return decode(row.manifest(), row.bytes());
    }

    /** @throws IllegalArgumentException when the bytes are not such a record */
    public static JournalRecord decode(String manifest, byte[] bytes) {
        ByteReader in = new ByteReader(content(manifest, bytes), IllegalArgumentException::new);
        in.raw();
        Header header = new Header(in.text(), in.unsigned(), in.unsigned());
        JournalRecord record =
                switch (manifest) {
                    case STARTED -> new RunStarted(header, in.text(), in.signed(), in.text(), in.text(), in.signed());
                    case BATCH -> new EventBatch(header, in.bytes());
                    case ENDED ->
                        new RunEnded(
                                header,
                                in.text(),
                                in.raw() != 0,
                                in.text(),
                                in.signed(),
                                in.text(),
                                in.text(),
                                in.text());
                    default -> throw new IllegalArgumentException("no record is called " + manifest);
                };
        in.end();
        return record;
    }

    /** The bytes from the version on, without the checksum; both are right. Every version ends with that checksum. */
    private static byte[] content(String manifest, byte[] bytes) {
        int length = bytes.length - Integer.BYTES;
        if (length < 1 || ByteBuffer.wrap(bytes).getInt(length) != checksum(manifest, bytes, length)) {
            throw new IllegalArgumentException("its checksum is wrong: bytes were changed or lost");
        }
        if (bytes[0] != VERSION) {
            throw new OtherVersion(bytes[0]);
        }
        return Arrays.copyOf(bytes, length);
    }
}
