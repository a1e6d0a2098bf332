package org.reweave.emulator.journal.writing;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.ChildFailed;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.Behaviors;
import akka.pattern.CircuitBreakerOpenException;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.RecoveryCompleted;
import akka.persistence.typed.SnapshotSelectionCriteria;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.Recovery;
import akka.persistence.typed.javadsl.SignalHandler;
import java.util.function.Consumer;
import org.reweave.emulator.journal.format.Chains;
import org.reweave.emulator.journal.format.CoordinatorEntry.Seal;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.store.JournalException;
import org.reweave.emulator.journal.store.JournalPlace;

/**
 * Persists the records of one run, in their order, and reports each acknowledged record to the {@link Window}. A
 * request to the run's coordinator is passed on when all records before it are acknowledged, with their seal, which is
 * the actor's state.
 *
 * <p>A file's commits are left to the operating system, and brought to the disk three times: with the first record,
 * after which a power failure leaves a run that can be gone on with; before an entry that a checkpoint is complete or
 * the run is over; and after that entry.
 */
final class JournalWriter extends EventSourcedBehavior<JournalCommand, JournalRecord, Seal> {
    /** @param number of the record, from 1 for the first one of this process */
    record Append(long number, JournalRecord record) implements JournalCommand {}

    private final Window window;
    private final long there;
    private final ActorRef<RunCoordinator.Sealed> coordinator;
    private final Runnable sync;

    JournalWriter(
            PersistenceId id, Window window, long there, ActorRef<RunCoordinator.Sealed> coordinator, Runnable sync) {
        super(id);
        this.window = window;
        this.there = there;
        this.coordinator = coordinator;
        this.sync = sync;
    }

    /**
     * A writer and a coordinator under a guardian that tells the window when one of them fails or stops.
     *
     * @param there records that the run has already
     * @param sync brings the journal to the disk
     */
    static Behavior<JournalCommand> create(
            JournalRecord.Header header, JournalPlace place, Window window, long there, Runnable sync) {
        return Behaviors.setup(context -> {
            ActorRef<RunCoordinator.Sealed> coordinator = context.spawn(
                    new RunCoordinator(PersistenceId.ofUniqueId(Chains.coordinator(header.run())), sync),
                    "coordinator");
            ActorRef<JournalCommand> writer = context.spawn(
                    new JournalWriter(
                            PersistenceId.ofUniqueId(Chains.records(header)), window, there, coordinator, sync),
                    "writer");
            context.watch(coordinator);
            context.watch(writer);
            return watching(writer, reason -> window.failed(place.failure("cannot be written", reason)), window, false);
        });
    }

    /**
     * A guardian of two watched children that passes messages on to the first.
     *
     * @param failed is told why a child failed
     * @param isSecond whether the failure of another child is not told yet, since it is a consequence: the breaker was
     *     open, which the call of the child that is left has opened
     */
    static Behavior<JournalCommand> watching(
            ActorRef<JournalCommand> writer, Consumer<Throwable> failed, Window window, boolean isSecond) {
        return Behaviors.receive(JournalCommand.class)
                .onMessage(JournalCommand.class, command -> {
                    writer.tell(command);
                    return Behaviors.same();
                })
                .onSignal(ChildFailed.class, child -> {
                    if (!isSecond && isConsequence(child.cause())) {
                        return watching(writer, failed, window, true);
                    }
                    failed.accept(child.cause());
                    return Behaviors.stopped();
                })
                .onSignal(Terminated.class, stopped -> {
                    window.failed(new JournalException("the journal's writer stopped before the run was over"));
                    return Behaviors.stopped();
                })
                .build();
    }

    private static boolean isConsequence(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CircuitBreakerOpenException) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Seal emptyState() {
        return Seal.NOTHING;
    }

    @Override
    public CommandHandler<JournalCommand, JournalRecord, Seal> commandHandler() {
        return newCommandHandlerBuilder()
                .forAnyState()
                .onCommand(
                        Append.class,
                        append -> Effect().persist(append.record()).thenRun(() -> acknowledge(append.number())))
                .onCommand(
                        RunCoordinator.Request.class,
                        (seal, request) -> Effect().none().thenRun(() -> passOn(request, seal)))
                .build();
    }

    private void acknowledge(long number) {
        if (number == 1) {
            sync.run();
        }
        window.acknowledged(number);
    }

    private void passOn(RunCoordinator.Request request, Seal seal) {
        if (request.isSynced()) {
            sync.run();
        }
        coordinator.tell(new RunCoordinator.Sealed(request, seal));
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
                })
                .build();
    }

    @Override
    public Recovery recovery() {
        return Recovery.withSnapshotSelectionCriteria(SnapshotSelectionCriteria.none());
    }
}
