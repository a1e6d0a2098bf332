package org.reweave.emulator.cluster.messages;

/** A run cannot begin or go on because of the cluster that it is on; the message is one line for the user. */
public class ClusterException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ClusterException(String message) {
        super(message);
    }
}
