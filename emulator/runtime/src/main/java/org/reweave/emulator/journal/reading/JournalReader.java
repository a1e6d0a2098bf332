package org.reweave.emulator.journal.reading;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.RecordCodec;
import org.reweave.emulator.journal.format.Row;
import org.reweave.emulator.journal.format.RunHistory;
import org.reweave.emulator.journal.store.JournalException;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.store.RecordSource;
import org.reweave.emulator.journal.store.UnusableJournalException;

/**
 * Reads the records of one run, in the order in which they were written. A journal may be that of a process that was
 * killed: it may have no end, or nothing at all.
 */
public final class JournalReader implements AutoCloseable {
    /** Largest number of records, from the end, that the search for the last item reads: some records hold no item. */
    private static final int LAST_RECORDS = 16;

    /**
     * A record of the journal.
     *
     * @param number from 1
     * @param items that are not void; only batches have some
     * @param ended how the run ended, if the record says it and is not void
     */
    public record Stored(
            long number,
            JournalRecord record,
            List<JournalRecord.Item> items,
            Optional<JournalRecord.RunEnded> ended) {}

    private final JournalPlace place;
    private final RecordSource source;
    private RunHistory history; // null = not looked for yet

    JournalReader(JournalPlace place, RecordSource source) {
        this.place = place;
        this.source = source;
    }

    /**
     * Opens a journal.
     *
     * @param run its id; empty: the only one of its database
     * @throws JournalException when it cannot be read, such as while it is written
     */
    public static JournalReader open(JournalPlace place, Optional<String> run) {
        return new JournalReader(place, RecordSource.open(place, run));
    }

    /** Number of the last record; 0 = there is none. */
    public long last() {
        return source.last();
    }

    /** The record that a journal begins with; empty when it is not there. */
    public Optional<JournalRecord.RunStarted> started() {
        return record(1).map(record -> record.fold(started -> started, batch -> null, ended -> null));
    }

    /** How the run ended; empty when the journal does not say. */
    public Optional<JournalRecord.RunEnded> ended() {
        return history().isEarlier(last())
                ? Optional.empty() // a later term went on from before
                : record(last()).map(record -> record.fold(started -> null, batch -> null, ended -> ended));
    }

    /** The last item of the journal, or the cut from which it goes on. */
    public Optional<JournalRecord.Item> lastItem() {
        if (history().isEarlier(last())) {
            return history()
                    .term()
                    .map(term -> new JournalRecord.Cut(
                            term.started().cut(), term.started().cycle(), ""));
        }
        for (long number = last(); number > Math.max(1, last() - LAST_RECORDS); number--) {
            Optional<JournalRecord> record = record(number);
            if (record.isPresent() && record.get() instanceof JournalRecord.EventBatch batch) {
                return itemsOf(number, batch).stream().reduce((earlier, later) -> later);
            }
        }
        return Optional.empty();
    }

    private Optional<JournalRecord> record(long number) {
        if (number < 1 || number > last()) {
            return Optional.empty();
        }
        Iterator<Row> rows = source.rows(number, number);
        return rows.hasNext() ? Optional.of(decoded(rows.next())) : Optional.empty();
    }

    /** All records; a number that is left out is a record that is missing. One record is in memory at a time. */
    public Iterator<Stored> records() {
        return records(1);
    }

    private Iterator<Stored> records(long first) {
        return new History(source.rows(first, last()), this::decoded, history(), first);
    }

    /**
     * The items of all records.
     *
     * @param from cycle; what was before it need not be among them, what was from it on is
     */
    public JournalItems items(long from) {
        long first = recordBefore(from);
        return new JournalItems(records(first), first);
    }

    /**
     * The items behind a cut.
     *
     * @param cycle of the cut; 0 = the run's start
     */
    JournalItems itemsBehind(long cycle) {
        return items(cycle).behind(cycle);
    }

    /**
     * Number of a record that is not behind the cut at a cycle, or behind what happened from that cycle on, and is not
     * far before. A few records are read to find it, whatever their number.
     *
     * @param cycle 0 = the run's start
     */
    private long recordBefore(long cycle) {
        long before = 1;
        long behind = last() + 1;
        for (RunHistory.Term term : history().terms()) {
            if (term.started().cycle() < cycle) { // what earlier terms have from there on is void
                before = term.recordsBefore() + 1;
                behind = last() + 1;
            } else {
                behind = Math.min(behind, term.recordsBefore() + 1);
            }
        }
        while (behind - before > 1) {
            long middle = before + (behind - before) / 2;
            long probe = middle;
            Optional<JournalRecord.Cut> cut = firstCut(probe);
            while (cut.isEmpty() && ++probe < behind) {
                cut = firstCut(probe);
            }
            if (cut.isPresent() && cut.get().cycle() <= cycle) {
                before = probe;
            } else {
                behind = middle;
            }
        }
        return before;
    }

    private Optional<JournalRecord.Cut> firstCut(long number) {
        return record(number).flatMap(record -> itemsOf(number, record).stream()
                .filter(JournalRecord.Cut.class::isInstance)
                .map(JournalRecord.Cut.class::cast)
                .findFirst());
    }

    /**
     * How the run was carried on, as its coordinator has persisted it.
     *
     * @throws UnusableJournalException when an entry is damaged
     */
    public RunHistory history() {
        if (history == null) {
            history = persisted(source.entries());
        }
        return history;
    }

    private RunHistory persisted(Iterator<Row> entries) {
        RunHistory all = RunHistory.NONE;
        while (entries.hasNext()) {
            try {
                all = all.with(entries.next());
            } catch (IllegalArgumentException e) {
                throw new UnusableJournalException(place.label() + ": " + e.getMessage(), e);
            }
        }
        return all;
    }

    /** The items of a record, void or not; only batches have some. */
    static List<JournalRecord.Item> itemsOf(long number, JournalRecord record) {
        try {
            return record instanceof JournalRecord.EventBatch batch ? batch.items() : List.of();
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new UnusableJournalException("record " + number + " of the journal is damaged: " + e.getMessage(), e);
        }
    }

    private JournalRecord decoded(Row row) {
        try {
            return RecordCodec.decode(row);
        } catch (IllegalArgumentException e) {
            throw new UnusableJournalException(
                    place.label() + ": record " + row.number() + " " + RecordCodec.complaint(e), e);
        }
    }

    @Override
    public void close() {
        source.close();
    }
}
