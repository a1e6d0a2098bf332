package org.reweave.reconfig.spi;

/**
 * Timers that a switch's agent may set. They are names only: the emulator gives them durations, an explorer fires them
 * at any point.
 */
public enum SwitchTimer {
    /** Local rerouting: so long after the last U-turn here what U-turns have learned is forgotten. */
    REROUTING,
    /** Source routing: how soon a switch broadcasts what has changed here. */
    ANNOUNCING
}
