package org.reweave.emulator.journal.writing;

import akka.actor.typed.ActorRef;
import akka.pattern.StatusReply;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.SnapshotSelectionCriteria;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.Effect;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.Recovery;
import java.util.List;
import org.reweave.emulator.journal.format.CoordinatorEntry;
import org.reweave.emulator.journal.format.CoordinatorEntry.Seal;
import org.reweave.emulator.journal.format.CoordinatorEvent;
import org.reweave.emulator.journal.format.CoordinatorEvent.CheckpointCompleted;
import org.reweave.emulator.journal.format.CoordinatorEvent.Decided;
import org.reweave.emulator.journal.format.CoordinatorEvent.PermitExtended;
import org.reweave.emulator.journal.format.CoordinatorEvent.RunOver;
import org.reweave.emulator.journal.format.CoordinatorEvent.TermStarted;
import org.reweave.emulator.journal.format.CoordinatorEvent.Wish;
import org.reweave.emulator.journal.format.RunHistory;

/**
 * Keeps how a run is carried on: terms, permits, decisions and completed checkpoints are persisted, and after a kill
 * Akka Persistence gives them back. The actor has no state but that {@link RunHistory}: each {@link Request} reaches
 * the coordinator through the {@link JournalWriter}, behind the records that the request is about. No device, no
 * listener and no record waits for the coordinator, but for the first record of a term and the end of the run.
 */
final class RunCoordinator extends EventSourcedBehavior<RunCoordinator.Sealed, CoordinatorEntry, RunHistory> {
    /**
     * A request behind the records that were sent before it.
     *
     * @param seal of those records, all of which are in the database
     */
    record Sealed(Request request, Seal seal) {}

    /** A request to the coordinator by a process that runs the run. */
    sealed interface Request extends JournalCommand {
        /** The events to be persisted; none when nothing is new, or the request is refused. */
        List<CoordinatorEvent> events(RunHistory history);

        /** Whether a power failure must take back neither the records before the request nor its events. */
        default boolean isSynced() {
            return false;
        }

        /** Called when these events are in the database, and on the disk if {@link #isSynced}. */
        default void done(RunHistory before, RunHistory after) {}
    }

    /**
     * This process goes on with the run from a cut.
     *
     * @param known history as this process has read it; the reply is an error when the coordinator knows another one
     */
    record StartTerm(
            String run, long cut, long cycle, long at, RunHistory known, ActorRef<StatusReply<RunHistory>> replyTo)
            implements Request {
        private boolean isOf(RunHistory history) {
            return history.entries() == known.entries() && history.digest().equals(known.digest());
        }

        @Override
        public List<CoordinatorEvent> events(RunHistory history) {
            return isOf(history)
                    ? List.of(new TermStarted(run, history.terms().size() + 1L, cut, cycle, at))
                    : List.of();
        }

        @Override
        public void done(RunHistory before, RunHistory after) {
            replyTo.tell(
                    isOf(before)
                            ? StatusReply.success(after)
                            : StatusReply.error("it already holds " + run + ", with " + before.entries()
                                    + " entries of its coordinator, not " + known.entries()
                                    + "; a run has a journal of its own, which one process writes"));
        }
    }

    /** Events and cuts up to a cut were written. */
    record Permit(long cut, long cycle) implements Request {
        @Override
        public List<CoordinatorEvent> events(RunHistory history) {
            return cut > history.permitted() ? List.of(new PermitExtended(cut, cycle)) : List.of();
        }
    }

    /** A user's wish was granted. */
    record Grant(Wish wish) implements Request {
        @Override
        public List<CoordinatorEvent> events(RunHistory history) {
            return List.of(new Decided(wish, history.permitted()));
        }
    }

    /** A checkpoint's file is whole, and its cut was written. */
    record Complete(CheckpointCompleted checkpoint) implements Request {
        @Override
        public boolean isSynced() {
            return true;
        }

        @Override
        public List<CoordinatorEvent> events(RunHistory history) {
            return List.of(checkpoint);
        }
    }

    /**
     * The run is over, and its last record was written.
     *
     * @param cut the last one
     * @param done is called when that is in the database
     */
    record End(long cut, long cycle, Runnable done) implements Request {
        @Override
        public boolean isSynced() {
            return true;
        }

        @Override
        public List<CoordinatorEvent> events(RunHistory history) {
            return List.of(new RunOver(cut, cycle));
        }

        @Override
        public void done(RunHistory before, RunHistory after) {
            done.run();
        }
    }

    private final Runnable sync;

    /** @param sync brings the journal to the disk */
    RunCoordinator(PersistenceId id, Runnable sync) {
        super(id);
        this.sync = sync;
    }

    @Override
    public RunHistory emptyState() {
        return RunHistory.NONE;
    }

    @Override
    public EventHandler<RunHistory, CoordinatorEntry> eventHandler() {
        return RunHistory::with;
    }

    @Override
    public CommandHandler<Sealed, CoordinatorEntry, RunHistory> commandHandler() {
        return newCommandHandlerBuilder()
                .forAnyState()
                .onCommand(Sealed.class, this::persist)
                .build();
    }

    private Effect<CoordinatorEntry, RunHistory> persist(RunHistory history, Sealed command) {
        Request request = command.request();
        return Effect()
                .persist(history.entries(request.events(history), command.seal()))
                .thenRun(after -> {
                    if (request.isSynced()) {
                        sync.run();
                    }
                    request.done(history, after);
                });
    }

    @Override
    public Recovery recovery() {
        return Recovery.withSnapshotSelectionCriteria(SnapshotSelectionCriteria.none());
    }
}
