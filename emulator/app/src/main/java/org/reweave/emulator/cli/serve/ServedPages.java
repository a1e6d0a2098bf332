package org.reweave.emulator.cli.serve;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.catalogue.RunEntry;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.results.RunFolder;
import org.reweave.emulator.results.report.Report;
import org.reweave.emulator.table.Cell;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;

/** Pages that {@code serve} makes itself; those of runs that are over are their reports. */
final class ServedPages {
    /** Path of the chart library of reports. */
    static final String REPORT_LIBRARY = "/report/library.js";
    /** Path of the script that fills a report. */
    static final String REPORT_SCRIPT = "/report/script.js";
    /** Scripts of this server's own pages: events of a run, newer data for a report, list, two runs, moments. */
    static final List<String> SCRIPTS = List.of("/live.js", "/running.js", "/list.js", "/side.js", "/moments.js");
    /** Scripts of the report of a run that goes on. */
    static final List<String> LIVE_SCRIPTS = List.of(REPORT_LIBRARY, REPORT_SCRIPT, "/running.js");
    /** The events of a live run, below the run's own path. */
    static final String LIVE = "live";
    /** The data of a report so far, below the run's own path. */
    static final String DATA = "data";
    /** The page of a stored run's moments, below the run's own path. */
    static final String MOMENTS = "moments";
    /** One of them, as JSON. */
    static final String MOMENT = "moment";

    /** Keys of {@code inspect} and the words of the page for them. */
    private static final List<List<String>> KEYS = List.of(
            List.of("p", "Cut before"),
            List.of("n", "Next cut"),
            List.of("E", "Event before"),
            List.of("e", "Next event"),
            List.of("F", "Fault before"),
            List.of("f", "Next fault"),
            List.of("D", "Loss before"),
            List.of("d", "Next loss"),
            List.of("T", "Table before"),
            List.of("t", "Next table"),
            List.of("x", "Deadlock"),
            List.of("[", "Device before"),
            List.of("]", "Next device"));

    private static final String OWN_STYLE = """
            h1, p, li { overflow-wrap: anywhere; }
            .controls { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .6rem; margin: .4rem 0; }
            .controls input[type=range] { flex: 1 1 8rem; min-width: 0; accent-color: var(--blue); }
            .controls input[type=search] { font: inherit; color: var(--ink); background: var(--page);
              border: 1px solid var(--line); border-radius: 6px; padding: .2rem .5rem; max-width: 100%; }
            .controls output { min-width: 6em; text-align: right; font-variant-numeric: tabular-nums; font-weight: 600; }
            button { font: inherit; font-size: .86rem; color: var(--ink); background: var(--page);
              border: 1px solid var(--line); border-radius: 6px; padding: .2rem .7rem; cursor: pointer; }
            button:disabled { color: var(--muted); cursor: default; }
            button:hover:enabled, button:focus-visible { border-color: var(--blue); }
            .side { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); gap: .6rem; }
            .side iframe { width: 100%; height: 80vh; border: 1px solid var(--line); border-radius: 8px; }
            main:has(.side) { max-width: none; }
            .together { position: sticky; top: 2.4rem; z-index: 4; background: var(--card); padding: .3rem 0; }
            td { max-width: 60ch; overflow: hidden; text-overflow: ellipsis; }
            #screen { min-height: 30rem; }
            @media (max-width: 640px) {
              #screen { white-space: pre-wrap; }
              td:first-child { white-space: normal; min-width: 9rem; }
            }
            """;

    private ServedPages() {}

    /** All runs, the latest first. */
    static String list(Path runs, List<RunEntry> entries) {
        List<RunEntry> latestFirst = new ArrayList<>(entries);
        Collections.reverse(latestFirst);
        List<Column<RunEntry>> columns = List.of(
                Column.text("run", entry -> Cell.of(entry.run())
                        .html("<a href=\"runs/" + escaped(entry.run()) + "/\">" + Cell.escape(entry.run()) + "</a>")),
                Column.text("state", entry -> Cell.of(entry.state()).style(style(entry.state()))),
                Column.text("two", ServedPages::tick),
                Column.text("at any cut", ServedPages::momentsOf),
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
                        : "<p><button type=\"button\" id=\"side\" disabled>Show two side by side</button>"
                                + " <span class=\"muted\">tick two runs</span></p>\n<div class=\"scroll\">\n"
                                + Table.of(columns, latestFirst).html() + "</div>\n",
                script("/list.js"));
    }

    private static Cell tick(RunEntry run) {
        return Cell.of("")
                .html("<input type=\"checkbox\" class=\"two\" value=\"" + escaped(run.run()) + "\" aria-label=\"Show "
                        + Cell.escape(run.run()) + " beside another run\">");
    }

    private static Cell momentsOf(RunEntry run) {
        String link = "<a href=\"runs/" + escaped(run.run()) + "/" + MOMENTS + "\" aria-label=\"Moments of "
                + Cell.escape(run.run()) + "\">moments</a>";
        return run.state().equals(RunEntry.IN_PROGRESS)
                ? Cell.of("")
                : Cell.of("moments").html(link);
    }

    /** Two runs beside each other, or below where the window is narrow. */
    static String side(RunEntry left, RunEntry right) {
        return page(
                left.run() + " and " + right.run(),
                "The slider moves both pictures of the fabric to the same time after the runs' begin.",
                "<div class=\"controls together\"><input type=\"range\" id=\"time\" min=\"0\" max=\"1000\" value=\"0\""
                        + " aria-label=\"Time of both runs\"> <output id=\"now\" for=\"time\"></output></div>\n"
                        + "<div class=\"side\">\n" + frame(left) + frame(right) + "</div>\n",
                script("/side.js"));
    }

    private static String frame(RunEntry run) {
        boolean hasEnd = Files.isRegularFile(run.folder().resolve(RunFolder.SUMMARY));
        return "<iframe src=\"/runs/" + escaped(run.run()) + "/#fabric\" data-summary=\""
                + (hasEnd ? "/runs/" + escaped(run.run()) + "/" + RunFolder.SUMMARY : "") + "\" title=\""
                + Cell.escape(run.run()) + "\"></iframe>\n";
    }

    /** A stored run at any cut. */
    static String moments(RunEntry run) {
        StringBuilder keys = new StringBuilder();
        for (List<String> key : KEYS) {
            keys.append(
                    "<button type=\"button\" class=\"key\" value=\"" + key.get(0) + "\">" + key.get(1) + "</button>\n");
        }
        return page(
                run.run(),
                "The run at any moment, computed again from the checkpoint before it, as reweave inspect shows it.",
                "<p><a href=\"./\">The run's report</a></p>\n"
                        + "<div class=\"controls\"><input type=\"range\" id=\"time\" min=\"0\" max=\"0\" value=\"0\""
                        + " aria-label=\"Cut\"> <output id=\"now\" for=\"time\"></output></div>\n"
                        + "<div class=\"controls\">" + keys + "</div>\n<div class=\"controls\"><label>Device "
                        + "<input type=\"search\" id=\"device\" list=\"devices\"></label>"
                        + "<datalist id=\"devices\"></datalist></div>\n<p id=\"problem\" role=\"status\"></p>\n"
                        + "<pre id=\"screen\" tabindex=\"0\" aria-label=\"The moment\"></pre>\n",
                script("/moments.js"));
    }

    /** The parameters of an address; of those with the same name the last one. */
    static Map<String, String> query(String raw) {
        Map<String, String> all = new HashMap<>();
        for (String one : raw == null ? new String[0] : raw.split("&")) {
            int sign = one.indexOf('=');
            if (sign > 0) {
                all.put(one.substring(0, sign), decoded(one.substring(sign + 1)));
            }
        }
        return all;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) { // % without two digits
            return "";
        }
    }

    private static String script(String path) {
        return "<script src=\"" + path + "\"></script>\n";
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
                                + "<p>This run is another process's: its events come here, its picture at its end. A run that"
                                + " is started by reweave serve SCENARIO shows its picture as it goes on.</p>\n"
                                + "<p id=\"count\" role=\"status\">no events yet</p>\n<ol id=\"events\" reversed></ol>\n"
                        : files + "<p>It has no report. An interrupted run goes on with: reweave resume "
                                + Cell.escape(run.run()) + "</p>\n",
                live ? script("/live.js") : "");
    }

    /** What the server has to say in place of a page. */
    static String sentence(int code, String sentence) {
        return page(Integer.toString(code), "", "<p>" + Cell.escape(sentence) + "</p>\n", "");
    }

    /** @param path among {@link #SCRIPTS} */
    static byte[] scriptAt(String path) throws IOException {
        try (InputStream in = ServedPages.class.getResourceAsStream(path.substring(1))) {
            return in.readAllBytes();
        }
    }

    private static String page(String title, String below, String body, String script) {
        return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                + "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n"
                + "<title>" + Cell.escape(title) + "</title>\n<style>\n" + Report.styleOfTables()
                + OWN_STYLE + "</style>\n</head>\n<body>\n<header>\n<div class=\"wide\">\n<h1>"
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
