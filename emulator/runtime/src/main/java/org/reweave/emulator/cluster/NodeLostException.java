package org.reweave.emulator.cluster;

import org.reweave.emulator.cluster.messages.ClusterException;

/** A part of a run has ended with its node, or alone; other nodes may take its devices over. */
final class NodeLostException extends ClusterException {
    private static final long serialVersionUID = 1;
    private final int node;

    /** @param node its number in the incarnation */
    NodeLostException(int node, String message) {
        super(message);
        this.node = node;
    }

    int node() {
        return node;
    }
}
