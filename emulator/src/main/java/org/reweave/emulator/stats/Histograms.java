package org.reweave.emulator.stats;

import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.IntCountsHistogram;
import org.reweave.emulator.state.StateReader;
import org.reweave.emulator.state.StateWriter;

/** Latency histograms: two significant digits, growing as needed. */
public final class Histograms {
    private static final int DIGITS = 2;

    private Histograms() {}

    public static IntCountsHistogram latency() {
        return new IntCountsHistogram(DIGITS);
    }

    public static void encode(IntCountsHistogram histogram, StateWriter out) {
        long filled = 0;
        for (HistogramIterationValue ignored : histogram.recordedValues()) {
            filled++;
        }
        out.value(filled);
        for (HistogramIterationValue value : histogram.recordedValues()) {
            out.value(value.getValueIteratedTo());
            out.value(value.getCountAtValueIteratedTo());
        }
    }

    public static void decode(IntCountsHistogram histogram, StateReader in) {
        histogram.reset();
        for (long left = in.value(); left > 0; left--) {
            long value = in.value();
            histogram.recordValueWithCount(value, in.value());
        }
    }
}
