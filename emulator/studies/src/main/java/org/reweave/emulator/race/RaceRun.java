package org.reweave.emulator.race;

import java.util.List;
import java.util.Objects;

/**
 * A finished run of a race.
 *
 * @param reached what no run before it had reached
 */
public record RaceRun(long seed, RunVerdict verdict, List<String> reached) {
    public RaceRun {
        Objects.requireNonNull(verdict);
        reached = List.copyOf(reached);
    }

    /** A run of which nobody knows what it has reached. */
    public RaceRun(long seed, RunVerdict verdict) {
        this(seed, verdict, List.of());
    }

    /** Whether the seed is the next one of the race, and no variation of one before. */
    public boolean hasPlainSeed() {
        return SeedPath.isPlain(seed);
    }
}
