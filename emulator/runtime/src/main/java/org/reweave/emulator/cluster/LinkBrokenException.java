package org.reweave.emulator.cluster;

import org.reweave.emulator.cluster.messages.ClusterException;

/** A message between two processes of a run is lost, though both live; another incarnation may go on. */
final class LinkBrokenException extends ClusterException {
    private static final long serialVersionUID = 1;

    LinkBrokenException(String message) {
        super(message);
    }
}
