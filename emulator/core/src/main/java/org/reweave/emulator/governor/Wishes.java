package org.reweave.emulator.governor;

/**
 * Wishes that had been put to the governor when a listener had seen a cut.
 *
 * @param interrupt that the run ends
 * @param checkpoint that a checkpoint is taken
 */
public record Wishes(boolean interrupt, boolean checkpoint) {
    public static final Wishes NONE = new Wishes(false, false);
}
