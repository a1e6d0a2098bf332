package org.reweave.emulator.governor;

/**
 * How a run was spread over the nodes of a cluster, and what that took.
 *
 * @param nodes that hosted its devices at the end
 * @param cutLinks links from node to node
 * @param imbalance load of the most loaded node's threads beside the mean; 1 = all have the same
 * @param frames sent from node to node
 * @param bundles that they went in
 * @param bytes of the bundles
 * @param seconds of wall time since the nodes were ready, at the end of the slowest
 * @param waiting share of the time of the nodes' threads in which these ran no device
 * @param cpuSeconds of processor time of the nodes' processes
 */
public record ClusterSpread(
        int nodes,
        long cutLinks,
        double imbalance,
        long frames,
        long bundles,
        long bytes,
        double seconds,
        double waiting,
        double cpuSeconds) {}
