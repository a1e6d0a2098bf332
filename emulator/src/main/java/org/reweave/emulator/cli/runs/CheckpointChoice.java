package org.reweave.emulator.cli.runs;

import java.util.Optional;
import java.util.function.Consumer;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.journal.Checkpoints;
import org.reweave.emulator.journal.JournalReader;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.run.Replay;

/** Finds the checkpoint from which a look into a run begins. */
record CheckpointChoice(StoredRun stored, Replay replay, JournalReader journal, Consumer<String> remarks) {
    /**
     * The last whole checkpoint at a cycle or before; a remark says where there is none.
     *
     * @param option that asks for the cycle, as the user wrote it
     * @return empty = the run's start
     * @throws UserErrors when the journal does not reach the cycle
     */
    Optional<Checkpoint> before(String option, long cycle) {
        Scale scale = Scale.of(replay.network());
        if (cycle > replay.lastCycle()) {
            throw new UserErrors(option + ": the journal of " + stored.name() + " ends at "
                    + Amounts.time(scale.ns(replay.lastCycle())) + " (cycle " + Amounts.count(replay.lastCycle())
                    + "); lower it");
        }
        Optional<Checkpoint> found = Checkpoints.of(stored.folder(), journal)
                .last(cycle, damaged -> remarks.accept(stored.name() + ": " + damaged))
                .map(Checkpoints.Kept::checkpoint);
        if (found.isEmpty()) {
            remarks.accept(stored.name() + ": "
                    + (replay.isLax()
                            ? "a lax run has no checkpoints"
                            : "no checkpoint at or before cycle " + Amounts.count(cycle)
                                    + " (run.checkpoint says when they are taken)")
                    + "; it is run again from its start, which takes longer");
        }
        return found;
    }
}
