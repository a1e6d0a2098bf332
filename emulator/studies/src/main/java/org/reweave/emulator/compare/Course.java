package org.reweave.emulator.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.reweave.emulator.results.Interval;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.stats.Counter;

/**
 * Load and latency over the time of traffic, in equal bins, rounded for plots. A cut belongs to the bin that it ends
 * in.
 *
 * @param widthNs of a bin
 * @param accepted fraction of what the NICs' links carry
 * @param latencyNs mean total latency of the packets delivered in the bin; null where there are none
 */
public record Course(double widthNs, List<Double> accepted, List<Double> latencyNs) {
    /** A change takes a small part of a run, and plots show it enlarged. */
    private static final int BINS = 600;

    /** Parts of a unit to which loads are rounded, as fine as a plot shows them: every run's course is kept. */
    private static final double FRACTIONS = 1e5;

    public Course {
        accepted.forEach(Objects::requireNonNull);
        if (latencyNs.size() != accepted.size()) {
            throw new IllegalArgumentException(
                    "a course has " + accepted.size() + " loads and " + latencyNs.size() + " latencies");
        }
    }

    static Course of(List<Interval> intervals, long end, Scale scale) {
        long[] cycles = new long[BINS];
        long[] flits = new long[BINS];
        long[] packets = new long[BINS];
        long[] latency = new long[BINS];
        for (Interval interval : intervals) {
            if (interval.to().cycle() > end) {
                break;
            }
            int bin = (int) StrictMath.min(BINS - 1, (interval.to().cycle() - 1) * BINS / end);
            cycles[bin] += interval.cycles();
            flits[bin] += interval.count(Counter.DELIVERED_FLITS);
            packets[bin] += interval.count(Counter.DATA_DELIVERED);
            latency[bin] += interval.count(Counter.TOTAL_LATENCY);
        }
        List<Double> accepted = new ArrayList<>();
        Double[] latencies = new Double[BINS];
        for (int bin = 0; bin < BINS; bin++) {
            accepted.add(cycles[bin] == 0 ? 0.0 : rounded(scale.fraction(flits[bin], cycles[bin]), FRACTIONS));
            latencies[bin] =
                    packets[bin] == 0 ? null : (Double) rounded(scale.ns((double) latency[bin] / packets[bin]), 1);
        }
        return new Course(scale.ns((double) end / BINS), accepted, Arrays.asList(latencies));
    }

    /** A value rounded to whole parts of a unit. */
    private static double rounded(double value, double parts) {
        return StrictMath.rint(value * parts) / parts;
    }
}
