package org.reweave.emulator.cluster;

/**
 * A piece of what a node sends to its run's coordinator: reports of a cut, or what was measured.
 *
 * @param incarnation of the run's placement
 * @param number of parcels that the node has sent before this one
 * @param last whether it completes what it is a piece of
 */
record Parcel(long incarnation, long number, boolean last, byte[] bytes) implements RemoteNode.Command {
    /** Bytes that a parcel holds at most; a message may have 256 KiB. */
    static final int MOST_BYTES = 128 << 10;
}
