package org.reweave.emulator.scenario;

/**
 * A device without any cable at the start of a run.
 *
 * @param ports numbered from 1
 */
public record Newcomer(boolean isSwitch, String name, int ports) {}
