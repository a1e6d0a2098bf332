package org.reweave.emulator.lax.schedule;

import org.reweave.routing.model.Mix;

/** A seeded sequence of draws. */
final class ScheduleDraws {
    private static final long PURPOSE = 0x7363686564L;

    private final long seed;
    private long drawn;

    ScheduleDraws(long seed) {
        this.seed = seed;
    }

    long bits() {
        return Mix.mix(seed, 0, PURPOSE, drawn++);
    }

    /** A number from 0 to {@code bound - 1}. */
    int below(int bound) {
        return Mix.below(bits(), bound);
    }

    /** True once in {@code n} times. */
    boolean oneIn(int n) {
        return below(n) == 0;
    }
}
