package org.reweave.emulator.cli.serve;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.reweave.emulator.catalogue.RunEntry;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.results.report.Report;
import org.reweave.emulator.table.Cell;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;

/** Pages that {@code serve} makes itself; those of runs that are over are their reports. */
final class ServedPages {
    /** The script of the page of a live run. */
    static final String SCRIPT = "live.js";
    /** The events of a live run, below the run's own path. */
    static final String LIVE = "live";

    private ServedPages() {}

    /** All runs, the latest first. */
    static String list(Path runs, List<RunEntry> entries) {
        List<RunEntry> latestFirst = new ArrayList<>(entries);
        Collections.reverse(latestFirst);
        List<Column<RunEntry>> columns = List.of(
                Column.text("run", entry -> Cell.of(entry.run())
                        .html("<a href=\"runs/" + escaped(entry.run()) + "/\">" + Cell.escape(entry.run()) + "</a>")),
                Column.text("state", entry -> Cell.of(entry.state()).style(style(entry.state()))),
                Column.text("scenario", entry -> entry.scenario() == null ? "" : entry.scenario()),
                Column.text("started (UTC)", entry -> Instant.ofEpochMilli(entry.startedAt())
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString()
                        .replace('T', ' ')
                        .replace("Z", "")),
                Column.number("cycle", entry -> Amounts.count(entry.cycle())),
                Column.number("size", entry -> Amounts.metric(entry.bytes()) + "B"));
        return page(
                "Runs",
                runs.toString(),
                entries.isEmpty()
                        ? "<p>There are none yet.</p>\n"
                        : Table.of(columns, latestFirst).html(),
                "");
    }

    /** A run without a report: its events as they come, if it is going on. */
    static String unfinished(RunEntry run) {
        boolean live = run.state().equals(RunEntry.IN_PROGRESS);
        String files = "<p><a href=\"scenario.conf\">scenario.conf</a> <a href=\"events.jsonl\">events.jsonl</a></p>\n";
        return page(
                run.run(),
                run.state(),
                live
                        ? files
                                + "<p id=\"count\" role=\"status\">no events yet</p>\n<ol id=\"events\" reversed></ol>\n"
                        : files + "<p>It has no report. An interrupted run goes on with: reweave resume "
                                + Cell.escape(run.run()) + "</p>\n",
                live ? "<script src=\"/" + SCRIPT + "\"></script>\n" : "");
    }

    static byte[] script() throws IOException {
        try (InputStream in = ServedPages.class.getResourceAsStream(SCRIPT)) {
            return in.readAllBytes();
        }
    }

    private static String page(String title, String below, String body, String script) {
        return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                + "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n"
                + "<title>" + Cell.escape(title) + "</title>\n<style>\n" + Report.styleOfTables()
                + "h1, p, li { overflow-wrap: anywhere; }\n</style>\n</head>\n<body>\n<header>\n<div class=\"wide\">\n<h1>"
                + Cell.escape(title) + "</h1>\n<p class=\"muted\">" + Cell.escape(below)
                + "</p>\n</div>\n</header>\n<nav><div class=\"wide\"><a href=\"/\">All runs</a></div></nav>\n"
                + "<main class=\"wide\">\n<section>\n" + body + "</section>\n</main>\n" + script + "</body>\n</html>\n";
    }

    private static String style(String state) {
        return switch (state) {
            case "completed" -> "good";
            case "deadlocked", "failed" -> "bad";
            default -> "doubtful";
        };
    }

    private static String escaped(String run) {
        return Cell.escape(URLEncoder.encode(run, StandardCharsets.UTF_8).replace("+", "%20"));
    }
}
