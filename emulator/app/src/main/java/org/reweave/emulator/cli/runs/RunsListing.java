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
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;
import picocli.CommandLine.Mixin;

/** Lists the runs of a directory, the latest one last. */
abstract class RunsListing extends ReweaveCommand {
    private static final DateTimeFormatter STARTED =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

    private static final List<Column<RunEntry>> COLUMNS = List.of(
            Column.text("run", RunEntry::run),
            Column.text("started", entry -> STARTED.format(Instant.ofEpochMilli(entry.startedAt()))),
            Column.text("state", RunEntry::state),
            Column.number("cycle", entry -> Amounts.count(entry.cycle())),
            Column.number("size", entry -> Amounts.metric(entry.bytes()) + "B"),
            Column.text("", entry -> branches(entry.branches())));

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Mixin
    private ServerOption server = new ServerOption();

    /** Fields of a run, as a list on the terminal, or as JSON, shows them. */
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
                : "another branch from cycle "
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
            Table.of(COLUMNS, entries).text().forEach(out()::println);
        }
        return ExitCode.DONE;
    }
}
