package org.reweave.emulator.journal.store;

import akka.actor.ActorRef;
import akka.actor.setup.Setup;
import akka.dispatch.Futures;
import akka.persistence.AtomicWrite;
import akka.persistence.PersistentRepr;
import akka.persistence.journal.japi.AsyncWriteJournal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.h2.mvstore.Cursor;
import org.reweave.emulator.journal.format.Chains;
import org.reweave.emulator.journal.format.CoordinatorEntry;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.RecordCodec;
import org.reweave.emulator.journal.format.Row;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A plug-in of Akka Persistence over a {@link JournalFileWriter}. Threads of the actor system wait for the file: they
 * have nothing else to do. Bytes are those of the formats, without Akka's serializers.
 */
final class FileJournal extends AsyncWriteJournal {
    /** Hands an open file to the plug-in, which Akka makes. */
    static final class Opened extends Setup {
        private final JournalFileWriter file;

        Opened(JournalFileWriter file) {
            this.file = file;
        }
    }

    private final JournalFileWriter file =
            context().system().settings().setup().get(Opened.class).orElseThrow().file;

    @Override
    public Future<Iterable<Optional<Exception>>> doAsyncWriteMessages(Iterable<AtomicWrite> messages) {
        try {
            List<Optional<Exception>> written = new ArrayList<>();
            for (AtomicWrite write : messages) {
                for (PersistentRepr event : CollectionConverters.asJava(write.payload())) {
                    file.put(write.persistenceId(), row(event));
                }
                written.add(Optional.empty());
            }
            file.commit();
            return Futures.successful(written);
        } catch (JournalException e) {
            return Futures.failed(e);
        }
    }

    private static Row row(PersistentRepr event) {
        return event.payload() instanceof JournalRecord record
                ? RecordCodec.row(event.sequenceNr(), record)
                : ((CoordinatorEntry) event.payload()).row(event.sequenceNr());
    }

    @Override
    public Future<Void> doAsyncReplayMessages(
            String chain, long from, long to, long max, Consumer<PersistentRepr> replay) {
        Cursor<Long, byte[]> rows = file.rows(chain).cursor(from, to, false);
        for (long i = 0; i < max && rows.hasNext(); i++) {
            Row row = JournalFile.row(rows.next(), rows.getValue());
            Object event = Chains.isCoordinator(chain) ? CoordinatorEntry.decode(row) : RecordCodec.decode(row);
            replay.accept(PersistentRepr.apply(event, row.number(), chain, "", false, ActorRef.noSender(), ""));
        }
        return Futures.successful(null);
    }

    @Override
    public Future<Long> doAsyncReadHighestSequenceNr(String chain, long from) {
        Long last = file.rows(chain).lastKey();
        return Futures.successful(last == null ? 0 : last);
    }

    @Override
    public Future<Void> doAsyncDeleteMessagesTo(String chain, long to) {
        return Futures.failed(new UnsupportedOperationException("no record of a journal is ever deleted"));
    }
}
