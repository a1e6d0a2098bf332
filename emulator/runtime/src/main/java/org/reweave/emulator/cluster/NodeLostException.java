package org.reweave.emulator.cluster;

/** A node of a run is gone; the others may take its devices over. */
final class NodeLostException extends ClusterException {
    private static final long serialVersionUID = 1;
    private final String address;

    /** @param address {@code host:port} of the node */
    NodeLostException(String address, String message) {
        super(message);
        this.address = address;
    }

    String address() {
        return address;
    }
}
