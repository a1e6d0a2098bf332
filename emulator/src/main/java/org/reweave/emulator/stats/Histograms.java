package org.reweave.emulator.stats;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.IntCountsHistogram;
import org.reweave.emulator.state.StateVisitor;

/** Latency histograms: two significant digits, growing as needed. */
public final class Histograms {
    private static final int DIGITS = 2;

    private Histograms() {}

    public static IntCountsHistogram latency() {
        return new IntCountsHistogram(DIGITS);
    }

    /** Latencies are saved as differences to the ones before. */
    public static void visit(AbstractHistogram histogram, StateVisitor state) {
        if (state.isReading()) {
            histogram.reset();
            long value = 0;
            for (long left = state.value(0L); left > 0; left--) {
                value += state.value(0L);
                histogram.recordValueWithCount(value, state.value(0L));
            }
            return;
        }
        long filled = 0;
        for (HistogramIterationValue ignored : histogram.recordedValues()) {
            filled++;
        }
        state.value(filled);
        long last = 0;
        for (HistogramIterationValue value : histogram.recordedValues()) {
            state.value(value.getValueIteratedTo() - last);
            last = value.getValueIteratedTo();
            state.value(value.getCountAtValueIteratedTo());
        }
    }
}
