package org.reweave.reconfig.spi;

/**
 * Timers that a switch's agent may set. They are names only: the emulator gives them durations, an explorer fires them
 * at any point.
 */
public enum SwitchTimer {
    /** Local rerouting: time after the last U-turn in the switch until the rerouting vector is cleared. */
    REROUTING,
    /** Source routing: time from a change of a port until the switch's broadcast. */
    ANNOUNCING
}
