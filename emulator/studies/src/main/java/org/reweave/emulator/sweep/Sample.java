package org.reweave.emulator.sweep;

import java.util.Objects;
import org.reweave.emulator.measure.Reading;
import org.reweave.emulator.results.Summary;

/**
 * The values that one run contributes to a curve. Latencies are in nanoseconds, of packets generated after the warm-up,
 * to their last byte; null where no packet was measured.
 *
 * @param outcome {@link #SATURATED}, or the label of {@link org.reweave.emulator.governor.Outcome}
 * @param offered generated between warm-up and end of traffic, as a fraction of what the NICs' links carry; null if the
 *     warm-up did not end
 * @param accepted delivered, likewise
 * @param packets measured
 * @param dropped over the whole run
 * @param cycles emulated
 * @param cycleNs length of a cycle
 * @param reading of the run's reconfiguration and of what it cost
 */
public record Sample(
        String outcome,
        Double offered,
        Double accepted,
        long packets,
        Latency network,
        Latency total,
        long dropped,
        long cycles,
        double cycleNs,
        String fingerprint,
        Reading reading) {
    public Sample {
        Objects.requireNonNull(outcome);
        Objects.requireNonNull(network);
        Objects.requireNonNull(total);
        Objects.requireNonNull(fingerprint);
        Objects.requireNonNull(reading);
    }

    /**
     * Outcome of a run stopped at the end of traffic, before the queues were drained, since accepted traffic had fallen
     * behind offered traffic: its latencies leave out the packets still queued.
     */
    public static final String SATURATED = "saturated";

    /** Mean and percentiles. */
    public record Latency(Double mean, Double p50, Double p99) {
        static Latency of(Summary.Latency latency) {
            return new Latency(
                    latency.ns().mean(), latency.ns().p50(), latency.ns().p99());
        }
    }

    /** @param saturated whether the run was stopped for that */
    static Sample of(Summary summary, boolean saturated, Reading reading) {
        return new Sample(
                saturated ? SATURATED : summary.outcome().label(),
                summary.load().offered(),
                summary.load().accepted(),
                summary.latency().packets(),
                Latency.of(summary.latency().network()),
                Latency.of(summary.latency().total()),
                summary.packets().droppedTotal(),
                summary.cycles(),
                summary.cycleNs(),
                summary.fingerprint(),
                reading);
    }

    /** Whether the run ended neither completed nor saturated. */
    public boolean failed() {
        return !outcome.equals("completed") && !outcome.equals(SATURATED);
    }
}
