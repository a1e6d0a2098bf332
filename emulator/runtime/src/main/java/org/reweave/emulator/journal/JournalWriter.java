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
import org.reweave.emulator.journal.CoordinatorEntry.Seal;

/**
 * Persists the records of one run, in their order, and reports each acknowledged record to the {@link Window} and to
 * the run's coordinator. The actor's state is the number of records and the digest of all of them.
 */
final class JournalWriter extends EventSourcedBehavior<JournalWriter.Append, JournalRecord, Seal> {
    /**
     * @param number of the record, from 1 for the first one of this process
     * @param cut the last one in the record; 0 = it has none
     */
    record Append(long number, JournalRecord record, long cut, long cycle) implements JournalCommand {}

    private final Window window;
    private final long there;
    private final ActorRef<? super RunCoordinator.Written> coordinator;

    private JournalWriter(
            PersistenceId id, Window window, long there, ActorRef<? super RunCoordinator.Written> coordinator) {
        super(id);
        this.window = window;
        this.there = there;
        this.coordinator = coordinator;
    }

    /**
     * A writer and a coordinator under a guardian that tells the window when one of them fails or stops.
     *
     * @param there records that the run has already
     */
    static Behavior<JournalCommand> create(
            JournalRecord.Header header, JournalDatabase database, Window window, long there) {
        return Behaviors.setup(context -> {
            ActorRef<RunCoordinator.Command> coordinator = context.spawn(
                    new RunCoordinator(
                            PersistenceId.ofUniqueId(JournalSystem.coordinatorId(header.run())), System::nanoTime),
                    "coordinator");
            ActorRef<Append> writer = context.spawn(
                    new JournalWriter(
                            PersistenceId.ofUniqueId(JournalSystem.persistenceId(header)), window, there, coordinator),
                    "writer");
            context.watch(coordinator);
            context.watch(writer);
            return Behaviors.receive(JournalCommand.class)
                    .onMessage(Append.class, append -> {
                        writer.tell(append);
                        return Behaviors.same();
                    })
                    .onMessage(RunCoordinator.Command.class, command -> {
                        coordinator.tell(command);
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
    public Seal emptyState() {
        return Seal.NOTHING;
    }

    @Override
    public CommandHandler<Append, JournalRecord, Seal> commandHandler() {
        return newCommandHandlerBuilder()
                .forAnyState()
                .onCommand(
                        Append.class,
                        append -> Effect().persist(append.record()).thenRun(seal -> {
                            window.acknowledged(append.number());
                            coordinator.tell(new RunCoordinator.Written(seal, append.cut(), append.cycle()));
                        }))
                .build();
    }

    @Override
    public EventHandler<Seal, JournalRecord> eventHandler() {
        return Seal::with;
    }

    @Override
    public SignalHandler<Seal> signalHandler() {
        return newSignalHandlerBuilder()
                .onSignal(RecoveryCompleted.instance(), seal -> {
                    if (seal.records() != there) {
                        throw new IllegalStateException("it already holds "
                                + persistenceId().id() + ", " + seal.records() + " records, not " + there
                                + "; a run has a journal of its own, which one process writes");
                    }
                    coordinator.tell(new RunCoordinator.Written(seal, 0, 0));
                })
                .build();
    }

    @Override
    public Recovery recovery() {
        return Recovery.withSnapshotSelectionCriteria(SnapshotSelectionCriteria.none());
    }
}
