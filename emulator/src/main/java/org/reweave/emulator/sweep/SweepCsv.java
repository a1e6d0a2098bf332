package org.reweave.emulator.sweep;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A sweep as comma-separated values, for other tools. What is not known is empty. */
public final class SweepCsv {
    private SweepCsv() {}

    /** A line per run. */
    public static String runs(Map<Point, Sample> samples) {
        StringBuilder csv = new StringBuilder(
                "series,load,seed,outcome,offered_fraction,accepted_fraction,measured_packets,"
                        + "network_latency_mean_ns,network_latency_p50_ns,network_latency_p99_ns,"
                        + "total_latency_mean_ns,total_latency_p50_ns,total_latency_p99_ns,dropped_packets,cycles,fingerprint\n");
        samples.forEach((point, sample) -> csv.append(quoted(point.series().label()))
                .append(',')
                .append(point.load().toPlainString())
                .append(',')
                .append(point.seed())
                .append(',')
                .append(sample.outcome())
                .append(number(sample.offered(), 6))
                .append(number(sample.accepted(), 6))
                .append(',')
                .append(sample.packets())
                .append(latency(sample.network()))
                .append(latency(sample.total()))
                .append(',')
                .append(sample.dropped())
                .append(',')
                .append(sample.cycles())
                .append(',')
                .append(sample.fingerprint())
                .append('\n'));
        return csv.toString();
    }

    /** A line per series and load. {@code _ci95} is half the width of the interval. */
    public static String curves(List<Curve> curves) {
        String[] values = {
            "offered_fraction",
            "accepted_fraction",
            "network_latency_mean_ns",
            "network_latency_p50_ns",
            "network_latency_p99_ns",
            "total_latency_mean_ns",
            "total_latency_p50_ns",
            "total_latency_p99_ns",
            "dropped_packets"
        };
        StringBuilder csv = new StringBuilder("series,load,runs,outcomes");
        for (String value : values) {
            csv.append(',').append(value).append(',').append(value).append("_ci95");
        }
        csv.append('\n');
        for (Curve curve : curves) {
            for (CurvePoint point : curve.points()) {
                row(csv, curve.label(), point);
            }
        }
        return csv.toString();
    }

    private static void row(StringBuilder csv, String series, CurvePoint point) {
        int runs =
                point.outcomes().values().stream().mapToInt(Integer::intValue).sum();
        csv.append(quoted(series))
                .append(',')
                .append(point.load().toPlainString())
                .append(',')
                .append(runs);
        csv.append(',')
                .append(point.outcomes().entrySet().stream()
                        .map(one -> one.getValue() + " " + one.getKey())
                        .collect(Collectors.joining(" + ")));
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
            csv.append(number(estimate.mean(), 6)).append(number(estimate.halfWidth(), 6));
        }
        csv.append('\n');
    }

    private static String latency(Sample.Latency latency) {
        return number(latency.mean(), 3) + number(latency.p50(), 3) + number(latency.p99(), 3);
    }

    private static String number(Double value, int digits) {
        return "," + (value == null ? "" : String.format(Locale.ROOT, "%." + digits + "f", value));
    }

    private static String quoted(String text) {
        return text.matches("[^,\"\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
