package org.reweave.emulator.cli.runs;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.catalogue.RunCatalog;
import org.reweave.emulator.catalogue.RunEntry;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.cli.common.ReweaveCommand;
import picocli.CommandLine.Mixin;

/** Lists the runs of a directory, the latest one last. */
abstract class RunsListing extends ReweaveCommand {
    private static final DateTimeFormatter STARTED =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Mixin
    private ServerOption server = new ServerOption();

    /** As a list on the terminal, or as JSON, shows it. */
    static Map<String, Object> fields(RunEntry entry) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("run", entry.run());
        fields.put("state", entry.state());
        fields.put("scenario", entry.scenario());
        fields.put("parent", entry.parent());
        fields.put("branches", entry.branches());
        fields.put("seed", entry.seed());
        fields.put("cycle", entry.cycle());
        fields.put("fingerprint", entry.fingerprint());
        fields.put("startedAt", Instant.ofEpochMilli(entry.startedAt()).toString());
        fields.put("bytes", entry.bytes());
        fields.put("folder", entry.folder().toString());
        return fields;
    }

    private static String branches(List<Long> cycles) {
        return cycles.isEmpty()
                ? ""
                : "  another branch from cycle "
                        + String.join(", ", cycles.stream().map(Amounts::count).toList()) + " on";
    }

    @Override
    public Integer call() {
        List<RunEntry> entries = new RunCatalog(runs.path(), server.place()).list();
        if (json()) {
            printJson(Map.of("runs", entries.stream().map(RunsListing::fields).toList()));
        } else if (entries.isEmpty()) {
            out().println("no runs in " + runs.path());
        } else {
            int width = entries.stream()
                    .mapToInt(entry -> entry.run().length())
                    .max()
                    .getAsInt();
            String format = "%-" + Math.max(3, width) + "s  %-19s  %-11s  %14s  %9s%s%n";
            out().printf(format, "run", "started", "state", "cycle", "size", "");
            for (RunEntry entry : entries) {
                out().printf(
                                format,
                                entry.run(),
                                STARTED.format(Instant.ofEpochMilli(entry.startedAt())),
                                entry.state(),
                                Amounts.count(entry.cycle()),
                                Amounts.metric(entry.bytes()) + "B",
                                branches(entry.branches()));
            }
        }
        return ExitCode.DONE;
    }
}
