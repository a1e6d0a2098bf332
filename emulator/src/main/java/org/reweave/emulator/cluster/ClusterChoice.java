package org.reweave.emulator.cluster;

import java.util.Optional;

/**
 * The cluster that a run is on.
 *
 * @param nodes that the run takes
 * @param contact {@code host:port} of a node of a running cluster; empty = the run starts nodes of its own on this
 *     machine and ends them
 */
public record ClusterChoice(int nodes, Optional<String> contact) {}
