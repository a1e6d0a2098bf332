package org.reweave.emulator.journal.reading;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.reweave.emulator.journal.format.JournalRecord.Cut;
import org.reweave.emulator.journal.format.JournalRecord.Header;
import org.reweave.emulator.journal.format.JournalRecord.Item;
import org.reweave.emulator.journal.format.JournalRecord.RunEnded;
import org.reweave.emulator.journal.store.UnusableJournalException;

/**
 * The events, cuts and admissions of a run's journal, in their order, up to the record of the run's end; one record is
 * in memory at a time.
 */
public final class JournalItems implements Iterator<Item> {
    private final Iterator<JournalReader.Stored> records;
    private Iterator<Item> items = Collections.emptyIterator();
    private Optional<Header> header = Optional.empty(); // of the first record that was read
    private Optional<RunEnded> ended = Optional.empty();
    private long expected;
    private long missing;

    /** @param first number of the first one of the records */
    JournalItems(Iterator<JournalReader.Stored> records, long first) {
        this.records = records;
        this.expected = first;
    }

    /** Leaves out what is before a cut, and the cut itself; records that are missing there are not missed. */
    JournalItems behind(long cycle) {
        boolean before = cycle > 0;
        while (before && hasNext()) {
            if (next() instanceof Cut cut && cut.cycle() >= cycle) {
                before = false;
                missing = cut.cycle() == cycle ? 0 : missing;
            }
        }
        return this;
    }

    /** @throws UnusableJournalException when a record is damaged, or of another run */
    @Override
    public boolean hasNext() {
        while (!items.hasNext() && ended.isEmpty() && records.hasNext()) {
            JournalReader.Stored stored = records.next();
            if (stored.number() != expected && missing == 0) {
                missing = expected;
            }
            expected = stored.number() + 1;
            Header own = stored.record().header();
            if (!own.equals(header.orElse(own))) {
                throw new UnusableJournalException("record " + stored.number() + " of the journal is of " + own
                        + ", the others are of " + header.get());
            }
            header = Optional.of(own);
            ended = stored.ended();
            items = stored.items().iterator();
        }
        return items.hasNext();
    }

    @Override
    public Item next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the journal has no more items");
        }
        return items.next();
    }

    /** Number of the first record that is missing among those that were read; 0 = none is. */
    public long missing() {
        return missing;
    }

    /** How the run ended, once all items were read; empty when the journal does not say. */
    Optional<RunEnded> ended() {
        return ended;
    }
}
