package org.reweave.emulator.cluster.protocol;

/**
 * A process that hosts parts of runs.
 *
 * @param address {@code host:port}
 * @param uid of the life of the node: a node that is started again at the same address has another one
 * @param process its number on its machine
 */
public record Node(String address, long uid, long process) {}
