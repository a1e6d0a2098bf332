package org.reweave.emulator.journal;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.reweave.emulator.journal.JournalRecord.Item;

/** The events, cuts and admissions of a run's journal, in their order; one record is in memory at a time. */
public final class JournalItems implements Iterator<Item> {
    private final Iterator<JournalReader.Stored> records;
    private Iterator<Item> items = List.<Item>of().iterator();
    private long expected;
    private long missing;

    JournalItems(Iterator<JournalReader.Stored> records, long first) {
        this.records = records;
        this.expected = first;
    }

    @Override
    public boolean hasNext() {
        while (!items.hasNext() && records.hasNext()) {
            JournalReader.Stored stored = records.next();
            if (stored.number() != expected && missing == 0) {
                missing = expected;
            }
            expected = stored.number() + 1;
            items = JournalReader.itemsOf(stored.number(), stored.record()).iterator();
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
}
