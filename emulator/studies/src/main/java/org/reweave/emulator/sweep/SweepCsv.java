package org.reweave.emulator.sweep;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.measure.Reading;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;

/** A sweep as comma-separated values, for other tools. Unknown values are empty. */
public final class SweepCsv {
    /** Measures that are no other column already. */
    private static final Set<Measure> MEASURES =
            EnumSet.complementOf(EnumSet.of(Measure.LATENCY, Measure.LATENCY_P99, Measure.ACCEPTED));

    private record PointOfCurve(String series, CurvePoint point) {}

    private SweepCsv() {}

    /** A line per run. */
    public static String runs(Map<Point, Sample> samples) {
        List<Column<Map.Entry<Point, Sample>>> columns = new ArrayList<>();
        columns.add(Column.text("series", run -> run.getKey().series().label()));
        columns.add(Column.number("load", run -> run.getKey().load().toPlainString()));
        columns.add(Column.number("seed", run -> run.getKey().seed()));
        runColumns().forEach(column -> columns.add(column.of(Map.Entry::getValue)));
        return Table.of(columns, samples.entrySet()).csv();
    }

    private static List<Column<Sample>> runColumns() {
        List<Column<Sample>> columns = new ArrayList<>(List.of(
                Column.text("outcome", Sample::outcome),
                Column.decimals("offered_fraction", 6, Sample::offered),
                Column.decimals("accepted_fraction", 6, Sample::accepted),
                Column.number("measured_packets", Sample::packets)));
        latency("network", Sample::network, columns);
        latency("total", Sample::total, columns);
        columns.add(Column.number("dropped_packets", Sample::dropped));
        columns.add(Column.number("cycles", Sample::cycles));
        columns.add(Column.text("fingerprint", Sample::fingerprint));
        Reading.columns(MEASURES).forEach(column -> columns.add(column.of(Sample::reading)));
        return columns;
    }

    private static void latency(String name, Function<Sample, Sample.Latency> which, List<Column<Sample>> columns) {
        columns.add(Column.decimals(
                name + "_latency_mean_ns", 3, run -> which.apply(run).mean()));
        columns.add(Column.decimals(
                name + "_latency_p50_ns", 3, run -> which.apply(run).p50()));
        columns.add(Column.decimals(
                name + "_latency_p99_ns", 3, run -> which.apply(run).p99()));
    }

    /** A line per series and load. {@code _ci95} is half the width of the interval. */
    public static String curves(List<Curve> curves) {
        List<Column<PointOfCurve>> columns = new ArrayList<>();
        columns.add(Column.text("series", PointOfCurve::series));
        pointColumns().forEach(column -> columns.add(column.of(PointOfCurve::point)));
        return Table.of(
                        columns,
                        curves.stream()
                                .flatMap(curve ->
                                        curve.points().stream().map(point -> new PointOfCurve(curve.label(), point)))
                                .toList())
                .csv();
    }

    private static List<Column<CurvePoint>> pointColumns() {
        List<Column<CurvePoint>> columns = new ArrayList<>(List.of(
                Column.number("load", point -> point.load().toPlainString()),
                Column.number("runs", point -> point.outcomes().values().stream()
                        .mapToInt(Integer::intValue)
                        .sum()),
                Column.text("outcomes", point -> point.outcomes().entrySet().stream()
                        .map(one -> one.getValue() + " " + one.getKey())
                        .collect(Collectors.joining(" + ")))));
        columns.addAll(Estimate.columns("offered_fraction", CurvePoint::offered));
        columns.addAll(Estimate.columns("accepted_fraction", CurvePoint::accepted));
        for (String name : List.of("network", "total")) {
            Function<CurvePoint, CurvePoint.Latency> which =
                    name.equals("total") ? CurvePoint::total : CurvePoint::network;
            columns.addAll(Estimate.columns(
                    name + "_latency_mean_ns", point -> which.apply(point).mean()));
            columns.addAll(Estimate.columns(
                    name + "_latency_p50_ns", point -> which.apply(point).p50()));
            columns.addAll(Estimate.columns(
                    name + "_latency_p99_ns", point -> which.apply(point).p99()));
        }
        columns.addAll(Estimate.columns("dropped_packets", CurvePoint::dropped));
        MEASURES.forEach(measure -> columns.addAll(
                Estimate.columns(measure.column(), point -> point.measures().get(measure))));
        return columns;
    }
}
