package org.reweave.routing.table;

/** What NICs write into the trail of their packets, for a {@link Forwarder} that reads it. */
public interface Trails {
    /** @return {@link Heading#trail} of packets from a NIC's attached port */
    long trail(int sourceNicDevice, int destinationLid);
}
