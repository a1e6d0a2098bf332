package org.reweave.emulator.cli.sweep;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.MeasureText;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.run.SoftwareVersion;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.sweep.Criterion;
import org.reweave.emulator.sweep.Curve;
import org.reweave.emulator.sweep.CurvePoint;
import org.reweave.emulator.sweep.Estimate;
import org.reweave.emulator.sweep.Grid;
import org.reweave.emulator.sweep.Saturation;

/** The results of a sweep on the terminal and as JSON. */
final class SweepReport {
    /**
     * What was swept.
     *
     * @param base scenario before loads, seeds and varied keys
     * @param threads that ran it
     * @param folder of the results
     */
    record Subject(Scenario base, Grid grid, Criterion criterion, int threads, Path folder) {}

    private final Subject subject;
    private final List<Curve> curves;

    SweepReport(Subject subject, List<Curve> curves) {
        this.subject = subject;
        this.curves = curves;
    }

    /** For {@code --json} and {@code sweep.json}. Latencies in nanoseconds; the same whatever the number of threads. */
    Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("scenario", subject.base().name());
        document.put("description", subject.base().description());
        document.put("software", SoftwareVersion.read());
        document.put("seeds", subject.grid().seeds());
        document.put("loads", subject.grid().loads());
        document.put("tolerance", subject.criterion().tolerance());
        document.put("latencyMultiple", subject.criterion().multiple());
        document.put("interval", "95%, Student's t over seeds");
        document.put("curves", curves);
        return document;
    }

    /** One line about the sweep as a whole. */
    String subtitle() {
        Grid grid = subject.grid();
        return Amounts.count(grid.points().size(), "run") + ": "
                + Amounts.count(grid.series().size(), "curve") + ", "
                + Amounts.count(grid.loads().size(), "load") + ", "
                + Amounts.count(grid.seeds().size(), "seed")
                + (grid.seeds().size() > 1
                        ? "; +- is the 95% confidence interval over seeds (Student's t)"
                        : "; one seed has no confidence interval");
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(subject.base().name() + ": " + subject.base().description());
        lines.add("  " + subtitle());
        for (Curve curve : curves) {
            lines.add("");
            if (!curve.label().isEmpty()) {
                lines.add("  " + curve.label());
            }
            if (!curve.points().isEmpty()) {
                table(curve, lines);
                changes(curve, lines);
            }
        }
        if (!subject.grid().loads().isEmpty()) {
            lines.addAll(new SweepChart(curves).lines());
        }
        saturations(lines);
        lines.add("");
        lines.add("  files         " + subject.folder() + "/: "
                + (subject.grid().loads().isEmpty() ? "" : "sweep.svg, ")
                + "curves.csv, runs.csv, sweep.json, scenario.conf");
        return lines;
    }

    private static void table(Curve curve, List<String> lines) {
        lines.add(String.format(
                "  %-7s %-18s %-18s %-22s %-22s %10s %10s %9s  %s",
                "load", "offered", "accepted", "network latency", "total latency", "p50", "p99", "dropped", "runs"));
        for (CurvePoint point : curve.points()) {
            lines.add(String.format(
                            "  %-7s %-18s %-18s %-22s %-22s %10s %10s %9s  %s",
                            point.load().toPlainString(),
                            fraction(point.offered()),
                            fraction(point.accepted()),
                            time(point.network().mean()),
                            time(point.total().mean()),
                            mean(point.total().p50()),
                            mean(point.total().p99()),
                            String.format(Locale.ROOT, "%.4g", point.dropped().mean()),
                            point.outcomes().entrySet().stream()
                                    .map(one -> one.getValue() + " " + one.getKey())
                                    .collect(Collectors.joining(", ")))
                    .stripTrailing());
        }
    }

    /** What reconfigurations took and cost, a column for each load, where there were any. */
    private static void changes(Curve curve, List<String> lines) {
        if (curve.points().stream().noneMatch(point -> point.measures().containsKey(Measure.DETECTION))) {
            return;
        }
        List<Measure> shown = Arrays.stream(Measure.values())
                .filter(measure -> measure.isShown()
                        && curve.points().stream()
                                .anyMatch(point -> point.measures().containsKey(measure)))
                .toList();
        StringBuilder head = new StringBuilder(String.format("  %-34s", "reconfiguration, by load"));
        curve.points()
                .forEach(point ->
                        head.append(String.format("  %18s", point.load().toPlainString())));
        lines.add("");
        lines.add(head.toString());
        for (Measure measure : shown) {
            StringBuilder line = new StringBuilder(String.format("  %-34s", MeasureText.title(measure)));
            curve.points()
                    .forEach(point -> line.append(String.format(
                            "  %18s", MeasureText.of(measure, point.measures().get(measure)))));
            lines.add(line.toString());
        }
    }

    private static String fraction(Estimate estimate) {
        return estimate.mean() == null
                ? "-"
                : String.format(Locale.ROOT, "%.4f", estimate.mean())
                        + (estimate.halfWidth() == null
                                ? ""
                                : String.format(Locale.ROOT, " +-%.4f", estimate.halfWidth()));
    }

    private static String mean(Estimate estimate) {
        return estimate.mean() == null ? "-" : Amounts.time(estimate.mean());
    }

    private static String time(Estimate estimate) {
        return mean(estimate) + (estimate.halfWidth() == null ? "" : " +-" + Amounts.time(estimate.halfWidth()));
    }

    private void saturations(List<String> lines) {
        for (Curve curve : curves) {
            Saturation found = curve.saturation();
            if (found == null) {
                continue;
            }
            if (lines.stream().noneMatch(line -> line.startsWith("  saturation"))) {
                lines.add("");
            }
            lines.add("  saturation    " + (curve.label().isEmpty() ? "" : curve.label() + ": ") + words(found));
        }
        if (curves.stream().anyMatch(curve -> curve.saturation() != null)) {
            lines.add(String.format(
                    Locale.ROOT,
                    "                beyond it accepted is more than %.3g%% below offered, or total latency above %.3g times that of an"
                            + " empty network",
                    100 * subject.criterion().tolerance(),
                    subject.criterion().multiple()));
        }
    }

    private static String words(Saturation found) {
        BigDecimal resolution = found.resolution();
        if (found.load().mean() == null) {
            return "none up to load 1" + (found.brackets().size() == 1 ? "" : " with at least one of the seeds");
        }
        return "load " + fraction(found.load()) + " ("
                + (found.brackets().size() > 1 ? "95%, half the resolution of " : "resolution ")
                + resolution.toPlainString() + (found.brackets().size() > 1 ? " included" : "") + "), sustaining "
                + fraction(found.sustained());
    }
}
