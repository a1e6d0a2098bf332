package org.reweave.reconfig.spi;

/**
 * Timers that a manager's protocol may set. They are names only: the emulator gives them durations, an explorer fires
 * them at any point.
 */
public enum ManagerTimer {
    /** The pause before counts that did not balance are asked for again. */
    POLL,
    /** How long a manager waits for reports before it asks again. */
    PATIENCE
}
