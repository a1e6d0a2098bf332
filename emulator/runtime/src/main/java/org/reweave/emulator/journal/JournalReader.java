package org.reweave.emulator.journal;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.journal.CoordinatorEntry.Seal;

/**
 * Reads the records of one run, in the order in which they were written. A journal may be that of a process that was
 * killed: it may have no end, or nothing at all.
 */
public final class JournalReader implements AutoCloseable {
    /** From the end, so many records may be without an item. */
    private static final int LAST_RECORDS = 16;

    /** A record and its number in the journal, from 1. */
    public record Stored(long number, JournalRecord record) {}

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
        if (!place.exists()) {
            throw new JournalException(place.label() + ": no such file");
        }
        if (place.isLocked()) {
            throw new JournalException(place.label() + ": another process writes it; wait for that run");
        }
        Optional<String> chain = run.map(JournalRecord.Header::single).map(JournalSystem::persistenceId);
        return new JournalReader(
                place,
                place.file().isPresent() ? new JournalFile(place.file().get(), chain) : new JournalRows(place, chain));
    }

    /** Removes the records of a run from a database that it shares with others. */
    public static void delete(JournalPlace place, String run) {
        JournalDatabase database = new JournalDatabase(place);
        database.delete(JournalSystem.persistenceId(JournalRecord.Header.single(run)));
        database.delete(JournalSystem.coordinatorId(run));
    }

    /** Number of the last record; 0 = there is none. */
    public long last() {
        return source.last();
    }

    /** The record that a journal begins with; empty when it is not there. */
    public Optional<JournalRecord.RunStarted> started() {
        return record(1).map(record -> record.fold(started -> started, batch -> null, ended -> null, mark -> null));
    }

    /** How the run ended; empty when the journal does not say. */
    public Optional<JournalRecord.RunEnded> ended() {
        return history().isEarlier(last())
                ? Optional.empty() // a later term went on from before
                : record(last())
                        .map(record -> record.fold(started -> null, batch -> null, ended -> ended, mark -> null));
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
                return batch.items().stream().reduce((earlier, later) -> later);
            }
        }
        return Optional.empty();
    }

    private Optional<JournalRecord> record(long number) {
        if (number < 1 || number > last()) {
            return Optional.empty();
        }
        Iterator<RecordSource.Row> rows = source.rows(number, number);
        return rows.hasNext() ? Optional.of(decoded(rows.next())) : Optional.empty();
    }

    /**
     * All records, without what is void since the run was resumed from a cut before; a number that is left out is a
     * record that is missing. Memory is bounded however many there are.
     */
    public Iterator<Stored> records() {
        return records(1);
    }

    /** The same from a record on. */
    Iterator<Stored> records(long first) {
        Iterator<RecordSource.Row> rows = last() < first ? Collections.emptyIterator() : source.rows(first, last());
        return new History(rows, this::decoded, history(), first);
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
     * Number of a record that is not behind the cut at a cycle, or behind what happened from that cycle on, and is not
     * far before. A few records are read to find it, whatever their number.
     *
     * @param cycle 0 = the run's start
     */
    long recordBefore(long cycle) {
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
            Iterator<RecordSource.Row> entries = source.entries();
            history = entries.hasNext() ? persisted(entries) : fromMarks();
        }
        return history;
    }

    /** The entries of the run's coordinator as they are stored. */
    Iterator<RecordSource.Row> entries() {
        return source.entries();
    }

    /** See {@link RecordSource#strays}. */
    int strays() {
        return source.strays();
    }

    private RunHistory persisted(Iterator<RecordSource.Row> entries) {
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

    /** Until version 5, resumptions and checkpoints are among the records; version 4 has none. */
    private RunHistory fromMarks() {
        RunHistory all = RunHistory.NONE;
        for (Iterator<RecordSource.Row> rows = rows(); rows.hasNext(); ) {
            RecordSource.Row row = rows.next();
            Seal there = new Seal(row.number(), "");
            if (row.manifest().equals(RecordCodec.STARTED)
                    && decoded(row) instanceof JournalRecord.RunStarted started) {
                all = all.with(
                        new CoordinatorEvent.TermStarted(started.header().run(), 1, 0, 0, started.startedAt()),
                        new Seal(0, ""));
            } else if (row.manifest().equals(RecordCodec.RESUMED)
                    && decoded(row) instanceof JournalRecord.RunResumed resumed) {
                all = all.with(
                        new CoordinatorEvent.TermStarted(
                                resumed.header().run(),
                                all.terms().size() + 1L,
                                resumed.cut(),
                                resumed.cycle(),
                                resumed.at()),
                        there);
            } else if (row.manifest().equals(RecordCodec.TAKEN)
                    && decoded(row) instanceof JournalRecord.CheckpointTaken taken) {
                all = all.with(
                        new CoordinatorEvent.CheckpointCompleted(
                                taken.cut(), taken.cycle(), taken.size(), taken.digest()),
                        there);
            }
        }
        return all;
    }

    /**
     * The items of the next record.
     *
     * @param expected number of that record
     * @throws UnusableJournalException when it is not there
     */
    public static Iterator<JournalRecord.Item> items(Iterator<Stored> records, long expected) {
        if (!records.hasNext()) {
            throw new UnusableJournalException("the journal ends before record " + expected);
        }
        Stored stored = records.next();
        if (stored.number() != expected) {
            throw new UnusableJournalException("record " + expected + " of the journal is missing");
        }
        return itemsOf(expected, stored.record()).iterator();
    }

    /** The items of a record; only batches have some. */
    static List<JournalRecord.Item> itemsOf(long number, JournalRecord record) {
        return record.fold(
                started -> List.of(),
                batch -> ReplayCheck.itemsOf(number, batch),
                ended -> List.of(),
                mark -> List.of());
    }

    /** All records as they are stored. */
    Iterator<RecordSource.Row> rows() {
        return last() == 0 ? Collections.emptyIterator() : source.rows(1, last());
    }

    private JournalRecord decoded(RecordSource.Row row) {
        try {
            return RecordCodec.decode(row);
        } catch (IllegalArgumentException e) {
            throw new UnusableJournalException(
                    place.label() + ": record " + row.number() + " is damaged: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        source.close();
    }
}
