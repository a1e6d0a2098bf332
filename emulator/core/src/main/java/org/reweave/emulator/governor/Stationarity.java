package org.reweave.emulator.governor;

import org.reweave.emulator.stats.Counter;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.model.Deviation;

/**
 * Whether throughput and latency of a run have settled, by MSER over batches (White, "An effective truncation heuristic
 * for bias reduction in simulation output", 1997).
 *
 * <p>A batch is one cut or more, until {@link #BATCH_PACKETS} packets were delivered. MSER leaves out the first d of n
 * batches for which the squared standard error of the rest, the sum of squared deviations over (n - d)^2, is smallest,
 * d up to n/2. A minimum at n/2 says that the first half still drifts, as it does in a network that is filling up.
 * Settled is what has {@link #LEAST} batches and a smaller d, for the throughput and for a mean latency of the batches,
 * {@link #CONFIRMATIONS} batches in a row: one look can be fooled by noise.
 *
 * <p>Deviation from MSER-5: batches are by packets, not five observations each; their number is bounded by joining them
 * in pairs.
 */
@Deviation("MSER-5, warm-up")
final class Stationarity {
    static final int BATCH_PACKETS = 100;
    static final int LEAST = 16;
    static final int CONFIRMATIONS = 8;
    static final int MOST = 256;

    private final Counter summed; // the latency that must settle
    private final double[] packets = new double[MOST];
    private final double[] cycles = new double[MOST];
    private final double[] latency = new double[MOST]; // sums over the packets of a batch
    private int count;
    private int cutsPerBatch = 1; // at least
    private int cuts;
    private CutTotals before;
    private int confirmed;

    /** @param summed over the delivered packets: the latency that must settle */
    Stationarity(Counter summed) {
        this.summed = summed;
    }

    boolean reached() {
        return confirmed >= CONFIRMATIONS;
    }

    void cut(CutTotals totals) {
        if (before == null) {
            before = totals; // what came before the first cut is only half a batch
            return;
        }
        cuts++;
        long delivered = totals.count(Counter.DATA_DELIVERED) - before.count(Counter.DATA_DELIVERED);
        if (cuts < cutsPerBatch || delivered < BATCH_PACKETS) {
            return;
        }
        packets[count] = delivered;
        cycles[count] = totals.cycle() - before.cycle();
        latency[count] = totals.count(summed) - before.count(summed);
        count++;
        before = totals;
        cuts = 0;
        boolean settled = count >= LEAST && settled(packets, cycles) && settled(latency, packets);
        confirmed = settled ? confirmed + 1 : 0;
        if (count == MOST) {
            join();
        }
    }

    private void join() {
        for (double[] values : new double[][] {packets, cycles, latency}) {
            for (int i = 0; i < MOST / 2; i++) {
                values[i] = values[2 * i] + values[2 * i + 1];
            }
        }
        count = MOST / 2;
        cutsPerBatch *= 2;
    }

    /** Whether MSER cuts off less than half of the quotients. */
    private boolean settled(double[] numerator, double[] denominator) {
        double sum = 0;
        double squares = 0;
        double least = Double.MAX_VALUE;
        int best = 0;
        double offset = numerator[count - 1] / denominator[count - 1]; // keeps the squares small
        for (int d = count - 1; d >= 0; d--) {
            double value = numerator[d] / denominator[d] - offset;
            sum += value;
            squares += value * value;
            double n = count - d;
            double error = (squares - sum * sum / n) / (n * n);
            if (d <= count / 2 && error <= least) {
                least = error;
                best = d;
            }
        }
        return best < count / 2;
    }

    void visit(StateVisitor state) {
        count = state.value(count);
        cutsPerBatch = state.value(cutsPerBatch);
        cuts = state.value(cuts);
        confirmed = state.value(confirmed);
        for (double[] values : new double[][] {packets, cycles, latency}) {
            for (int i = 0; i < count; i++) {
                values[i] = Double.longBitsToDouble(state.value(Double.doubleToLongBits(values[i])));
            }
        }
        if (state.value(before != null)) {
            before = CutTotals.visit(state, before == null ? CutTotals.NOTHING : before);
        }
    }
}
