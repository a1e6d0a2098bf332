package org.reweave.emulator.journal;

import akka.NotUsed;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import akka.persistence.jdbc.query.javadsl.JdbcReadJournal;
import akka.persistence.query.EventEnvelope;
import akka.persistence.query.PersistenceQuery;
import akka.stream.javadsl.Source;
import akka.stream.javadsl.StreamConverters;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads the records of one run, in the order in which they were written. A journal may be that of a process that was
 * killed: it may have no end, or nothing at all.
 */
public final class JournalReader implements AutoCloseable {
    /** A record and its number in the journal, from 1. */
    public record Stored(long number, JournalRecord record) {}

    private final JournalDatabase database;
    private final Connection connection; // keeps an embedded database open
    private final String chain; // null = nothing was written
    private final long last;
    private ActorSystem<Void> system;

    private JournalReader(JournalPlace place, Optional<String> run) {
        this.database = new JournalDatabase(place);
        this.connection = database.connect();
        try {
            Optional<String> wanted = run.map(JournalRecord.Header::single).map(JournalSystem::persistenceId);
            SortedMap<String, Long> chains =
                    database.hasTables(connection) ? database.chains(connection, wanted) : new TreeMap<>();
            this.chain = chains.isEmpty() ? null : chains.firstKey();
            this.last = chain == null ? 0 : chains.get(chain);
            this.system = last == 0
                    ? null
                    : ActorSystem.create(Behaviors.empty(), JournalSystem.NAME, JournalSystem.config(place));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
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
        return new JournalReader(place, run);
    }

    /** Removes the records of a run from a database that it shares with others. */
    public static void delete(JournalPlace place, String run) {
        new JournalDatabase(place).delete(JournalSystem.persistenceId(JournalRecord.Header.single(run)));
    }

    /** Number of the last record; 0 = there is none. */
    public long last() {
        return last;
    }

    /** The record that a journal begins with; empty when it is not there. */
    public Optional<JournalRecord.RunStarted> started() {
        return record(1).map(record -> record.fold(started -> started, batch -> null, ended -> null));
    }

    /** How the run ended; empty when the journal does not say. */
    public Optional<JournalRecord.RunEnded> ended() {
        return record(last).map(record -> record.fold(started -> null, batch -> null, ended -> ended));
    }

    /** The last item of the journal, before the record of the run's end. */
    public Optional<JournalRecord.Item> lastItem() {
        for (long number = last; number > Math.max(1, last - 2); number--) {
            Optional<JournalRecord.EventBatch> batch =
                    record(number).map(record -> record.fold(started -> null, one -> one, ended -> null));
            if (batch.isPresent()) {
                return batch.get().items().stream().reduce((earlier, later) -> later);
            }
        }
        return Optional.empty();
    }

    private Optional<JournalRecord> record(long number) {
        if (number < 1 || number > last) {
            return Optional.empty();
        }
        try (Stream<EventEnvelope> stream = stream(number, number)) {
            Iterator<Stored> records = iterator(stream);
            return records.hasNext() ? Optional.of(records.next().record()) : Optional.empty();
        }
    }

    /** All records; a number that is left out is a record that is missing. Memory is bounded however many there are. */
    public Iterator<Stored> records() {
        return last == 0 ? Collections.emptyIterator() : iterator(stream(1, last));
    }

    private Stream<EventEnvelope> stream(long from, long to) {
        Source<EventEnvelope, NotUsed> source = PersistenceQuery.get(system)
                .getReadJournalFor(JdbcReadJournal.class, JdbcReadJournal.Identifier())
                .currentEventsByPersistenceId(chain, from, to);
        return source.runWith(StreamConverters.asJavaStream(), system);
    }

    private Iterator<Stored> iterator(Stream<EventEnvelope> stream) {
        Iterator<EventEnvelope> rows = stream.iterator();
        return new Iterator<>() {
            private long read;

            @Override
            public boolean hasNext() {
                try {
                    return rows.hasNext();
                } catch (RuntimeException e) {
                    throw database.failure("cannot be read after record " + read, e);
                }
            }

            @Override
            public Stored next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("the journal has no more records");
                }
                EventEnvelope row = rows.next();
                read = row.sequenceNr();
                return new Stored(row.sequenceNr(), (JournalRecord) row.event());
            }
        };
    }

    @Override
    public void close() {
        if (system != null) {
            system.terminate();
            system.getWhenTerminated().toCompletableFuture().join();
        }
        try {
            connection.close();
        } catch (SQLException e) {
            throw database.failure("cannot be closed", e);
        }
    }
}
