package org.reweave.emulator.journal;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.UUID;

/**
 * The records of one journal as a stream of bytes, for archives: a line {@code reweave journal 1}; for each record its
 * number (8 bytes), its kind (a byte), its length (4 bytes) and its bytes as {@link RecordCodec} wrote them; a 0 in the
 * place of the next number.
 */
final class RecordFile {
    private static final byte[] MAGIC = "reweave journal 1\n".getBytes(StandardCharsets.UTF_8);
    private static final String[] KINDS = {
        RecordCodec.STARTED, RecordCodec.BATCH, RecordCodec.ENDED, RecordCodec.TAKEN, RecordCodec.RESUMED
    };
    private static final int ROWS_PER_COMMIT = 256;

    private RecordFile() {}

    static void write(JournalReader journal, OutputStream stream) throws IOException {
        DataOutputStream out = new DataOutputStream(stream);
        out.write(MAGIC);
        Iterator<RecordSource.Row> rows = journal.rows();
        while (rows.hasNext()) {
            RecordSource.Row row = rows.next();
            int kind = Arrays.asList(KINDS).indexOf(row.manifest());
            if (kind < 0 || row.serializer() != RecordSerializer.IDENTIFIER) {
                throw new IOException("record " + row.number() + " of its journal is none of reweave's");
            }
            out.writeLong(row.number());
            out.writeByte(kind);
            out.writeInt(row.bytes().length);
            out.write(row.bytes());
        }
        out.writeLong(0);
        out.flush();
    }

    /**
     * Writes the records into a new database.
     *
     * @param place of the database, in which nothing is yet
     * @throws IOException when the bytes are not what {@link #write} writes
     */
    static void read(InputStream stream, JournalPlace place) throws IOException {
        DataInputStream in = new DataInputStream(stream);
        if (!Arrays.equals(in.readNBytes(MAGIC.length), MAGIC)) {
            throw new IOException("its journal is not one that this version of reweave exports");
        }
        JournalDatabase database = new JournalDatabase(place);
        try (Connection connection = database.connect()) {
            database.createTables(connection);
            insert(in, connection);
        } catch (EOFException e) {
            throw new IOException("its journal is cut short", e);
        } catch (SQLException e) {
            throw database.failure("cannot be written", e);
        }
    }

    private static void insert(DataInputStream in, Connection connection) throws IOException, SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into \"event_journal\" (\"persistence_id\","
                + " \"sequence_number\", \"writer\", \"write_timestamp\", \"adapter_manifest\", \"event_payload\","
                + " \"event_ser_id\", \"event_ser_manifest\") values (?, ?, ?, 0, '', ?, ?, ?)")) {
            String writer = new UUID(0, 0).toString();
            String chain = null;
            long last = 0;
            for (long number = in.readLong(); number != 0; number = in.readLong()) {
                int kind = in.readUnsignedByte();
                int length = in.readInt();
                if (number <= last || number > JournalFile.MOST_RECORDS || kind >= KINDS.length) {
                    throw new IOException("record " + number + " of its journal is not after record " + last
                            + ", beyond " + JournalFile.MOST_RECORDS + ", or of no known kind");
                }
                if (length < 0 || length > RecordSource.LONGEST_RECORD) {
                    throw new IOException("record " + number + " of its journal has " + length + " bytes; at most "
                            + RecordSource.LONGEST_RECORD + " are read");
                }
                byte[] bytes = in.readNBytes(length);
                String own = chain(number, KINDS[kind], bytes, length);
                if (chain != null && !chain.equals(own)) {
                    throw new IOException("record " + number + " of its journal is of another run than the others");
                }
                chain = own;
                last = number;
                insert.setString(1, chain);
                insert.setLong(2, number);
                insert.setString(3, writer);
                insert.setBytes(4, bytes);
                insert.setInt(5, RecordSerializer.IDENTIFIER);
                insert.setString(6, KINDS[kind]);
                insert.executeUpdate();
                if (number % ROWS_PER_COMMIT == 0) {
                    connection.commit();
                }
            }
            connection.commit();
        }
    }

    /** The chain of a record, which must be whole. */
    private static String chain(long number, String kind, byte[] bytes, int length) throws IOException {
        if (bytes.length < length) {
            throw new EOFException("record " + number);
        }
        try {
            JournalRecord.Header header = RecordCodec.decode(kind, bytes).header();
            String chain = JournalSystem.persistenceId(header);
            if (chain.length() > 255) {
                throw new IOException(
                        "record " + number + " of its journal has a run's id of " + chain.length() + " characters");
            }
            return chain;
        } catch (IllegalArgumentException e) {
            throw new IOException("record " + number + " of its journal is damaged: " + e.getMessage(), e);
        }
    }
}
