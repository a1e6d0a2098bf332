package org.reweave.emulator.cluster;

/** A node will not host its part of a run, because the two do not fit together. */
public final class NodeRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NodeRefusedException(String message) {
        super(message);
    }
}
