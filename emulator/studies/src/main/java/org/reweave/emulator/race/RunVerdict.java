package org.reweave.emulator.race;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.reweave.reconfig.spi.Promise;

/**
 * How one run ended.
 *
 * @param kind its class
 * @param signature what went wrong, without anything that depends on the size of the network or the seed; runs with the
 *     same class, signature and broken promises failed the same way
 * @param brokenPromises promises of the scheme that the run broke
 * @param fingerprint of the run; empty for {@link RaceClass#BROKEN}
 * @param lost packets by cause
 * @param endedAt cycle at which the run ended
 * @param failedAt cycle at which it was first known to have failed: the cut that found a deadlock, else {@code endedAt}
 */
public record RunVerdict(
        RaceClass kind,
        String signature,
        List<Promise> brokenPromises,
        String fingerprint,
        Map<String, Long> lost,
        long endedAt,
        long failedAt) {
    public RunVerdict {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(signature);
        brokenPromises = List.copyOf(brokenPromises);
        Objects.requireNonNull(fingerprint);
        lost.forEach((cause, packets) -> Objects.requireNonNull(packets));
    }

    /** Whether two runs failed, or did not, in the same way, and broke the same promises. */
    public boolean sameWay(RunVerdict other) {
        return way().equals(other.way());
    }

    /** The way in which the run failed: two runs with one way are one finding. */
    String way() {
        return text() + " " + brokenPromises;
    }

    /** This verdict in words, for one line. */
    public String text() {
        return kind.label() + (signature.isEmpty() ? "" : ": " + signature);
    }
}
