package org.reweave.emulator.scenario;

/** How long a run lasts and how often it is looked at. Times in cycles.
 *
 *  @param warmup before statistics count
 *  @param duration end of the measured time
 *  @param limit end of the run even if packets are still under way
 *  @param cutInterval between two cuts of the governor
 *  @param cutDelay cuts between a cut and the effect of what was decided on it */
public record RunParameters(long warmup, long duration, long limit, long cutInterval, int cutDelay) {}
