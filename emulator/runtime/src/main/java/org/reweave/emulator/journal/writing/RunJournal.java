package org.reweave.emulator.journal.writing;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.governor.Readings;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.journal.format.BatchBuilder;
import org.reweave.emulator.journal.format.CoordinatorEvent;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.JournalRecord.EventBatch;
import org.reweave.emulator.journal.format.JournalRecord.RunEnded;
import org.reweave.emulator.journal.format.JournalRecord.RunStarted;
import org.reweave.emulator.journal.format.RunHistory;
import org.reweave.emulator.journal.store.JournalException;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.store.JournalStore;
import org.reweave.emulator.lax.AdmissionRecord;
import org.slf4j.LoggerFactory;

/**
 * The journal of a run that is being written. The database and its actor system start beside the run; their failures
 * are thrown at the run's next cut.
 *
 * <p>A batch goes when it is full or {@link #LONGEST_WAIT_NANOS} old. At most {@link #UNACKNOWLEDGED} records are under
 * way: then the listener waits, and with it the governor's permits. Memory is bounded by their product.
 */
public final class RunJournal implements AutoCloseable {
    /** Records that may be under way to the database. */
    static final int UNACKNOWLEDGED = 8;

    static final long LONGEST_WAIT_NANOS = 250_000_000;

    /** Permits are persisted so often, and at a checkpoint. */
    private static final long BETWEEN_PERMITS_NANOS = 1_000_000_000;

    /** Time for the first entry of a term; the journal's circuit breaker opens before. */
    private static final Duration LONGEST_START = Duration.ofMinutes(6);

    /** Time for the end of the journal's threads. Those of a process without memory may never end. */
    private static final Duration LONGEST_END = Duration.ofSeconds(100);

    private final JournalPlace place;
    private final long longestWaitNanos;
    private final JournalRecord.Header header;
    private final long there;
    private Optional<CheckpointWriter> checkpoints = Optional.empty();
    private final Window window = new Window(UNACKNOWLEDGED);
    private final BatchBuilder batch = new BatchBuilder();
    private final Queue<JournalCommand> early = new ArrayDeque<>();
    private final Thread starter;
    private final JournalException broken; // made while there is memory
    private final TermStart term;
    private JournalStore store; // null = the journal is not open yet
    private ActorSystem<JournalCommand> system; // null = the same
    private boolean begun; // the term has been persisted
    private boolean closed;
    private long lastBatch = System.nanoTime();
    private long lastPermit = lastBatch;
    private long lastCut;
    private long lastCycle;

    /**
     * The cut from which this process goes on with the run.
     *
     * @param at wall clock, milliseconds since 1970
     * @param known of the run's past
     */
    private record TermStart(long cut, long cycle, long at, RunHistory known) {}

    private RunJournal(
            JournalPlace place, JournalRecord.Header header, long longestWaitNanos, long there, TermStart term) {
        this.place = place;
        this.there = there;
        this.term = term;
        this.lastCut = term.cut();
        this.lastCycle = term.cycle();
        this.longestWaitNanos = longestWaitNanos;
        this.header = header;
        this.starter = new Thread(this::start, "journal-start");
        starter.setDaemon(true);
        this.broken = new JournalException(
                place.label() + ": its threads ended before the run was over, as they do when memory ends");
    }

    /** Begins a journal, which must not hold that run yet. Returns at once. */
    public static RunJournal begin(JournalPlace place, RunStarted started) {
        return begin(place, started, LONGEST_WAIT_NANOS);
    }

    /** @param longestWaitNanos after which a batch goes at the next cut, full or not */
    static RunJournal begin(JournalPlace place, RunStarted started, long longestWaitNanos) {
        LoggerFactory.getILoggerFactory(); // in this thread: while two begin with it, SLF4J complains
        RunJournal journal = new RunJournal(
                place,
                started.header(),
                longestWaitNanos,
                0,
                new TermStart(0, 0, started.startedAt(), RunHistory.NONE));
        journal.starter.start();
        journal.append(started);
        return journal;
    }

    /**
     * Goes on with the journal of a run that broke off, from a cut.
     *
     * @param at wall clock, milliseconds since 1970
     * @param history of the run as the journal told it
     * @param there records that the journal had then; somebody else writes it if it has others by now, or another
     *     history
     */
    public static RunJournal resume(
            JournalPlace place,
            JournalRecord.Header header,
            long cut,
            long cycle,
            long at,
            RunHistory history,
            long there) {
        LoggerFactory.getILoggerFactory();
        RunJournal journal =
                new RunJournal(place, header, LONGEST_WAIT_NANOS, there, new TermStart(cut, cycle, at, history));
        journal.starter.start();
        return journal;
    }

    private void start() {
        tellingFailures(this::open);
    }

    /** Does work in a thread, or the last stage of a future, of which nobody sees what it throws. */
    private void tellingFailures(Runnable work) {
        boolean isTold = false;
        try {
            work.run();
            isTold = true;
        } catch (JournalException e) {
            window.failed(e);
            isTold = true;
        } catch (RuntimeException | Error e) {
            window.failed(place.failure("cannot be started", e));
            isTold = true;
        } finally {
            if (!isTold) { // to make the exception took memory, too
                window.failed(broken);
            }
        }
    }

    private void open() {
        JournalStore opened = JournalStore.open(place);
        synchronized (this) {
            store = opened;
        }
        ActorSystem<JournalCommand> started =
                opened.start(JournalWriter.create(header, place, window, there, opened::sync));
        started.getWhenTerminated().whenComplete((done, error) -> window.failed(broken));
        synchronized (this) {
            system = started; // before the term has begun: then records go there
            if (closed) {
                started.terminate();
            }
        }
        startTerm(started);
    }

    /** Records wait until the coordinator has persisted that this process writes them. */
    private void startTerm(ActorSystem<JournalCommand> started) {
        AskPattern.<JournalCommand, RunHistory>askWithStatus(
                        started,
                        replyTo -> new RunCoordinator.StartTerm(
                                header.run(), term.cut(), term.cycle(), term.at(), term.known(), replyTo),
                        LONGEST_START,
                        started.scheduler())
                .whenComplete((history, error) -> tellingFailures(() -> termStarted(started, error)));
    }

    /** @param error why not; null = none */
    private synchronized void termStarted(ActorSystem<JournalCommand> started, Throwable error) {
        if (error != null) {
            throw place.failure("cannot be written", error);
        }
        begun = true;
        early.forEach(started::tell);
        early.clear();
    }

    /** A listener that writes the run's events and cuts, and passes them on to the next listener. */
    public RunListener listener(RunListener next) {
        return RunListener.inTurn(
                new RunListener() {
                    @Override
                    public void readings(long cycle, Readings readings) {
                        admissions(cycle, readings);
                    }

                    @Override
                    public void cut(CutTotals totals, List<Event> events) {
                        RunJournal.this.cut(totals, events);
                    }
                },
                next);
    }

    /**
     * Keeps the run's checkpoints.
     *
     * @param folder of the run
     * @param kept cuts of the checkpoints that are there, ascending
     */
    public RunJournal keepCheckpoints(Path folder, List<Long> kept) {
        checkpoints = Optional.of(new CheckpointWriter(folder, kept, there == 0 ? window::awaitFirst : () -> {}));
        return this;
    }

    /**
     * Begins to write a checkpoint of the cut that was just written; waits for the last one.
     *
     * @param results the state of the run's results there
     */
    public void checkpoint(Checkpoint checkpoint, byte[] results) {
        checkpointWritten(true);
        checkpoints.orElseThrow().write(checkpoint, results);
    }

    /** A checkpoint is believed when this record of it is there, which stands behind every record before its cut. */
    private void checkpointWritten(boolean wait) {
        checkpoints.flatMap(writer -> writer.written(wait)).ifPresent(completed -> {
            flushIf(true);
            send(new RunCoordinator.Complete(completed));
            permit();
        });
    }

    private void permit() {
        send(new RunCoordinator.Permit(lastCut, lastCycle));
        lastPermit = System.nanoTime();
    }

    /** Keeps that a user wished something and gets it. */
    public void granted(CoordinatorEvent.Wish wish) {
        send(new RunCoordinator.Grant(wish));
    }

    /** The admissions of the steps before a cut stand before its events. */
    private void admissions(long cycle, Readings readings) {
        for (int device = 0; device < readings.devices(); device++) {
            long[] records = readings.admissions(device);
            int most = BatchBuilder.MOST_ADMISSIONS * AdmissionRecord.WORDS;
            for (int from = 0; from < records.length; from += most) {
                int to = Math.min(records.length, from + most);
                flushIf(batch.isFull((to - from) / AdmissionRecord.WORDS));
                batch.admissions(cycle, device, records, from, to);
            }
        }
    }

    /** @throws JournalException when the journal has failed; permits end with that */
    void cut(CutTotals totals, List<Event> events) {
        window.check();
        checkpointWritten(false);
        for (Event event : events) {
            batch.event(event);
            flushIf(batch.isFull());
        }
        batch.cut(totals.cut(), totals.cycle(), totals.fingerprint());
        lastCut = totals.cut();
        lastCycle = totals.cycle();
        flushIf(batch.isFull() || System.nanoTime() - lastBatch >= longestWaitNanos);
    }

    private void flushIf(boolean due) {
        if (due && !batch.isEmpty()) {
            append(new EventBatch(header, batch.take()));
            lastBatch = System.nanoTime();
            if (lastBatch - lastPermit >= BETWEEN_PERMITS_NANOS) {
                permit();
            }
        }
    }

    private void append(JournalRecord record) {
        send(new JournalWriter.Append(window.enter(), record));
    }

    private synchronized void send(JournalCommand command) {
        if (begun) {
            system.tell(command);
        } else {
            early.add(command);
        }
    }

    /** Header of all records of this journal. */
    public JournalRecord.Header header() {
        return header;
    }

    /** Writes how the run ended and waits until all of it is on the disk. */
    public void end(RunEnded ended) {
        checkpointWritten(true);
        flushIf(true);
        append(ended);
        send(new RunCoordinator.End(lastCut, lastCycle, window::over));
        window.awaitEnd();
    }

    /** Records of the run that the database has acknowledged: they survive whatever happens to this process. */
    public long acknowledged() {
        return there + window.acknowledged();
    }

    /**
     * Lets go of the database, or gives up after a while: then the file is as a kill leaves it. Without {@link #end}
     * before, the journal is that of an interrupted run.
     */
    @Override
    public void close() {
        try {
            starter.join(LONGEST_END.toMillis());
            ActorSystem<JournalCommand> running;
            synchronized (this) {
                closed = true;
                running = system;
            }
            if (running != null) {
                running.terminate();
                running.getWhenTerminated().toCompletableFuture().get(LONGEST_END.toMillis(), TimeUnit.MILLISECONDS);
            }
            synchronized (this) {
                if (store != null) {
                    store.close();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (JournalException | ExecutionException | TimeoutException e) {
            // the file is as a kill leaves it: with all that was acknowledged
        }
    }
}
