package org.reweave.emulator.drivers;

import java.util.List;
import org.reweave.routing.model.Mix;

/** A seeded sequence of draws. */
final class Draws {
    private final long seed;
    private long drawn;

    Draws(long seed) {
        this.seed = seed;
    }

    /** A number from 0 to {@code bound - 1}. */
    int below(int bound) {
        return Mix.below(Mix.mix(seed, 0, 0, drawn++), bound);
    }

    /** A number from {@code from} to {@code to}. */
    int between(int from, int to) {
        return from + below(to - from + 1);
    }

    /** True once in {@code n} times. */
    boolean oneIn(int n) {
        return below(n) == 0;
    }

    <T> T of(List<T> values) {
        return values.get(below(values.size()));
    }

    @SafeVarargs
    final <T> T of(T... values) {
        return values[below(values.length)];
    }
}
