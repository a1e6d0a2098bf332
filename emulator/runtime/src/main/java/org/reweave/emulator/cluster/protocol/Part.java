package org.reweave.emulator.cluster.protocol;

/**
 * The part of a run that a node hosts.
 *
 * @param incarnation of the run's placement
 * @param node number of the node in that placement
 */
public record Part(long incarnation, int node) {}
