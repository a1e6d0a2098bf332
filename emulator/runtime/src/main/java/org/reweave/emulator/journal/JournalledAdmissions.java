package org.reweave.emulator.journal;

import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.reweave.emulator.journal.JournalRecord.Admitted;
import org.reweave.emulator.journal.JournalRecord.Cut;
import org.reweave.emulator.journal.JournalRecord.Item;
import org.reweave.emulator.lax.AdmissionScript;

/** The admissions in a journal behind a cut, up to its end or to the first record that is missing. */
public final class JournalledAdmissions implements AdmissionScript.Source {
    private final JournalReader journal;
    private Iterator<JournalReader.Stored> records; // null = none was read yet
    private Iterator<Item> items = List.<Item>of().iterator();
    private final long from;
    private boolean skipping;
    private long expected;

    /** @param from cycle of the cut; 0 = the run's start */
    public JournalledAdmissions(JournalReader journal, long from) {
        this.journal = journal;
        this.from = from;
        this.skipping = from > 0;
    }

    @Override
    public Optional<Map<Integer, long[]>> next() {
        if (records == null) {
            expected = journal.recordBefore(from);
            records = journal.records(expected);
        }
        while (skipping && advance()) {
            skipping = !(items.next() instanceof Cut cut && cut.cycle() >= from);
        }
        Map<Integer, long[]> admissions = new HashMap<>();
        while (advance()) {
            Item item = items.next();
            if (item instanceof Cut) {
                return Optional.of(admissions);
            }
            if (item instanceof Admitted admitted) {
                admissions.merge(admitted.device(), admitted.records(), JournalledAdmissions::joined);
            }
        }
        return Optional.empty();
    }

    private boolean advance() {
        while (!items.hasNext() && records.hasNext()) {
            JournalReader.Stored stored = records.next();
            if (stored.number() != expected && !skipping) {
                return false;
            }
            expected = stored.number() + 1;
            items = JournalReader.itemsOf(stored.number(), stored.record()).iterator();
        }
        return items.hasNext();
    }

    private static long[] joined(long[] first, long[] more) {
        return LongStream.concat(LongStream.of(first), LongStream.of(more)).toArray();
    }
}
