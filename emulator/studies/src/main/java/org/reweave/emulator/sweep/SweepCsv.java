package org.reweave.emulator.sweep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.reweave.emulator.csv.CsvText;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.measure.Reading;

/** A sweep as comma-separated values, for other tools. Unknown values are empty. */
public final class SweepCsv {
    private static final List<String> RUN_COLUMNS = List.of(
            "series",
            "load",
            "seed",
            "outcome",
            "offered_fraction",
            "accepted_fraction",
            "measured_packets",
            "network_latency_mean_ns",
            "network_latency_p50_ns",
            "network_latency_p99_ns",
            "total_latency_mean_ns",
            "total_latency_p50_ns",
            "total_latency_p99_ns",
            "dropped_packets",
            "cycles",
            "fingerprint");

    /** Those that are no other column already. */
    private static final Set<Measure> MEASURES =
            EnumSet.complementOf(EnumSet.of(Measure.LATENCY, Measure.LATENCY_P99, Measure.ACCEPTED));

    private static final List<String> ESTIMATES = List.of(
            "offered_fraction",
            "accepted_fraction",
            "network_latency_mean_ns",
            "network_latency_p50_ns",
            "network_latency_p99_ns",
            "total_latency_mean_ns",
            "total_latency_p50_ns",
            "total_latency_p99_ns",
            "dropped_packets");

    private SweepCsv() {}

    /** A line per run. */
    public static String runs(Map<Point, Sample> samples) {
        List<String> columns = new ArrayList<>(RUN_COLUMNS);
        columns.addAll(Reading.columns(MEASURES));
        CsvText csv = new CsvText(columns);
        samples.forEach((point, sample) -> csv.row(row(point, sample)));
        return csv.toString();
    }

    private static List<Object> row(Point point, Sample sample) {
        List<Object> cells = new ArrayList<>(Arrays.asList(
                point.series().label(),
                point.load().toPlainString(),
                point.seed(),
                sample.outcome(),
                CsvText.decimals(sample.offered(), 6),
                CsvText.decimals(sample.accepted(), 6),
                sample.packets(),
                CsvText.decimals(sample.network().mean(), 3),
                CsvText.decimals(sample.network().p50(), 3),
                CsvText.decimals(sample.network().p99(), 3),
                CsvText.decimals(sample.total().mean(), 3),
                CsvText.decimals(sample.total().p50(), 3),
                CsvText.decimals(sample.total().p99(), 3),
                sample.dropped(),
                sample.cycles(),
                sample.fingerprint()));
        cells.addAll(sample.reading().cells(MEASURES));
        return cells;
    }

    /** A line per series and load. {@code _ci95} is half the width of the interval. */
    public static String curves(List<Curve> curves) {
        List<String> columns = new ArrayList<>(List.of("series", "load", "runs", "outcomes"));
        ESTIMATES.forEach(value -> columns.addAll(List.of(value, value + "_ci95")));
        MEASURES.forEach(measure -> columns.addAll(List.of(measure.column(), measure.column() + "_ci95")));
        CsvText csv = new CsvText(columns);
        for (Curve curve : curves) {
            curve.points().forEach(point -> csv.row(row(curve.label(), point)));
        }
        return csv.toString();
    }

    private static List<Object> row(String series, CurvePoint point) {
        int runs =
                point.outcomes().values().stream().mapToInt(Integer::intValue).sum();
        String outcomes = point.outcomes().entrySet().stream()
                .map(one -> one.getValue() + " " + one.getKey())
                .collect(Collectors.joining(" + "));
        List<Object> cells = new ArrayList<>(List.of(series, point.load().toPlainString(), runs, outcomes));
        for (Estimate estimate : List.of(
                point.offered(),
                point.accepted(),
                point.network().mean(),
                point.network().p50(),
                point.network().p99(),
                point.total().mean(),
                point.total().p50(),
                point.total().p99(),
                point.dropped())) {
            add(estimate, cells);
        }
        MEASURES.forEach(measure -> add(point.measures().get(measure), cells));
        return cells;
    }

    private static void add(Estimate estimate, List<Object> cells) {
        cells.add(CsvText.decimals(estimate == null ? null : estimate.mean(), 6));
        cells.add(CsvText.decimals(estimate == null ? null : estimate.halfWidth(), 6));
    }
}
