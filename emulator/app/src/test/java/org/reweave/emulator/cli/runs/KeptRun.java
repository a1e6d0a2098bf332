package org.reweave.emulator.cli.runs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.reweave.emulator.catalogue.RunArchive;
import org.reweave.emulator.cli.TorusRun;
import org.reweave.emulator.disk.SimulatedH2Path;
import org.reweave.emulator.journal.store.JournalPlace;

/**
 * A run that tests of stored runs take to a disk that fails.
 *
 * @param whole its folder
 * @param archive it, exported as {@code run}
 * @param brokenOff a copy without results, whose journal goes on, exported as {@code broken}
 */
record KeptRun(Path scenario, Path whole, Path archive, Path brokenOff) {
    static KeptRun in(Path folder) throws IOException {
        TorusRun run = TorusRun.in(folder, "run { duration = 60us, checkpoint = every 20us }");
        SimulatedH2Path.register();
        return new KeptRun(
                run.scenario(),
                run.folder(),
                archived(folder, run.folder(), "run"),
                archived(folder, TorusRun.unwritten(run.folder(), "broken"), "broken"));
    }

    private static Path archived(Path folder, Path run, String name) throws IOException {
        Path file = folder.resolve(name + ".zip");
        RunArchive.write(run, name, Optional.of(JournalPlace.in(run)), file);
        return file;
    }
}
