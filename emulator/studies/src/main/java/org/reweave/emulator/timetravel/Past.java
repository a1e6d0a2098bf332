package org.reweave.emulator.timetravel;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.checkpoint.KeptCheckpoint;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.journal.format.CoordinatorEvent.CheckpointCompleted;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.JournalRecord.Happened;
import org.reweave.emulator.journal.reading.Checkpoints;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.run.JournalReplay;

/** A journalled run with its checkpoints, any moment of which can be computed again. */
public final class Past {
    private final String name;
    private final JournalReplay replay;
    private final JournalReader journal;
    private final Checkpoints checkpoints;
    private final Consumer<String> remarks;

    /**
     * @param name of the run, for messages
     * @param folder where its checkpoints are
     * @param remarks takes what slows a look down: no checkpoint, or a damaged one
     */
    public Past(String name, JournalReplay replay, JournalReader journal, Path folder, Consumer<String> remarks) {
        this.name = name;
        this.replay = replay;
        this.journal = journal;
        this.checkpoints = new Checkpoints(folder, journal.history().checkpoints());
        this.remarks = remarks;
    }

    public String name() {
        return name;
    }

    public Network network() {
        return replay.network();
    }

    public JournalReplay replay() {
        return replay;
    }

    public JournalReader journal() {
        return journal;
    }

    /** Completed checkpoints whose files exist, in the order of their cycles. */
    public List<CheckpointCompleted> checkpoints() {
        return checkpoints.all();
    }

    /**
     * The last whole checkpoint at a cycle or before.
     *
     * @return empty = the run's start
     */
    public Optional<Checkpoint> before(long cycle) {
        Optional<Checkpoint> found = checkpoints
                .last(cycle, damaged -> remarks.accept(name + ": " + damaged))
                .map(KeptCheckpoint::checkpoint);
        if (found.isEmpty() && cycle > 0) {
            remarks.accept(String.format(
                    "%s: no checkpoint at or before cycle %,d (run.checkpoint says when they are taken); it is run again"
                            + " from its start, which takes longer",
                    name, cycle));
        }
        return found;
    }

    /**
     * Gives a visitor the events in the journal, in order, until it returns false.
     *
     * @param cycle of the first one
     */
    public void events(long cycle, Predicate<Event> visitor) {
        for (Iterator<JournalRecord.Item> items = journal.items(cycle); items.hasNext(); ) {
            if (items.next() instanceof Happened happened
                    && happened.cycle() >= cycle
                    && !visitor.test(happened.event())) {
                return;
            }
        }
    }

    /** Computes the run again up to a cycle, from the last checkpoint before. */
    public Rerun at(long cycle) {
        return from(before(cycle), cycle);
    }

    /** The same from a checkpoint of choice; empty = from the start. */
    public Rerun from(Optional<Checkpoint> begin, long cycle) {
        Rerun rerun = new Rerun(replay, journal, begin);
        rerun.advance(cycle);
        return rerun;
    }
}
