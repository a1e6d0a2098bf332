package org.reweave.emulator.link;

/**
 * The header of a data packet as it crosses a link: the one reader and writer of {@link Wire#RUN} records. A device has
 * one for what arrives and one for what it sends, and uses them again for every packet.
 */
public final class PacketHeader {
    /** Words of the record. */
    public static final int WORDS = 9;

    public int lane;
    /** Length of the packet. */
    public int flits;
    /** Cycle of the head on the link. */
    public long stamp;
    /** {@link PacketId}. */
    public long packet;
    /** Route word of the packet, packed by {@link Wire#route}. */
    public long route;
    /** Cycle in which the packet's message was made. */
    public long generated;
    /** Cycle in which the packet was put on its first link. */
    public long injected;
    /** Extension bits of the reconfiguration scheme. */
    public long marks;
    /** Trail of the packet: a word whose meaning is the routing's own. */
    public long trail;
    /** {@link TransportWord}. */
    public long transport;

    /** Writes the packet's record. */
    void put(long[] words, int at) {
        words[at] = Wire.runHead(lane, flits);
        words[at + 1] = stamp;
        words[at + 2] = packet;
        words[at + 3] = route;
        words[at + 4] = generated;
        words[at + 5] = injected;
        words[at + 6] = marks;
        words[at + 7] = trail;
        words[at + 8] = transport;
    }

    /** Reads a packet's record. */
    void take(long[] words, int at) {
        lane = Wire.lane(words[at]);
        flits = Wire.flits(words[at]);
        stamp = words[at + 1];
        packet = words[at + 2];
        route = words[at + 3];
        generated = words[at + 4];
        injected = words[at + 5];
        marks = words[at + 6];
        trail = words[at + 7];
        transport = words[at + 8];
    }
}
