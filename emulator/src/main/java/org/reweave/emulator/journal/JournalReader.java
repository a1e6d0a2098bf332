package org.reweave.emulator.journal;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

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
    private List<History.Resumption> resumptions; // null = not looked for yet

    private JournalReader(JournalPlace place, RecordSource source) {
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
        new JournalDatabase(place).delete(JournalSystem.persistenceId(JournalRecord.Header.single(run)));
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
        return record(last()).map(record -> record.fold(started -> null, batch -> null, ended -> ended, mark -> null));
    }

    /** The last item of the journal, or the cut from which it goes on. */
    public Optional<JournalRecord.Item> lastItem() {
        for (long number = last(); number > Math.max(1, last() - LAST_RECORDS); number--) {
            Optional<JournalRecord> record = record(number);
            if (record.isPresent() && record.get() instanceof JournalRecord.RunResumed resumed) {
                return Optional.of(new JournalRecord.Cut(resumed.cut(), resumed.cycle(), ""));
            }
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
        return new History(rows(), this::decoded, resumptions());
    }

    private List<History.Resumption> resumptions() {
        if (resumptions == null) {
            resumptions = new ArrayList<>();
            for (Iterator<RecordSource.Row> rows = rows(); rows.hasNext(); ) {
                RecordSource.Row row = rows.next();
                if (row.manifest().equals(RecordCodec.RESUMED)
                        && decoded(row) instanceof JournalRecord.RunResumed resumed) {
                    resumptions.add(new History.Resumption(row.number(), resumed.cut()));
                }
            }
        }
        return resumptions;
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
        return stored.record()
                .<List<JournalRecord.Item>>fold(
                        started -> List.of(),
                        batch -> ReplayCheck.itemsOf(expected, batch),
                        ended -> List.of(),
                        mark -> List.of())
                .iterator();
    }

    /** All records as they are stored. */
    Iterator<RecordSource.Row> rows() {
        return last() == 0 ? java.util.Collections.emptyIterator() : source.rows(1, last());
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
