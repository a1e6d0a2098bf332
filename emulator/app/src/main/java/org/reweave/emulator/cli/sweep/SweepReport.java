package org.reweave.emulator.cli.sweep;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.cli.common.MeasureText;
import org.reweave.emulator.cli.common.OutcomeText;
import org.reweave.emulator.cli.common.StudyReport;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.plot.Figure;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.sweep.Criterion;
import org.reweave.emulator.sweep.Curve;
import org.reweave.emulator.sweep.CurvePoint;
import org.reweave.emulator.sweep.Estimate;
import org.reweave.emulator.sweep.Grid;
import org.reweave.emulator.sweep.Point;
import org.reweave.emulator.sweep.Sample;
import org.reweave.emulator.sweep.Saturation;
import org.reweave.emulator.sweep.SweepCsv;
import org.reweave.emulator.sweep.SweepPlot;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;

/** The results of a sweep on the terminal and as JSON. */
final class SweepReport implements StudyReport {
    private static final List<Column<CurvePoint>> POINTS = List.of(
            Column.text("load", point -> point.load().toPlainString()),
            Column.text("offered", point -> fraction(point.offered())),
            Column.text("accepted", point -> fraction(point.accepted())),
            Column.text("network latency", point -> time(point.network().mean())),
            Column.text("total latency", point -> time(point.total().mean())),
            Column.number("p50", point -> mean(point.total().p50())),
            Column.number("p99", point -> mean(point.total().p99())),
            Column.number("dropped", "%.4g", point -> point.dropped().mean()),
            Column.text("runs", point -> OutcomeText.counts(point.outcomes())));

    private final Scenario base;
    private final List<String> sets;
    private final Grid grid;
    private final List<Measure> chosen;
    private final Criterion criterion;
    private final Map<Point, Sample> samples;
    private final List<Curve> curves;

    /**
     * @param base scenario before loads, seeds and varied keys
     * @param chosen measures that tables and figure show; empty = those that are usually shown, in tables alone
     */
    SweepReport(
            Scenario base,
            List<String> sets,
            Grid grid,
            List<Measure> chosen,
            Criterion criterion,
            Map<Point, Sample> samples,
            List<Curve> curves) {
        this.base = base;
        this.sets = List.copyOf(sets);
        this.grid = grid;
        this.chosen = List.copyOf(chosen);
        this.criterion = criterion;
        this.samples = samples;
        this.curves = curves;
    }

    /** Latencies in nanoseconds. */
    @Override
    public Map<String, Object> document() {
        Map<String, Object> document = StudyReport.document(base);
        document.put("seeds", grid.seeds());
        document.put("loads", grid.loads());
        document.put("tolerance", criterion.tolerance());
        document.put("latencyMultiple", criterion.multiple());
        document.put("interval", "95%, Student's t over seeds");
        document.put("curves", curves);
        return document;
    }

    /** One line about the sweep as a whole. */
    private String subtitle() {
        return Amounts.count(grid.points().size(), "run") + ": "
                + Amounts.count(grid.series().size(), "curve") + ", "
                + Amounts.count(grid.loads().size(), "load") + ", "
                + Amounts.count(grid.seeds().size(), "seed")
                + StudyReport.intervals(grid.seeds().size());
    }

    private String title() {
        return StudyReport.fabric(base) + ": load and latency";
    }

    @Override
    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(title(), "  " + StudyReport.setup(base, sets), "  " + subtitle()));
        for (Curve curve : curves) {
            lines.add("");
            if (!curve.label().isEmpty()) {
                lines.add("  " + curve.label());
            }
            if (!curve.points().isEmpty()) {
                Table.of(POINTS, curve.points()).text().forEach(line -> lines.add("  " + line));
                changes(curve, lines);
            }
        }
        if (!grid.loads().isEmpty()) {
            lines.addAll(new SweepChart(curves).lines());
        }
        saturations(lines);
        return lines;
    }

    @Override
    public Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        if (!grid.loads().isEmpty()) {
            Figure figure = SweepPlot.of(curves, chosen, title(), List.of(StudyReport.setup(base, sets), subtitle()));
            files.put("sweep.svg", figure.svg());
        }
        files.put("curves.csv", SweepCsv.curves(curves));
        files.put("runs.csv", SweepCsv.runs(samples));
        return files;
    }

    @Override
    public boolean isGood() {
        return samples.values().stream().noneMatch(Sample::failed);
    }

    /** Adds a table of the measures of reconfigurations, a column for each load, where there were any. */
    private void changes(Curve curve, List<String> lines) {
        if (chosen.isEmpty()
                && curve.points().stream().noneMatch(point -> point.measures().containsKey(Measure.DETECTION))) {
            return;
        }
        List<Measure> shown = (chosen.isEmpty()
                        ? Arrays.stream(Measure.values()).filter(Measure::isShown)
                        : chosen.stream())
                .filter(measure -> curve.points().stream()
                        .anyMatch(point -> point.measures().containsKey(measure)))
                .toList();
        List<Column<Measure>> columns = new ArrayList<>();
        columns.add(Column.text(chosen.isEmpty() ? "reconfiguration, by load" : "by load", MeasureText::title));
        curve.points()
                .forEach(point -> columns.add(Column.number(
                        point.load().toPlainString(),
                        measure -> MeasureText.of(measure, point.measures().get(measure)))));
        lines.add("");
        Table.of(columns, shown).text().forEach(line -> lines.add("  " + line));
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
                    100 * criterion.tolerance(),
                    criterion.multiple()));
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
