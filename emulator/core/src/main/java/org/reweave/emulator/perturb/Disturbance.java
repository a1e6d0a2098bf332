package org.reweave.emulator.perturb;

/**
 * One disturbance at one place.
 *
 * @param device number of the device; for {@link Site#ORDER} the device that goes back
 * @param occurrence of the site at the device, from 0
 * @param amount cycles, places, thousandths, or 1 for what is lost
 */
public record Disturbance(Site site, int device, long occurrence, long amount) {}
