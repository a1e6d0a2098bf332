package org.reweave.emulator.cli.runs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.ReweaveCommand;
import org.reweave.emulator.journal.RunEntry;
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
    public Integer call() throws IOException {
        Path folder = stored.folder();
        Path summary = folder.resolve(RunFolder.SUMMARY);
        if (json() && Files.exists(summary)) {
            out().println(Files.readString(summary, StandardCharsets.UTF_8).strip());
            return ExitCode.DONE;
        }
        RunEntry entry = stored.catalog().entry(folder);
        Map<String, Object> fields = RunsListing.fields(entry);
        if (json()) {
            printJson(fields);
            return ExitCode.DONE;
        }
        fields.forEach((name, value) -> out().printf("  %-12s %s%n", name, value == null ? "-" : value));
        if (Files.exists(summary)) {
            out().println();
            out().println(Files.readString(summary, StandardCharsets.UTF_8).strip());
        }
        return ExitCode.DONE;
    }
}
