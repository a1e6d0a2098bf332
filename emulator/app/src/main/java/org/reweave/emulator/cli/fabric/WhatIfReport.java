package org.reweave.emulator.cli.fabric;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.HtmlPage;
import org.reweave.emulator.results.LeftOut;
import org.reweave.emulator.table.Cell;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;
import org.reweave.emulator.whatif.Alternative;
import org.reweave.emulator.whatif.EmulatedFailure;
import org.reweave.routing.layout.FabricDrawing;
import org.reweave.routing.layout.RouteMarks;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.verify.Channel;
import org.reweave.routing.verify.HotLink;
import org.reweave.routing.verify.RouteReport;

/** What {@code reweave whatif} found out: lines, a page, and a document. */
final class WhatIfReport {
    private static final String NONE = "-";
    private static final int MOST_LISTED = 8;

    private final Fabric fabric;
    private final String tables;
    private final List<String> failed;
    private final String setup;
    private final RouteReport before;
    private final List<Alternative> alternatives;

    /**
     * @param tables the present ones, as the user named them
     * @param failed names of what failed, for people
     * @param setup of the emulated runs, in words; empty = nothing was emulated
     * @param before what the present tables do without the failure
     * @param alternatives the present tables first
     */
    WhatIfReport(
            Fabric fabric,
            String tables,
            List<String> failed,
            String setup,
            RouteReport before,
            List<Alternative> alternatives) {
        this.fabric = fabric;
        this.tables = tables;
        this.failed = List.copyOf(failed);
        this.setup = setup;
        this.before = before;
        this.alternatives = List.copyOf(alternatives);
    }

    /**
     * What {@code --json} prints.
     *
     * @param before the present tables without the failure
     * @param alternatives after it, the present tables first
     */
    record Document(String fabric, String tables, List<String> failed, Verdict before, List<Judged> alternatives) {}

    /** What tables do, by reading them. */
    record Verdict(
            long pairs,
            long delivered,
            long lost,
            long disconnected,
            boolean acyclic,
            List<String> cycle,
            List<String> failures,
            long maxLinkLoad,
            String condition) {
        static Verdict of(RouteReport report) {
            return report == null
                    ? null
                    : new Verdict(
                            report.pairs(),
                            report.delivered(),
                            lostPairs(report),
                            report.disconnected(),
                            report.acyclic(),
                            report.cycle().stream().map(Channel::toString).toList(),
                            report.failures(),
                            report.maxLinkLoad(),
                            report.condition());
        }
    }

    /** An {@link Alternative}. */
    record Judged(String name, Verdict tables, int differing, EmulatedFailure emulated, List<String> refusals) {}

    Document document() {
        return new Document(
                fabric.name(),
                tables,
                failed,
                Verdict.of(before),
                alternatives.stream()
                        .map(one -> new Judged(
                                one.name(), Verdict.of(one.report()), one.differing(), one.emulated(), one.refusals()))
                        .toList());
    }

    /** Lines for a terminal. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(title() + (setup.isEmpty() ? "" : "; " + setup));
        lines.add("  " + wordsBefore());
        table().text().forEach(line -> lines.add("  " + line));
        refusals().forEach(line -> lines.add("  " + line));
        remarks().forEach(line -> lines.add("  " + line));
        return lines;
    }

    /** The page, with a drawing of what the present tables do after the failure. */
    String page(String command, Faults faults) {
        HtmlPage page = new HtmlPage(title(), setup, "Made by " + command);
        page.section("alternatives", "Alternatives", "After the failure");
        page.text(wordsBefore());
        page.add(table().html());
        remarks().forEach(page::text);
        RouteReport present = alternatives.get(0).report();
        page.section("present", "Present tables", "The present tables after the failure");
        RouteMarks marks = marks(present, faults);
        page.drawing("whatif", FabricDrawing.svg(marks), linksCsv(marks));
        if (!present.failures().isEmpty()) {
            page.text("Pairs that are lost, the first " + present.failures().size() + " of "
                    + Amounts.count(lostPairs(present)) + ":");
            page.add("<ul>\n");
            present.failures().forEach(pair -> page.add("<li>" + Cell.escape(pair) + "</li>\n"));
            page.add("</ul>\n");
        }
        if (!refusals().isEmpty()) {
            page.section("refusals", "Refusals", "Why some have no figures");
            refusals().forEach(page::text);
        }
        return page.toString();
    }

    /** The paths on links between switches in each direction, as the drawing shows them. */
    private static String linksCsv(RouteMarks marks) {
        List<Integer> directed = IntStream.range(0, 2 * marks.fabric().linkCount())
                .filter(way -> marks.fabric().isTrunk(way / 2))
                .boxed()
                .toList();
        return Table.of(
                        List.of(
                                Column.text("from", way -> end(marks, way)),
                                Column.text("to", way -> end(marks, way ^ 1)),
                                Column.number("paths", way -> marks.load().get(way)),
                                Column.text(
                                        "failed",
                                        way -> marks.faults().linkUp(marks.fabric(), way / 2) ? "false" : "true")),
                        directed)
                .csv();
    }

    private static String end(RouteMarks marks, int directed) {
        Fabric fabric = marks.fabric();
        return fabric.deviceName(fabric.linkDevice(directed / 2, directed & 1)) + "."
                + fabric.linkPort(directed / 2, directed & 1);
    }

    private String title() {
        return fabric.name() + " without " + String.join(", ", failed);
    }

    private RouteMarks marks(RouteReport report, Faults faults) {
        return new RouteMarks(
                fabric,
                faults,
                title(),
                report.load(),
                report.hottestLinks().stream().map(HotLink::directedLink).toList(),
                report.cycle().stream().map(Channel::directedLink).toList(),
                List.of(),
                List.of());
    }

    private static long lostPairs(RouteReport report) {
        return report.pairs() - report.delivered() - report.disconnected();
    }

    private String wordsBefore() {
        return "Before, by the tables of " + tables + ": " + words(before);
    }

    private static String words(RouteReport report) {
        return Amounts.count(report.delivered()) + " of " + Amounts.count(report.pairs()) + " pairs delivered, "
                + (report.acyclic()
                        ? "no cycle"
                        : "a cycle of " + report.cycle().size() + " channels")
                + ", at most " + Amounts.count(report.maxLinkLoad()) + " paths on a link";
    }

    private Table table() {
        List<Column<Alternative>> columns = new ArrayList<>();
        columns.add(Column.text("tables", Alternative::name));
        read("pairs lost", columns, report -> coloured(lostPairs(report), Amounts.count(lostPairs(report))));
        read("cut apart", columns, report -> Amounts.count(report.disconnected()));
        read(
                "cycle",
                columns,
                report -> coloured(
                        report.cycle().size(),
                        report.acyclic() ? report.condition() == null ? "none" : "by bubbles" : "yes"));
        read("most paths", columns, report -> Amounts.count(report.maxLinkLoad()));
        columns.add(Column.number("to change", one -> Amounts.count(one.differing())));
        if (!setup.isEmpty()) {
            emulated("tables ready", columns, run -> time(run.tablesReadyNs()));
            emulated("all over", columns, run -> time(run.endNs()));
            emulated(
                    "packets lost",
                    columns,
                    run -> Amounts.count(run.lost()) + " of " + Amounts.count(run.lost() + run.delivered()));
            emulated(
                    "run",
                    columns,
                    run -> run.deadlockNs() == null
                            ? Cell.of(run.outcome())
                            : Cell.of("deadlock at " + time(run.deadlockNs())).style("bad"));
        }
        return Table.of(
                columns,
                alternatives.stream().filter(one -> one.report() != null).toList());
    }

    private static Cell coloured(long bad, String text) {
        return bad == 0 ? Cell.of(text) : Cell.of(text).style("bad");
    }

    private static void read(String heading, List<Column<Alternative>> columns, Function<RouteReport, Object> value) {
        columns.add(Column.number(heading, one -> value.apply(one.report())));
    }

    private static void emulated(
            String heading, List<Column<Alternative>> columns, Function<EmulatedFailure, Object> value) {
        columns.add(Column.number(heading, one -> one.emulated() == null ? NONE : value.apply(one.emulated())));
    }

    private static String time(Double ns) {
        return ns == null ? NONE : (ns < 0 ? "" : "+") + Amounts.time(ns);
    }

    private List<String> refusals() {
        return alternatives.stream()
                .filter(one -> !one.refusals().isEmpty())
                .map(one -> one.name()
                        + (one.report() == null ? " has no tables: " : " was not emulated: ")
                        + one.refusals().stream()
                                .map(reason -> reason.replaceFirst("^--set [^ ]+: ", ""))
                                .collect(Collectors.joining("; ")))
                .toList();
    }

    private List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        alternatives.stream()
                .filter(one ->
                        one.emulated() != null && !one.emulated().leftOut().isEmpty())
                .findFirst()
                .ifPresent(one -> remarks.add("Left out of the runs: "
                        + Amounts.listed(one.emulated().leftOut(), MOST_LISTED) + ", " + LeftOut.REASON + "."));
        if (alternatives.stream()
                .anyMatch(one -> one.emulated() != null && one.emulated().overloaded())) {
            remarks.add("The load was above saturation before the failure: give less with --load.");
        }
        if (alternatives.stream()
                .anyMatch(one -> one.emulated() != null
                        && one.emulated().pastTrafficNs() != null
                        && one.emulated().pastTrafficNs() > 0)) {
            remarks.add(
                    "Some changes were over only after NICs had stopped sending, so that losses are of less traffic:"
                            + " give more with --after.");
        }
        return remarks;
    }
}
