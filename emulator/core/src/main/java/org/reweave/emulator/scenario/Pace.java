package org.reweave.emulator.scenario;

/**
 * How fast emulated time goes, at most.
 *
 * @param picoseconds of emulated time, at least 1
 * @param nanoseconds of wall time that they take, at least 1
 */
public record Pace(long picoseconds, long nanoseconds) {}
