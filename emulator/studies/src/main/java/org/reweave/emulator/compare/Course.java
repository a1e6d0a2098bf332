package org.reweave.emulator.compare;

import java.util.Arrays;
import java.util.List;
import org.reweave.emulator.results.Interval;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.stats.Counter;

/**
 * Load and latency over the time of traffic, in equal bins, rounded for plots. An interval between two cuts belongs to
 * the bin in which it ends, and no bin is shorter than such an interval.
 *
 * @param widthNs of a bin
 * @param accepted fraction of what the NICs' links carry; null where nothing was measured: the run had ended
 * @param latencyNs mean total latency of the packets delivered in the bin; null where there are none
 */
public record Course(double widthNs, List<Double> accepted, List<Double> latencyNs) {
    /** A change takes a small part of a run, and plots show it enlarged. */
    private static final int MOST_BINS = 600;

    /** Parts of a unit to which loads are rounded, as fine as a plot shows them: every run's course is kept. */
    private static final double FRACTIONS = 1e5;

    public Course {
        if (latencyNs.size() != accepted.size()) {
            throw new IllegalArgumentException(
                    "a course has " + accepted.size() + " loads and " + latencyNs.size() + " latencies");
        }
    }

    /** @param cutInterval cycles between two cuts */
    static Course of(List<Interval> intervals, long end, long cutInterval, Scale scale) {
        int bins = (int) StrictMath.max(1, StrictMath.min(MOST_BINS, end / cutInterval));
        long[] cycles = new long[bins];
        long[] flits = new long[bins];
        long[] packets = new long[bins];
        long[] latency = new long[bins];
        for (Interval interval : intervals) {
            if (interval.to().cycle() > end) {
                break;
            }
            int bin = (int) StrictMath.min(bins - 1, (interval.to().cycle() - 1) * bins / end);
            cycles[bin] += interval.cycles();
            flits[bin] += interval.count(Counter.DELIVERED_FLITS);
            packets[bin] += interval.count(Counter.DATA_DELIVERED);
            latency[bin] += interval.count(Counter.TOTAL_LATENCY);
        }
        Double[] accepted = new Double[bins];
        Double[] latencies = new Double[bins];
        for (int bin = 0; bin < bins; bin++) {
            accepted[bin] =
                    cycles[bin] == 0 ? null : (Double) rounded(scale.fraction(flits[bin], cycles[bin]), FRACTIONS);
            latencies[bin] =
                    packets[bin] == 0 ? null : (Double) rounded(scale.ns((double) latency[bin] / packets[bin]), 1);
        }
        return new Course(scale.ns((double) end / bins), Arrays.asList(accepted), Arrays.asList(latencies));
    }

    /** A value rounded to whole parts of a unit. */
    private static double rounded(double value, double parts) {
        return StrictMath.rint(value * parts) / parts;
    }
}
