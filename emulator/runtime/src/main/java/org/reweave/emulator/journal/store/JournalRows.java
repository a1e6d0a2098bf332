package org.reweave.emulator.journal.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.reweave.emulator.journal.format.Chains;
import org.reweave.emulator.journal.format.Row;

/** The records of a journal that a database server keeps. */
final class JournalRows implements RecordSource {
    /** Records that are fetched at a time; each may have 64 KiB. */
    private static final int FETCHED = 16;

    private final JournalPlace place;
    private final Connection connection;
    private String chain; // null = nothing was written
    private long last;

    /**
     * Opens a server's database.
     *
     * @param wanted chain of records; empty: the first one of the database
     */
    JournalRows(JournalPlace place, Optional<String> wanted) {
        this.place = place;
        JournalDatabase database = new JournalDatabase(place);
        this.connection = database.connect();
        try {
            connection.setReadOnly(true);
            connection.setAutoCommit(false); // else the driver fetches all rows at once
            SortedMap<String, Long> chains =
                    database.hasTables(connection) ? database.chains(connection, wanted) : new TreeMap<>();
            if (!chains.isEmpty()) {
                chain = chains.firstKey();
                last = chains.get(chain);
            }
        } catch (SQLException e) {
            close();
            throw place.failure("cannot be read", e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public long last() {
        return last;
    }

    @Override
    public Iterator<Row> rows(long from, long to) {
        return to < from ? Collections.emptyIterator() : rows(chain, from, to);
    }

    @Override
    public Iterator<Row> entries() {
        return chain == null ? Collections.emptyIterator() : rows(Chains.coordinatorBeside(chain), 1, Long.MAX_VALUE);
    }

    @Override
    public int strays() {
        return 0;
    }

    private Iterator<Row> rows(String of, long from, long to) {
        try {
            PreparedStatement select = connection.prepareStatement(
                    "select sequence_number, event_ser_id, event_ser_manifest, event_payload"
                            + " from event_journal where persistence_id = ? and sequence_number between ? and ?"
                            + " and not deleted order by sequence_number");
            select.closeOnCompletion();
            select.setFetchSize(FETCHED);
            select.setString(1, of);
            select.setLong(2, from);
            select.setLong(3, to);
            return new Rows(select.executeQuery());
        } catch (SQLException e) {
            throw place.failure("cannot be read", e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw place.failure("cannot be closed", e);
        }
    }

    private final class Rows implements Iterator<Row> {
        private final ResultSet rows;
        private Row next;
        private long read;

        Rows(ResultSet rows) {
            this.rows = rows;
            advance();
        }

        private void advance() {
            try {
                next = rows.next()
                        ? new Row(rows.getLong(1), rows.getInt(2), rows.getString(3), rows.getBytes(4))
                        : null;
                if (next == null) {
                    rows.close();
                } else {
                    read = next.number();
                }
            } catch (SQLException e) {
                throw place.failure("cannot be read after record " + read, e);
            }
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Row next() {
            if (next == null) {
                throw new NoSuchElementException("the journal has no more records");
            }
            Row row = next;
            advance();
            return row;
        }
    }
}
