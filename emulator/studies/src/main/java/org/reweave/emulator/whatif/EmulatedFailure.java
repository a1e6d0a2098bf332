package org.reweave.emulator.whatif;

import java.util.List;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.measure.Reading;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.LeftOut;
import org.reweave.emulator.results.Oversaturation;
import org.reweave.emulator.results.Reconfiguration;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.results.Summary;

/**
 * An emulated failure. Times are nanoseconds after the failure; null = the event did not occur.
 *
 * @param outcome label of {@link org.reweave.emulator.governor.Outcome}
 * @param tablesReadyNs when the new tables were computed
 * @param endNs when the reconfiguration was over, as its scheme defines the end
 * @param pastTrafficNs how much of that came after NICs had stopped sending
 * @param delivered packets, in the whole run
 * @param lost packets, in the whole run
 * @param deadlockNs when the deadlock formed
 * @param overloaded whether the load was above saturation before the failure, as the run of the present tables tells:
 *     until then all runs are the same
 * @param leftOut names of NICs that the failure leaves without a way to the others: they neither send nor receive in
 *     the whole run, so that none of its losses is theirs
 * @param fingerprint of the run
 */
public record EmulatedFailure(
        String outcome,
        Double tablesReadyNs,
        Double endNs,
        Double pastTrafficNs,
        long delivered,
        long lost,
        Double deadlockNs,
        boolean overloaded,
        List<String> leftOut,
        String fingerprint) {
    public EmulatedFailure {
        leftOut = List.copyOf(leftOut);
    }

    EmulatedFailure overloadedAs(EmulatedFailure other) {
        return new EmulatedFailure(
                outcome,
                tablesReadyNs,
                endNs,
                pastTrafficNs,
                delivered,
                lost,
                deadlockNs,
                other.overloaded,
                leftOut,
                fingerprint);
    }

    /** @param faultNs when the failure was */
    static EmulatedFailure of(Network network, Summary summary, Reading reading, RunRecorder recorder, double faultNs) {
        Double ready = summary.reconfigurations().stream()
                .map(Reconfiguration::ns)
                .map(Reconfiguration.Times::tablesReadyAt)
                .filter(at -> at != null)
                .max(Double::compare)
                .map(at -> at - faultNs)
                .orElse(null);
        return new EmulatedFailure(
                summary.outcome().label(),
                ready,
                reading.values().get(Measure.WHOLE),
                reading.values().get(Measure.PAST_TRAFFIC),
                summary.packets().delivered(),
                summary.packets().droppedTotal(),
                summary.deadlock() == null ? null : summary.deadlock().ns().formedAt() - faultNs,
                Oversaturation.of(summary, recorder).isPresent(),
                LeftOut.nics(network),
                summary.fingerprint());
    }
}
