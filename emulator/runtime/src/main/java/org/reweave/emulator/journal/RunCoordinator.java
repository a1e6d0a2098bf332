package org.reweave.emulator.journal;

import akka.actor.typed.ActorRef;
import akka.pattern.StatusReply;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.SnapshotSelectionCriteria;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.Effect;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import akka.persistence.typed.javadsl.Recovery;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.reweave.emulator.journal.CoordinatorEntry.Seal;
import org.reweave.emulator.journal.CoordinatorEvent.CheckpointCompleted;
import org.reweave.emulator.journal.CoordinatorEvent.Decided;
import org.reweave.emulator.journal.CoordinatorEvent.PermitExtended;
import org.reweave.emulator.journal.CoordinatorEvent.RunOver;
import org.reweave.emulator.journal.CoordinatorEvent.TermStarted;
import org.reweave.emulator.journal.CoordinatorEvent.Wish;

/**
 * Keeps how a run is carried on: terms, permits, decisions and completed checkpoints are persisted, and after a kill
 * Akka Persistence gives them back. The run's records have a {@link JournalWriter} of their own, which tells the
 * coordinator what is in the database; no device, no listener and no record waits for the coordinator, but for the
 * first record of a term and the end of the run.
 */
final class RunCoordinator extends EventSourcedBehavior<RunCoordinator.Command, CoordinatorEntry, RunHistory> {
    /** A permit is persisted when the last one is so old, and the others are not. */
    static final long BETWEEN_PERMITS_NANOS = 1_000_000_000;

    sealed interface Command extends JournalCommand {}

    /**
     * This process goes on with the run from a cut, once the writer has said what is in the database.
     *
     * @param known history as this process has read it; the reply is an error when the coordinator knows another one
     */
    record StartTerm(
            String run, long cut, long cycle, long at, RunHistory known, ActorRef<StatusReply<RunHistory>> replyTo)
            implements Command {}

    /**
     * Records are in the database.
     *
     * @param cut the last one in them; 0 = the last record has none
     */
    record Written(Seal seal, long cut, long cycle) implements Command {}

    /** A user's wish was granted. */
    record Grant(Wish wish) implements Command {}

    /**
     * A checkpoint's file is whole.
     *
     * @param behind number of the record that has its cut
     */
    record Complete(CheckpointCompleted checkpoint, long behind) implements Command {}

    /**
     * The run is over.
     *
     * @param behind number of its last record
     * @param done is called when all of it is in the database
     */
    record End(long behind, Runnable done) implements Command {}

    private final LongSupplier nanos;
    private Optional<StartTerm> starting = Optional.empty();
    private Optional<Written> written = Optional.empty(); // empty: the writer has not been recovered yet
    private final List<Complete> completing = new ArrayList<>();
    private Optional<End> ending = Optional.empty();
    private long lastCut;
    private long lastCycle;
    private long lastPermit;

    /** @param nanos a clock */
    RunCoordinator(PersistenceId id, LongSupplier nanos) {
        super(id);
        this.nanos = nanos;
        this.lastPermit = nanos.getAsLong();
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
    public CommandHandler<Command, CoordinatorEntry, RunHistory> commandHandler() {
        return newCommandHandlerBuilder()
                .forAnyState()
                .onCommand(Written.class, this::written)
                .onCommand(StartTerm.class, this::start)
                .onCommand(Grant.class, this::grant)
                .onCommand(Complete.class, this::complete)
                .onCommand(End.class, this::end)
                .build();
    }

    private Effect<CoordinatorEntry, RunHistory> written(RunHistory history, Written now) {
        boolean isFirst = written.isEmpty();
        written = Optional.of(now);
        if (isFirst) {
            return starting.isPresent()
                    ? begin(history, starting.get())
                    : Effect().none();
        }
        if (now.cut() != 0) {
            lastCut = now.cut();
            lastCycle = now.cycle();
        }
        return persistWhatIsDue(history);
    }

    private Effect<CoordinatorEntry, RunHistory> start(RunHistory history, StartTerm start) {
        starting = Optional.of(start);
        return written.isPresent() ? begin(history, start) : Effect().none();
    }

    private Effect<CoordinatorEntry, RunHistory> begin(RunHistory history, StartTerm start) {
        if (history.entries() != start.known().entries()
                || !history.digest().equals(start.known().digest())) {
            return Effect().none().thenRun(same -> start.replyTo()
                    .tell(StatusReply.error("it already holds " + start.run() + ", with "
                            + history.entries() + " entries of its coordinator, not "
                            + start.known().entries() + "; a run has a journal of its own, which one process writes")));
        }
        lastCut = start.cut();
        lastCycle = start.cycle();
        List<CoordinatorEntry> entries = new ArrayList<>();
        RunHistory after = history;
        if (history.entries() == 0) { // a journal from before coordinators, or none
            for (RunHistory.Term term : start.known().terms()) {
                after = add(after, term.started(), new Seal(term.recordsBefore(), ""), entries);
            }
            for (CheckpointCompleted one : start.known().checkpoints()) {
                after = add(after, one, new Seal(after.seal().records(), ""), entries);
            }
        }
        add(
                after,
                new TermStarted(start.run(), after.terms().size() + 1L, start.cut(), start.cycle(), start.at()),
                written.orElseThrow().seal(),
                entries);
        return Effect().persist(entries).thenRun(begun -> start.replyTo().tell(StatusReply.success(begun)));
    }

    private static RunHistory add(
            RunHistory history, CoordinatorEvent event, Seal seal, List<CoordinatorEntry> entries) {
        CoordinatorEntry entry = history.entry(event, seal);
        entries.add(entry);
        return history.with(entry);
    }

    private Effect<CoordinatorEntry, RunHistory> grant(RunHistory history, Grant grant) {
        return Effect().persist(history.entry(new Decided(grant.wish(), lastCut), seal()));
    }

    private Effect<CoordinatorEntry, RunHistory> complete(RunHistory history, Complete complete) {
        completing.add(complete);
        return persistWhatIsDue(history);
    }

    private Effect<CoordinatorEntry, RunHistory> end(RunHistory history, End end) {
        ending = Optional.of(end);
        return persistWhatIsDue(history);
    }

    private Seal seal() {
        return written.orElseThrow().seal();
    }

    private Effect<CoordinatorEntry, RunHistory> persistWhatIsDue(RunHistory history) {
        List<CoordinatorEntry> entries = new ArrayList<>();
        RunHistory after = history;
        while (!completing.isEmpty() && completing.get(0).behind() <= seal().records()) {
            after = add(after, completing.remove(0).checkpoint(), seal(), entries);
        }
        Optional<End> over = ending.filter(end -> completing.isEmpty() && end.behind() <= seal().records());
        if (over.isPresent()) {
            ending = Optional.empty();
            after = add(after, new RunOver(lastCut, lastCycle), seal(), entries);
        }
        long now = nanos.getAsLong();
        if (lastCut > after.permitted() && (!entries.isEmpty() || now - lastPermit >= BETWEEN_PERMITS_NANOS)) {
            lastPermit = now;
            add(after, new PermitExtended(lastCut, lastCycle), seal(), entries);
        }
        return entries.isEmpty()
                ? Effect().none()
                : Effect()
                        .persist(entries)
                        .thenRun(all -> over.ifPresent(end -> end.done().run()));
    }

    @Override
    public Recovery recovery() {
        return Recovery.withSnapshotSelectionCriteria(SnapshotSelectionCriteria.none());
    }
}
