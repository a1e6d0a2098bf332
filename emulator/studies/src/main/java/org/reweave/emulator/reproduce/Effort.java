package org.reweave.emulator.reproduce;

/** How much to compute. */
public enum Effort {
    /** Seconds: small sizes and samples. */
    QUICK,
    /** Minutes at most. */
    STANDARD,
    /** The paper's sizes and samples, however long that takes. */
    FULL;

    public int pick(int quick, int standard, int full) {
        return this == QUICK ? quick : this == STANDARD ? standard : full;
    }

    public <T> T pick(T quick, T standard, T full) {
        return this == QUICK ? quick : this == STANDARD ? standard : full;
    }
}
