package org.reweave.emulator.cli.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.reweave.emulator.catalogue.RunArchive;
import org.reweave.emulator.catalogue.RunEntry;
import org.reweave.emulator.cli.common.AtomicFile;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.journal.store.UnusableJournalException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code reweave runs export}. */
@Command(
        name = "export",
        description = "Packs a run with its journal into one file, for 'reweave runs import' elsewhere.")
final class RunsExportCommand extends ReweaveCommand {
    @Mixin
    private StoredRun stored = new StoredRun();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            description = "A file that does not exist; default: the run's id with .zip.")
    private Path file;

    @Override
    public Integer call() {
        Path folder = stored.folder();
        RunEntry entry = stored.catalog().entry(folder);
        if (entry.state().equals(RunEntry.IN_PROGRESS)) {
            throw new UserErrors(entry.run() + ": it is in progress; wait until it is over");
        }
        Path target = file == null ? Path.of(entry.run() + ".zip") : file;
        if (Files.exists(target)) {
            throw new UserErrors(target + " exists; name another file");
        }
        try {
            RunArchive.problem(folder).ifPresent(problem -> {
                throw new UserErrors(stored.name() + ": " + problem
                        + ", and an import would refuse it; take it from a copy, or see 'reweave runs repair'");
            });
        } catch (IOException e) {
            throw new UserErrors(stored.name() + ": cannot be read: " + FileFailure.reason(e));
        }
        try {
            RunArchive.write(folder, entry.run(), stored.journalPlace(folder), target);
        } catch (UnusableJournalException e) {
            throw new UserErrors(stored.name() + ": " + e.getMessage());
        } catch (IOException e) {
            throw AtomicFile.failure(target, e);
        }
        if (json()) {
            printJson(Map.of("run", entry.run(), "file", target.toString()));
        } else {
            out().println(entry.run() + " is in " + target);
        }
        return ExitCode.DONE;
    }
}
