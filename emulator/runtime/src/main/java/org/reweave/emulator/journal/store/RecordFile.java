package org.reweave.emulator.journal.store;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import org.reweave.emulator.journal.format.Chains;
import org.reweave.emulator.journal.format.CoordinatorEntry;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.RecordCodec;
import org.reweave.emulator.journal.format.RecordSerializer;
import org.reweave.emulator.journal.format.Row;
import org.reweave.emulator.journal.format.RunHistory;

/**
 * The records of one journal as a stream of bytes, for archives: a line {@code reweave journal 3}; for each record its
 * number (8 bytes), its kind (a byte), its length (4 bytes) and its bytes as {@link RecordCodec} wrote them; a 0 in the
 * place of the next number; and the same, without kinds, for the entries of the run's coordinator.
 */
public final class RecordFile {
    private static final byte[] MAGIC = "reweave journal 3\n".getBytes(StandardCharsets.UTF_8);
    private static final String[] KINDS = {RecordCodec.STARTED, RecordCodec.BATCH, RecordCodec.ENDED};
    private static final int ROWS_PER_COMMIT = 256;

    private RecordFile() {}

    /**
     * Writes the records of a journal, and flushes the stream.
     *
     * @throws UnusableJournalException when a record is damaged or none of reweave's, or the coordinator's history is
     */
    public static void write(RecordSource journal, OutputStream stream) throws IOException {
        DataOutputStream out = new DataOutputStream(stream);
        out.write(MAGIC);
        Iterator<Row> rows = journal.rows();
        while (rows.hasNext()) {
            Row row = rows.next();
            int kind = Arrays.asList(KINDS).indexOf(row.manifest());
            if (kind < 0 || row.serializer() != RecordSerializer.IDENTIFIER) {
                throw new UnusableJournalException("record " + row.number() + " of its journal is none of reweave's");
            }
            checkWhole(row);
            out.writeLong(row.number());
            out.writeByte(kind);
            out.writeInt(row.bytes().length);
            out.write(row.bytes());
        }
        out.writeLong(0);
        RunHistory history = RunHistory.NONE;
        for (Iterator<Row> entries = journal.entries(); entries.hasNext(); ) {
            Row entry = entries.next();
            history = next(history, entry);
            out.writeLong(entry.number());
            out.writeInt(entry.bytes().length);
            out.write(entry.bytes());
        }
        out.writeLong(0);
        out.flush();
    }

    private static void checkWhole(Row row) {
        try {
            RecordCodec.decode(row);
        } catch (IllegalArgumentException e) {
            throw new UnusableJournalException(
                    "record " + row.number() + " of its journal " + RecordCodec.complaint(e), e);
        }
    }

    private static RunHistory next(RunHistory history, Row entry) {
        try {
            return history.with(entry);
        } catch (IllegalArgumentException e) {
            throw new UnusableJournalException("its journal is damaged: " + e.getMessage(), e);
        }
    }

    /**
     * Writes the records into a new file.
     *
     * @param place of the file, which is not there yet
     * @throws IOException when the bytes are not what {@link #write} writes
     */
    public static void read(InputStream stream, JournalPlace place) throws IOException {
        DataInputStream in = new DataInputStream(stream);
        byte[] magic = in.readNBytes(MAGIC.length);
        if (!Arrays.equals(magic, MAGIC)) {
            throw new IOException("its journal is not one that this version of reweave exports");
        }
        try (JournalFileWriter file = new JournalFileWriter(place)) {
            Optional<String> chain = copy(in, file);
            if (chain.isPresent()) {
                copyEntries(in, file, chain.get());
            }
            file.commit();
        } catch (EOFException e) {
            throw new IOException("its journal is cut short", e);
        }
    }

    /** @return the chain of the records; empty when there are none */
    private static Optional<String> copy(DataInputStream in, JournalFileWriter file) throws IOException {
        String chain = null;
        long last = 0;
        for (long number = in.readLong(); number != 0; number = in.readLong()) {
            int kind = in.readUnsignedByte();
            if (kind >= KINDS.length) {
                throw new IOException("record " + number + " of its journal is of no known kind");
            }
            byte[] bytes = bytes("record", number, last, in);
            String own = chain(number, KINDS[kind], bytes);
            if (chain != null && !chain.equals(own)) {
                throw new IOException("record " + number + " of its journal is of another run than the others");
            }
            chain = own;
            last = number;
            file.put(chain, new Row(number, RecordSerializer.IDENTIFIER, KINDS[kind], bytes));
            if (number % ROWS_PER_COMMIT == 0) {
                file.commit();
            }
        }
        return Optional.ofNullable(chain);
    }

    private static void copyEntries(DataInputStream in, JournalFileWriter file, String chain) throws IOException {
        try {
            String coordinator = Chains.coordinatorBeside(chain);
            RunHistory history = RunHistory.NONE;
            for (long number = in.readLong(); number != 0; number = in.readLong()) {
                byte[] bytes = bytes("entry", number, history.entries(), in);
                Row row = new Row(number, CoordinatorEntry.SERIALIZER, CoordinatorEntry.MANIFEST, bytes);
                history = history.with(row);
                file.put(coordinator, row);
            }
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** @param last number before */
    private static byte[] bytes(String what, long number, long last, DataInputStream in) throws IOException {
        int length = in.readInt();
        if (number <= last || number > JournalFile.MOST_RECORDS) {
            throw new IOException(what + " " + number + " of its journal is not after " + what + " " + last
                    + ", or beyond " + JournalFile.MOST_RECORDS);
        }
        if (length < 0 || length > RecordSource.LONGEST_RECORD) {
            throw new IOException(what + " " + number + " of its journal has " + length + " bytes; at most "
                    + RecordSource.LONGEST_RECORD + " are read");
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException(what + " " + number);
        }
        return bytes;
    }

    /** The chain of a record, which must be whole. */
    private static String chain(long number, String kind, byte[] bytes) throws IOException {
        try {
            JournalRecord.Header header = RecordCodec.decode(kind, bytes).header();
            String chain = Chains.records(header);
            if (chain.length() > 255) {
                throw new IOException(
                        "record " + number + " of its journal has a run's id of " + chain.length() + " characters");
            }
            return chain;
        } catch (IllegalArgumentException e) {
            throw new IOException("record " + number + " of its journal " + RecordCodec.complaint(e), e);
        }
    }
}
