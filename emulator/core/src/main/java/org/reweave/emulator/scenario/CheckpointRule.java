package org.reweave.emulator.scenario;

/**
 * When checkpoints of a run are taken; at most one of the two is not 0, and none at all are taken when both are.
 *
 * @param cycles of emulated time between two of them
 * @param wallMillis of wall time between two of them
 */
public record CheckpointRule(long cycles, long wallMillis) {
    public static final CheckpointRule OFF = new CheckpointRule(0, 0);

    public boolean isOff() {
        return equals(OFF);
    }
}
