package org.reweave.emulator.race;

/** A finished run of a race. */
public record RaceRun(long seed, Verdict verdict) {}
