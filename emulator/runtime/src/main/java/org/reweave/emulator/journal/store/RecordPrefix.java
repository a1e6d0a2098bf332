package org.reweave.emulator.journal.store;

import java.util.Iterator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.reweave.emulator.journal.format.Row;

/**
 * The first records of a journal and the first entries of its coordinator, as if nothing had been written since.
 *
 * @param whole the journal, to be closed by who has opened it
 * @param last number of the last record
 * @param entriesKept how many entries
 */
public record RecordPrefix(RecordSource whole, long last, long entriesKept) implements RecordSource {
    @Override
    public Iterator<Row> rows(long from, long to) {
        return whole.rows(from, Math.min(to, last));
    }

    @Override
    public Iterator<Row> entries() {
        Iterable<Row> all = whole::entries;
        Stream<Row> rows = StreamSupport.stream(all.spliterator(), false);
        return rows.limit(entriesKept).iterator();
    }

    @Override
    public int strays() {
        return 0;
    }

    @Override
    public void close() {}
}
