package org.reweave.emulator.lax;

import org.HdrHistogram.IntCountsHistogram;
import org.reweave.emulator.stats.Histograms;
import org.reweave.reconfig.state.StateVisitor;

/**
 * How far the islands of a lax run were apart, and what that did: sums over steps and records. A replay has the same
 * drift as the run.
 */
public final class Drift {
    /** Positive numbers of cycles: percentiles within 1%, the rest exact. */
    public static final class Distribution {
        private final IntCountsHistogram histogram = Histograms.latency();
        private long count;
        private long sum;
        private long max;

        private void add(long cycles) {
            count++;
            sum += cycles;
            max = Math.max(max, cycles);
            histogram.recordValue(Math.min(cycles, Integer.MAX_VALUE));
        }

        private void add(Distribution other) {
            count += other.count;
            sum += other.sum;
            max = Math.max(max, other.max);
            histogram.add(other.histogram);
        }

        private void visit(StateVisitor state) {
            Histograms.visit(histogram, state);
            count = state.value(count);
            sum = state.value(sum);
            max = state.value(max);
        }

        public long count() {
            return count;
        }

        /** 0 without any. */
        public double mean() {
            return count == 0 ? 0 : (double) sum / count;
        }

        /** @param percent such as 99; the result is 0 without any */
        public long percentile(double percent) {
            return count == 0 ? 0 : Math.min(histogram.getValueAtPercentile(percent), max);
        }

        /** 0 without any. */
        public long max() {
            return max;
        }
    }

    private final Distribution beyond = new Distribution();
    private final Distribution lateness = new Distribution();
    private long steps;
    private long records;
    private long cutsTooLate;

    /** A step is taken that goes so many cycles beyond what is known of its in-links; 0 = not at all. */
    void step(long cyclesBeyond) {
        steps++;
        if (cyclesBeyond > 0) {
            beyond.add(cyclesBeyond);
        }
    }

    /** Records have been admitted, late ones among them. */
    void records(long count) {
        records += count;
    }

    /** A record takes effect so many cycles after its nominal arrival. */
    void late(long cycles) {
        lateness.add(cycles);
    }

    void cutTooLate() {
        cutsTooLate++;
    }

    /** Adds what another island has counted. */
    public void add(Drift other) {
        beyond.add(other.beyond);
        lateness.add(other.lateness);
        steps += other.steps;
        records += other.records;
        cutsTooLate += other.cutsTooLate;
    }

    public long steps() {
        return steps;
    }

    /** How far steps went beyond their horizon, over those that a conservative run would not have taken yet. */
    public Distribution beyond() {
        return beyond;
    }

    /** Records that crossed links between islands: packets, credits, SMPs, separators, cuts. */
    public long records() {
        return records;
    }

    /** How late records took effect, over those that did so after their nominal arrival. */
    public Distribution lateness() {
        return lateness;
    }

    /** Packets that were cut off on a failing link and whose receiver learnt that after their tail. */
    public long cutsTooLate() {
        return cutsTooLate;
    }

    /** Saves everything that was counted, or restores it into an object in which nothing was counted. */
    public void visit(StateVisitor state) {
        beyond.visit(state);
        lateness.visit(state);
        steps = state.value(steps);
        records = state.value(records);
        cutsTooLate = state.value(cutsTooLate);
    }
}
