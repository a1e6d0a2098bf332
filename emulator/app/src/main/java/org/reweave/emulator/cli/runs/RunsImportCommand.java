package org.reweave.emulator.cli.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.reweave.emulator.catalogue.RunArchive;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.results.OutputFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code reweave runs import}. */
@Command(name = "import", description = "Unpacks a run that 'reweave runs export' has packed.")
final class RunsImportCommand extends ReweaveCommand {
    @Parameters(index = "0", paramLabel = "FILE", description = "The archive.")
    private Path file;

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Override
    public Integer call() {
        if (!Files.isRegularFile(file)) {
            throw new UserErrors(file + ": no such file");
        }
        try {
            Path folder = RunArchive.read(file, runs.path());
            if (json()) {
                printJson(Map.of("run", OutputFolder.name(folder), "folder", folder.toString()));
            } else {
                out().println("imported into " + folder);
            }
            return ExitCode.DONE;
        } catch (IOException e) {
            throw new UserErrors(file + ": cannot be imported: " + FileFailure.reason(e));
        }
    }
}
