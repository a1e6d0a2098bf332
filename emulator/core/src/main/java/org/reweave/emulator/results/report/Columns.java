package org.reweave.emulator.results.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.reweave.emulator.results.Interval;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.results.TimeSeries;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.LatencySeries;

/** Turns the results of a run into columns of numbers, rounded to the precision of a chart. */
final class Columns {
    private static final double[] PERCENTAGES = {0, 5, 10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 99.99, 99.999, 100};

    private final Scale scale;

    Columns(Scale scale) {
        this.scale = scale;
    }

    /** Nanoseconds, to the picosecond. */
    double ns(double cycles) {
        return Math.round(scale.ns(cycles) * 1e3) / 1e3;
    }

    double ns(long cycles) {
        return ns((double) cycles);
    }

    static double fraction(double value) {
        return Math.round(value * 1e5) / 1e5;
    }

    ReportData.Course course(List<Interval> intervals) {
        Map<String, List<Long>> drops = new LinkedHashMap<>();
        for (int i = 0; i < DropCause.count(); i++) {
            DropCause cause = DropCause.of(i);
            if (intervals.stream().anyMatch(interval -> interval.drops(cause) > 0)) {
                drops.put(cause.label(), longs(intervals, interval -> interval.drops(cause)));
            }
        }
        return new ReportData.Course(
                doubles(intervals, interval -> ns(interval.to().cycle())),
                longs(intervals, interval -> interval.count(Counter.DATA_DELIVERED)),
                doubles(intervals, interval -> fraction(TimeSeries.offered(interval, scale))),
                doubles(intervals, interval -> fraction(TimeSeries.accepted(interval, scale))),
                means(intervals, Counter.NETWORK_LATENCY),
                means(intervals, Counter.TOTAL_LATENCY),
                longs(intervals, interval -> interval.to().inFlight()),
                longs(intervals, interval -> interval.to().queued()),
                longs(intervals, interval -> interval.count(Counter.SMPS_SENT)),
                drops);
    }

    private static List<Double> doubles(List<Interval> intervals, ToDoubleFunction<Interval> value) {
        return intervals.stream().map(value::applyAsDouble).toList();
    }

    private static List<Long> longs(List<Interval> intervals, ToLongFunction<Interval> value) {
        return intervals.stream().map(value::applyAsLong).toList();
    }

    private List<Double> means(List<Interval> intervals, Counter sum) {
        List<Double> means = new ArrayList<>();
        for (Interval interval : intervals) {
            means.add(mean(interval.count(sum), interval.count(Counter.DATA_DELIVERED)));
        }
        return means;
    }

    private Double mean(long sum, long count) {
        return count == 0 ? null : (Double) ns((double) sum / count);
    }

    ReportData.Bins bins(LatencySeries series) {
        ReportData.Bins bins = new ReportData.Bins(
                ns(series.width()),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
        for (int i = 0; i < series.bins(); i++) {
            boolean any = series.count(i) > 0;
            bins.count().add(series.count(i));
            bins.network().add(mean(series.network(i), series.count(i)));
            bins.total().add(mean(series.total(i), series.count(i)));
            bins.longestNetwork().add(any ? (Double) ns(series.longestNetwork(i)) : null);
            bins.longestTotal().add(any ? (Double) ns(series.longestTotal(i)) : null);
        }
        return bins;
    }

    /** @param longest the exact maximum, beyond which no bin and no percentile goes */
    ReportData.Distribution distribution(Histogram histogram, long longest) {
        ReportData.Distribution distribution =
                new ReportData.Distribution(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (HistogramIterationValue value : histogram.recordedValues()) {
            distribution.values().add(ns(Math.min(value.getValueIteratedTo(), longest)));
            distribution.counts().add(value.getCountAtValueIteratedTo());
        }
        for (double percentage : histogram.getTotalCount() == 0 ? new double[0] : PERCENTAGES) {
            long latency = Math.min(histogram.getValueAtPercentile(percentage), longest);
            distribution.percentiles().add(List.of(percentage, ns(latency)));
        }
        return distribution;
    }
}
