package org.reweave.emulator.stats;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.IntCountsHistogram;
import org.reweave.emulator.state.LongRing;
import org.reweave.reconfig.state.StateVisitor;

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
                long count = state.value(0L);
                if (value < 0 || count < 0) {
                    throw new IllegalStateException("a latency of " + value + " cycles, " + count + " times");
                }
                histogram.recordValueWithCount(value, count);
            }
            return;
        }
        LongRing recorded = new LongRing();
        long last = 0;
        for (HistogramIterationValue value : histogram.recordedValues()) { // a slow iteration, so only one
            recorded.add(value.getValueIteratedTo() - last);
            last = value.getValueIteratedTo();
            recorded.add(value.getCountAtValueIteratedTo());
        }
        state.value((long) recorded.size() / 2);
        for (int i = 0; i < recorded.size(); i++) {
            state.value(recorded.peek(i));
        }
    }
}
