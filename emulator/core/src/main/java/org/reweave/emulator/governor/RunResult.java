package org.reweave.emulator.governor;

import java.util.Optional;
import org.reweave.emulator.lax.Drift;
import org.reweave.emulator.stats.Latencies;

/**
 * The result of a run, the same for every driver.
 *
 * @param interrupted whether the user stopped it
 * @param transientCycles cuts at which packets waited in a cycle that a pending event could still break
 * @param last totals at the end
 * @param drift of a lax run
 */
public record RunResult(
        Outcome outcome,
        boolean interrupted,
        Optional<Deadlock> deadlock,
        long transientCycles,
        CutTotals last,
        Latencies latencies,
        Optional<Drift> drift) {
    /** SHA-256, in hexadecimal. */
    public String fingerprint() {
        return last.fingerprint();
    }

    /** The result of a conservative run from a governor and the NICs at the end. */
    public static RunResult of(Governor governor, Latencies latencies) {
        return of(governor, latencies, Optional.empty());
    }

    /**
     * The result from a governor and the NICs at the end.
     *
     * @param drift of a lax run
     */
    public static RunResult of(Governor governor, Latencies latencies, Optional<Drift> drift) {
        return new RunResult(
                governor.outcome(),
                governor.wasInterrupted(),
                governor.deadlock(),
                governor.transientCycles(),
                governor.last(),
                latencies,
                drift);
    }
}
