package org.reweave.routing.table;

/**
 * The trails that NICs write into their packets, for a {@link Forwarder} that reads trails. They never change, and any
 * thread may ask for them.
 */
public interface Trails {
    /** @return {@link Heading#trail} of packets from a NIC's attached port */
    long trail(int sourceNicDevice, int destinationLid);
}
