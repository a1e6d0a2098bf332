package org.reweave.emulator.race;

import java.util.Objects;

/** A finished run of a race. */
public record RaceRun(long seed, RunVerdict verdict) {
    public RaceRun {
        Objects.requireNonNull(verdict);
    }
}
