package org.reweave.emulator.journal.reading;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.reweave.emulator.journal.format.JournalRecord.Admitted;
import org.reweave.emulator.journal.format.JournalRecord.Cut;
import org.reweave.emulator.journal.format.JournalRecord.Item;
import org.reweave.emulator.lax.AdmissionScript;

/** The admissions in a journal behind a cut, up to its end or to the first record that is missing. */
public final class JournalledAdmissions implements AdmissionScript.Source {
    private final JournalItems items;

    /** @param from cycle of the cut; 0 = the run's start */
    public JournalledAdmissions(JournalReader journal, long from) {
        this.items = journal.itemsBehind(from);
    }

    @Override
    public Optional<Map<Integer, long[]>> next() {
        Map<Integer, long[]> admissions = new HashMap<>();
        while (items.hasNext() && items.missing() == 0) {
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

    private static long[] joined(long[] first, long[] more) {
        return LongStream.concat(LongStream.of(first), LongStream.of(more)).toArray();
    }
}
