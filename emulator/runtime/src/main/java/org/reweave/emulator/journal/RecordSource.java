package org.reweave.emulator.journal;

import java.util.Iterator;

/**
 * The records of one run in a database, and the entries of the run's coordinator, as bytes. Failures are
 * {@link JournalException}s that name the database.
 */
interface RecordSource extends AutoCloseable {
    /** Bytes of a record, at most: the scenario and the summary of a run are far below. */
    int LONGEST_RECORD = 16 << 20;

    /**
     * A record as stored.
     *
     * @param number of the record in its chain, from 1
     * @param serializer number of the serializer that wrote it; a journal knows {@link RecordSerializer} alone
     */
    record Row(long number, int serializer, String manifest, byte[] bytes) {}

    /** Number of the last record; 0 = there is none. */
    long last();

    /** The records from one number to another, both included, by number. A record that is missing is left out. */
    Iterator<Row> rows(long from, long to);

    /** The entries of the run's coordinator, in their order; none in a journal of version 5 or older. */
    Iterator<Row> entries();

    /** Rows of the database that are none of that; a database that runs share is not looked through. */
    int strays();

    @Override
    void close();
}
