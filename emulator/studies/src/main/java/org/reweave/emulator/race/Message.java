package org.reweave.emulator.race;

/**
 * A message of explicit traffic.
 *
 * @param cycle at which it is generated
 * @param source and {@code destination}: names of NICs
 * @param bytes payload
 */
record Message(long cycle, String source, String destination, long bytes) {}
