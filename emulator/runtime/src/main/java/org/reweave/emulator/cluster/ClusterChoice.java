package org.reweave.emulator.cluster;

import java.util.Optional;
import org.reweave.emulator.cluster.messages.Economies;

/**
 * The cluster that a run is on.
 *
 * @param nodes that the run takes
 * @param contact {@code host:port} of a node of a running cluster; empty = the run starts nodes of its own on this
 *     machine and ends them
 * @param credentials that the run shows to the nodes of a running cluster
 */
public record ClusterChoice(
        int nodes, Optional<String> contact, Optional<Credentials> credentials, Economies economies) {
    /** A choice with all economies. */
    public ClusterChoice(int nodes, Optional<String> contact, Optional<Credentials> credentials) {
        this(nodes, contact, credentials, Economies.ALL);
    }

    /** A cluster without credentials. */
    public ClusterChoice(int nodes, Optional<String> contact) {
        this(nodes, contact, Optional.empty());
    }

    /** The options of a command that choose it. */
    public String options() {
        return contact.map(node -> "--cluster " + node + " ").orElse("") + "--nodes " + nodes;
    }
}
