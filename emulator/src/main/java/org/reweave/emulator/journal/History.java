package org.reweave.emulator.journal;

import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.reweave.emulator.journal.JournalRecord.CheckpointTaken;
import org.reweave.emulator.journal.JournalRecord.Cut;
import org.reweave.emulator.journal.JournalRecord.EventBatch;
import org.reweave.emulator.journal.JournalRecord.Item;
import org.reweave.emulator.journal.JournalRecord.RunResumed;

/**
 * The records of a run without what is void: where the run was resumed from a cut, what was written beyond that cut
 * before. A record that is void as a whole is given as a batch of nothing, so that no number is missing.
 */
final class History implements Iterator<JournalReader.Stored> {
    /** A process has gone on from a cut, with the records after this one. */
    record Resumption(long number, long cut) {}

    private final Iterator<RecordSource.Row> rows;
    private final Function<RecordSource.Row, JournalRecord> decoder;
    private final List<Resumption> resumptions;
    private long lastCut; // before the next item

    /** @param resumptions in the order of their records */
    History(
            Iterator<RecordSource.Row> rows,
            Function<RecordSource.Row, JournalRecord> decoder,
            List<Resumption> resumptions) {
        this.rows = rows;
        this.decoder = decoder;
        this.resumptions = resumptions;
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
        for (Resumption resumption : resumptions) {
            if (resumption.number() > row.number()) {
                limit = Math.min(limit, resumption.cut());
            }
        }
        return new JournalReader.Stored(
                row.number(), resumptions.isEmpty() ? record : upTo(limit, row.number(), record));
    }

    private JournalRecord upTo(long limit, long number, JournalRecord record) {
        EventBatch nothing = new EventBatch(record.header(), new byte[0]);
        return record.fold(
                started -> started,
                batch -> upTo(limit, number, batch),
                ended -> limit == Long.MAX_VALUE ? ended : nothing,
                mark -> {
                    if (mark instanceof RunResumed resumed) {
                        lastCut = resumed.cut();
                    }
                    return mark instanceof CheckpointTaken taken && taken.cut() > limit ? nothing : mark;
                });
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
