package org.reweave.emulator.journal.reading;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.JournalRecord.Cut;
import org.reweave.emulator.journal.format.JournalRecord.Item;
import org.reweave.emulator.journal.format.JournalRecord.RunEnded;
import org.reweave.emulator.journal.format.Row;
import org.reweave.emulator.journal.format.RunHistory;

/**
 * The records of a run, and what of them is not void: where the run was resumed from a cut, nothing holds that was
 * written beyond that cut before.
 */
final class History implements Iterator<JournalReader.Stored> {
    private final Iterator<Row> rows;
    private final Function<Row, JournalRecord> decoder;
    private final List<RunHistory.Term> resumptions; // all terms but the first one
    private long lastCut; // before the next item
    private long lastRecord; // before the next row

    /** @param first number of the first row; the items before it are of cuts that are not void */
    History(Iterator<Row> rows, Function<Row, JournalRecord> decoder, RunHistory history, long first) {
        this.lastRecord = first - 1;
        this.rows = rows;
        this.decoder = decoder;
        this.resumptions = history.terms().stream().skip(1).toList();
    }

    @Override
    public boolean hasNext() {
        return rows.hasNext();
    }

    @Override
    public JournalReader.Stored next() {
        Row row = rows.next();
        JournalRecord record = decoder.apply(row);
        long limit = Long.MAX_VALUE;
        for (RunHistory.Term resumption : resumptions) {
            if (row.number() <= resumption.recordsBefore()) {
                limit = Math.min(limit, resumption.started().cut());
            } else if (lastRecord <= resumption.recordsBefore()) {
                lastCut = resumption.started().cut();
            }
        }
        lastRecord = row.number();
        return new JournalReader.Stored(
                row.number(),
                record,
                upTo(limit, JournalReader.itemsOf(row.number(), record)),
                limit == Long.MAX_VALUE && record instanceof RunEnded ended ? Optional.of(ended) : Optional.empty());
    }

    /** Each item belongs to the cut that follows it. */
    private List<Item> upTo(long limit, List<Item> items) {
        List<Item> kept = new ArrayList<>();
        for (Item item : items) {
            if (lastCut < limit) {
                kept.add(item);
            }
            lastCut = item instanceof Cut cut ? cut.cut() : lastCut;
        }
        return kept;
    }
}
