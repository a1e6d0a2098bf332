package org.reweave.emulator.journal;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.ChildFailed;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.Behaviors;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryCompleted;
import akka.persistence.typed.SnapshotSelectionCriteria;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.Recovery;
import akka.persistence.typed.javadsl.SignalHandler;

/**
 * Persists the records of one incarnation of one run, in their order, and reports each acknowledged record to the
 * {@link Window}. The actor's state is the number of records.
 */
final class JournalWriter extends EventSourcedBehavior<JournalWriter.Append, JournalRecord, Long> {
    /** @param number of the record, from 1 */
    record Append(long number, JournalRecord record) {}

    private final Window window;
    private final long there;

    private JournalWriter(PersistenceId id, Window window, long there) {
        super(id);
        this.window = window;
        this.there = there;
    }

    /**
     * A writer under a guardian that tells the window when the writer fails or stops.
     *
     * @param there records that the run has already
     */
    static Behavior<Append> create(JournalRecord.Header header, JournalDatabase database, Window window, long there) {
        PersistenceId id = PersistenceId.ofUniqueId(JournalSystem.persistenceId(header));
        return Behaviors.setup(context -> {
            ActorRef<Append> writer = context.spawn(new JournalWriter(id, window, there), "writer");
            context.watch(writer);
            return Behaviors.receive(Append.class)
                    .onAnyMessage(append -> {
                        writer.tell(append);
                        return Behaviors.same();
                    })
                    .onSignal(ChildFailed.class, failed -> {
                        window.failed(database.failure("cannot be written", failed.cause()));
                        return Behaviors.stopped();
                    })
                    .onSignal(Terminated.class, stopped -> {
                        window.failed(new JournalException("the journal's writer stopped before the run was over"));
                        return Behaviors.stopped();
                    })
                    .build();
        });
    }

    @Override
    public Long emptyState() {
        return 0L;
    }

    @Override
    public CommandHandler<Append, JournalRecord, Long> commandHandler() {
        return newCommandHandlerBuilder()
                .forAnyState()
                .onCommand(Append.class, append -> Effect()
                        .persist(append.record())
                        .thenRun(state -> window.acknowledged(append.number())))
                .build();
    }

    @Override
    public EventHandler<Long, JournalRecord> eventHandler() {
        return (count, record) -> count + 1;
    }

    @Override
    public SignalHandler<Long> signalHandler() {
        return newSignalHandlerBuilder()
                .onSignal(RecoveryCompleted.instance(), count -> {
                    if (count != there) {
                        throw new IllegalStateException("it already holds "
                                + persistenceId().id() + ", " + count + " records, not " + there
                                + "; a run has a journal of its own, which one process writes");
                    }
                })
                .build();
    }

    @Override
    public Recovery recovery() {
        return Recovery.withSnapshotSelectionCriteria(SnapshotSelectionCriteria.none());
    }
}
