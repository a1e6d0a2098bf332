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
    private final Iterator<JournalReader.Stored> records;
    private Iterator<Item> items = List.<Item>of().iterator();
    private final long from;
    private boolean skipping;
    private long expected = 1;

    /**
     * @param records of the journal, from its first one
     * @param from number of the cut; 0 = the run's start
     */
    public JournalledAdmissions(Iterator<JournalReader.Stored> records, long from) {
        this.records = records;
        this.from = from;
        this.skipping = from > 0;
    }

    @Override
    public Optional<Map<Integer, long[]>> next() {
        while (skipping && advance()) {
            skipping = !(items.next() instanceof Cut cut && cut.cut() >= from);
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
            items = stored.record()
                    .<List<Item>>fold(
                            started -> List.of(),
                            batch -> ReplayCheck.itemsOf(stored.number(), batch),
                            end -> List.of(),
                            mark -> List.of())
                    .iterator();
        }
        return items.hasNext();
    }

    private static long[] joined(long[] first, long[] more) {
        return LongStream.concat(LongStream.of(first), LongStream.of(more)).toArray();
    }
}
