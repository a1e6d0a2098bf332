package org.reweave.emulator.cluster.protocol;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Fingerprints of cuts that a listener has seen, as a list from the last one to the first, of which the states of a run
 * share all but the head: one more cut costs the same however many there are.
 */
public final class Shown {
    static final Shown NONE = new Shown(0, "", null);

    private final long cut;
    private final String fingerprint;
    private final Shown before; // null = there are none

    private Shown(long cut, String fingerprint, Shown before) {
        this.cut = cut;
        this.fingerprint = fingerprint;
        this.before = before;
    }

    Shown plus(long next, String itsFingerprint) {
        return new Shown(next, itsFingerprint, this);
    }

    Optional<String> of(long number) {
        for (Shown one = this; one.before != null; one = one.before) {
            if (one.cut == number) {
                return Optional.of(one.fingerprint);
            }
        }
        return Optional.empty();
    }

    /** The shown cuts behind a cut. */
    Shown after(long number) {
        Deque<Shown> later = new ArrayDeque<>();
        for (Shown one = this; one.before != null && one.cut > number; one = one.before) {
            later.push(one);
        }
        Shown all = NONE;
        for (Shown one : later) {
            all = all.plus(one.cut, one.fingerprint);
        }
        return all;
    }
}
