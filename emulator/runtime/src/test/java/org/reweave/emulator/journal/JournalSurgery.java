package org.reweave.emulator.journal;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.reweave.emulator.journal.store.JournalDatabase;
import org.reweave.emulator.journal.store.JournalPlace;

/** Changes single records, and entries of the coordinator, in a run's journal, as bit rot or an intruder does. */
public final class JournalSurgery {
    private static final String RECORD = "\"persistence_id\" like '%single%' and \"sequence_number\" = ?";
    private static final String ENTRY = "\"persistence_id\" not like '%single%' and \"sequence_number\" = ?";
    private static final String LAST_BYTE = "octet_length(\"event_payload\")";

    private final JournalDatabase database;

    private JournalSurgery(Path folder) {
        this.database = new JournalDatabase(JournalPlace.in(folder));
    }

    public static JournalSurgery of(Path folder) {
        return new JournalSurgery(folder);
    }

    /** Gives a record another kind. */
    public void rename(long record, String kind) throws SQLException {
        update("update \"event_journal\" set \"event_ser_manifest\" = '" + kind + "' where " + RECORD, record);
    }

    /** Takes a record away. */
    public void remove(long record) throws SQLException {
        update("delete from \"event_journal\" where " + RECORD, record);
    }

    /** Changes the last byte of a record. */
    public void flip(long record) throws SQLException {
        flip(RECORD, record);
    }

    /** Changes the last byte of an entry. */
    public void flipEntry(long entry) throws SQLException {
        flip(ENTRY, entry);
    }

    private void flip(String row, long number) throws SQLException {
        update(
                "update \"event_journal\" set \"event_payload\" = substring(\"event_payload\", 1, " + LAST_BYTE
                        + " - 1) || case when substring(\"event_payload\", " + LAST_BYTE
                        + ") = X'00' then X'01' else X'00' end where " + row,
                number);
    }

    private void update(String sql, long number) throws SQLException {
        try (Connection connection = database.connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, number);
            if (statement.executeUpdate() != 1) {
                throw new IllegalArgumentException("the journal has no row " + number);
            }
        }
    }
}
