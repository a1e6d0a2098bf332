package org.reweave.emulator.journal;

import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.reweave.emulator.journal.JournalRecord.Cut;
import org.reweave.emulator.journal.JournalRecord.EventBatch;
import org.reweave.emulator.journal.JournalRecord.Item;

/**
 * The records of a run without what is void: where the run was resumed from a cut, what was written beyond that cut
 * before. A record that is void as a whole is given as a batch of nothing, so that no number is missing.
 */
final class History implements Iterator<JournalReader.Stored> {
    private final Iterator<RecordSource.Row> rows;
    private final Function<RecordSource.Row, JournalRecord> decoder;
    private final List<RunHistory.Term> resumptions; // all terms but the first one
    private long lastCut; // before the next item
    private long lastRecord; // before the next row

    /** @param first number of the first row; the items before it are of cuts that are not void */
    History(
            Iterator<RecordSource.Row> rows,
            Function<RecordSource.Row, JournalRecord> decoder,
            RunHistory history,
            long first) {
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
        RecordSource.Row row = rows.next();
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
                row.number(), resumptions.isEmpty() ? record : upTo(limit, row.number(), record));
    }

    private JournalRecord upTo(long limit, long number, JournalRecord record) {
        EventBatch nothing = new EventBatch(record.header(), new byte[0]);
        return record.fold(
                started -> started,
                batch -> upTo(limit, number, batch),
                ended -> limit == Long.MAX_VALUE ? ended : nothing,
                mark -> nothing);
    }

    /** Each item belongs to the cut that follows it. */
    private EventBatch upTo(long limit, long number, EventBatch batch) {
        BatchBuilder kept = new BatchBuilder();
        for (Item item : ReplayCheck.itemsOf(number, batch)) {
            if (lastCut < limit) {
                kept.item(item);
            }
            lastCut = item instanceof Cut cut ? cut.cut() : lastCut;
        }
        return new EventBatch(batch.header(), kept.take());
    }
}
