package org.reweave.emulator.cli;

import java.nio.file.Path;
import org.reweave.emulator.journal.JournalPlace;
import org.reweave.emulator.journal.JournalReader;
import org.reweave.emulator.journal.RunCatalog;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A run that a command is about. */
final class StoredRun {
    @Parameters(index = "0", paramLabel = "RUN", description = "A run's id, as 'reweave runs' lists it, or its folder.")
    private String run;

    @Option(
            names = "--runs",
            paramLabel = "DIR",
            defaultValue = "runs",
            description = "Where runs are; default: ${DEFAULT-VALUE}.")
    private Path runs;

    String name() {
        return run;
    }

    RunCatalog catalog() {
        return new RunCatalog(runs, System.getenv());
    }

    /** @throws UserErrors when there is no such run */
    Path folder() {
        return catalog()
                .find(run)
                .orElseThrow(() -> new UserErrors(
                        run + ": no such run in " + runs + " and no such folder; 'reweave runs' lists what there is"));
    }

    /** @throws UserErrors when the run has no journal, or still writes it */
    JournalReader journal() {
        Path folder = folder();
        JournalPlace place = JournalPlace.of(folder, System.getenv())
                .orElseThrow(() -> new UserErrors(
                        run + ": it has no journal; it was run with --no-journal, or killed before it began"));
        if (place.isLocked()) {
            throw new UserErrors(run + ": it is in progress; wait until it is over");
        }
        return JournalReader.open(place, RunCatalog.id(folder));
    }
}
