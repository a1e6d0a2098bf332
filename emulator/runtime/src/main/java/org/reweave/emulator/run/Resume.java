package org.reweave.emulator.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.reweave.emulator.checkpoint.KeptCheckpoint;
import org.reweave.emulator.journal.format.CoordinatorEvent.CheckpointCompleted;
import org.reweave.emulator.journal.format.JournalRecord.RunEnded;
import org.reweave.emulator.journal.format.JournalRecord.RunStarted;
import org.reweave.emulator.journal.reading.Checkpoints;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.OutputFolder;
import org.reweave.emulator.results.RunFolder;
import org.reweave.emulator.scenario.ScenarioException;

/**
 * Goes on with a run that was killed, stopped, or lost its disk or database: from the last whole checkpoint in its
 * journal, or from its start. Its results are those of a run that nothing has disturbed. A run that had come to its end
 * but was killed before its results were written is run once more from its last checkpoint, and they are written.
 *
 * <p>A lax run becomes another branch there: what followed the checkpoint is void, and the scheduler decides anew.
 */
public final class Resume {
    private Resume() {}

    /**
     * Prepares the rest of a run. Nothing is written yet.
     *
     * @param name of the run, for messages
     * @param folder where its files are
     * @param id of the run, as far as the folder says it
     * @param drivers in this process, or on nodes of a cluster, wherever the run was before
     * @param remarks is told of checkpoints that are damaged, and of what the run goes on from
     * @throws ScenarioException when the run is over, or cannot be gone on with here
     */
    public static Run prepare(
            String name,
            Path folder,
            JournalPlace journal,
            Optional<String> id,
            Drivers drivers,
            String command,
            Consumer<String> remarks) {
        try (JournalReader reader = JournalReader.open(journal, id)) {
            RunStarted started = reader.started()
                    .orElseThrow(() -> new ScenarioException(List.of(name
                            + ": its journal does not say what was run: it was killed before anything was"
                            + " acknowledged, or record 1 is missing; run the scenario again")));
            Optional<RunEnded> ended = reader.ended();
            if (ended.isPresent()
                    && !OutputFolder.isUnfinished(folder)
                    && !ended.get().interrupted()
                    && ended.get().failure().isEmpty()) {
                throw new ScenarioException(
                        List.of(name + ": it is over, " + ended.get().outcome() + " at cycle "
                                + ended.get().cycle() + "; there is nothing to go on with"));
            }
            Network network = JournalReplay.network(name, started);
            Checkpoints checkpoints = new Checkpoints(folder, reader.history().checkpoints());
            boolean isHere = drivers.cluster().isEmpty(); // else nodes read the states of their devices
            Optional<KeptCheckpoint> from = checkpoints
                    .last(Long.MAX_VALUE, device -> isHere, damaged -> remarks.accept(name + ": " + damaged))
                    .map(kept -> isHere ? kept : kept.packed());
            if (!isHere
                    && from.isPresent()
                    && network.resolved().scenario().run().isLax()) {
                throw new ScenarioException(List.of(name
                        + ": it is a lax run with a checkpoint, at which nodes cannot begin, since it was taken of the"
                        + " islands of one process; leave out --nodes and --cluster"));
            }
            drivers.problem(network).ifPresent(problem -> {
                throw new ScenarioException(List.of(problem));
            });
            long cut = from.map(kept -> kept.checkpoint().cut()).orElse(0L);
            Resumption resumption = new Resumption(
                    folder,
                    journal,
                    started.header(),
                    started.scenario(),
                    from,
                    checkpoints.all().stream()
                            .map(CheckpointCompleted::cut)
                            .filter(one -> one <= cut)
                            .toList(),
                    reader.history(),
                    reader.last());
            if (!isScenario(folder, started.scenario())) {
                remarks.accept(name + ": " + RunFolder.SCENARIO
                        + " is not the one that the run's journal begins with, which is written in its place");
            }
            remarks.accept(name + ": goes on from "
                    + (cut == 0 ? "its start" : "its checkpoint at cycle " + resumption.cycle())
                    + (network.resolved().scenario().run().isLax()
                            ? "; it is a lax run, so what follows is another branch"
                            : ""));
            return new Run(
                    network,
                    drivers,
                    network.resolved().scenario().run().pace(),
                    RunOutputs.Wanted.rest(started.header().run(), resumption, command));
        }
    }

    private static boolean isScenario(Path folder, String scenario) {
        try {
            return RunFolder.isScenario(folder, scenario);
        } catch (IOException e) {
            return false; // whatever it was, it is written anew
        }
    }
}
