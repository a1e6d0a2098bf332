package org.reweave.emulator.cli.runs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.catalogue.RunCatalog;
import org.reweave.emulator.catalogue.RunEntry;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.results.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code reweave runs show}. */
@Command(
        name = "show",
        description = "Shows what is known of one run: its summary, or how far its journal says it came.")
final class RunsShowCommand extends ReweaveCommand {
    @Mixin
    private StoredRun stored = new StoredRun();

    @Override
    public Integer call() {
        Path folder = stored.folder();
        Optional<String> summary = summary(folder);
        if (json() && summary.isPresent()) {
            out().println(summary.get().strip());
            return ExitCode.DONE;
        }
        RunEntry entry = stored.catalog().entry(folder);
        Map<String, Object> fields = RunsListing.fields(entry);
        if (json()) {
            printJson(fields);
            return ExitCode.DONE;
        }
        fields.forEach((name, value) -> out().printf("  %-12s %s%n", name, value == null ? "-" : value));
        if (summary.isPresent()) {
            out().println();
            out().println(summary.get().strip());
        }
        return ExitCode.DONE;
    }

    private static Optional<String> summary(Path folder) {
        try {
            return RunCatalog.summaryText(folder);
        } catch (IOException e) {
            throw new UserErrors(folder.resolve(RunFolder.SUMMARY) + ": is no summary of a run: "
                    + FileFailure.reason(e) + "; import or run it anew");
        }
    }
}
