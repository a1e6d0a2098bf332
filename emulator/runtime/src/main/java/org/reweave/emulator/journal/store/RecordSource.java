package org.reweave.emulator.journal.store;

import java.util.Iterator;
import java.util.Optional;
import org.reweave.emulator.journal.format.Chains;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.Row;

/**
 * The records of one run in a database, and the entries of the run's coordinator, as bytes. Failures are
 * {@link JournalException}s that name the database.
 */
public interface RecordSource extends AutoCloseable {
    /** Bytes of a record, at most: the scenario and the summary of a run are far below. */
    int LONGEST_RECORD = 16 << 20;

    /**
     * Opens a journal.
     *
     * @param run its id; empty: the only one of its database
     * @throws JournalException when it cannot be read, such as while it is written
     */
    static RecordSource open(JournalPlace place, Optional<String> run) {
        if (!place.exists()) {
            throw new JournalException(place.label() + ": no such file");
        }
        if (place.isLocked()) {
            throw new JournalException(place.label() + ": another process writes it; wait for that run");
        }
        Optional<String> chain = run.map(JournalRecord.Header::single).map(Chains::records);
        return place.file().isPresent() ? new JournalFile(place.file().get(), chain) : new JournalRows(place, chain);
    }

    /** All records. */
    default Iterator<Row> rows() {
        return rows(1, last());
    }

    /** Number of the last record; 0 = there is none. */
    long last();

    /** The records from one number to another, both included, by number. A record that is missing is left out. */
    Iterator<Row> rows(long from, long to);

    /** The entries of the run's coordinator, in their order. */
    Iterator<Row> entries();

    /** Rows of the database that are none of that; a database that runs share is not looked through. */
    int strays();

    @Override
    void close();
}
