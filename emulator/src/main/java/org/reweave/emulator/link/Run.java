package org.reweave.emulator.link;

import org.reweave.emulator.state.LongRing;

/**
 * The header of a data packet as it crosses a link: the one reader and writer of {@link Wire#RUN} records. A device has
 * one for what arrives and one for what it sends, and uses them again for every packet.
 */
public final class Run {
    /** Words of the record. */
    public static final int WORDS = 9;

    public int lane;
    /** Cycle of the head on the link. */
    public long stamp;
    /** {@link PacketId}. */
    public long packet;
    /** As {@link Wire#route} packs it. */
    public long route;
    /** Cycle in which the packet's message was made. */
    public long generated;
    /** Cycle in which the packet was put on its first link. */
    public long injected;
    /** Extension bits of the reconfiguration scheme. */
    public long marks;
    /** What the routing keeps in the packet. */
    public long trail;
    /** {@link TransportWord}. */
    public long transport;

    void put(LongRing ring) {
        ring.add(Wire.head(Wire.RUN, lane, WORDS));
        ring.add(stamp);
        ring.add(packet);
        ring.add(route);
        ring.add(generated);
        ring.add(injected);
        ring.add(marks);
        ring.add(trail);
        ring.add(transport);
    }

    /** Takes the first record off a ring of RUN records. */
    public void take(LongRing ring) {
        lane = Wire.lane(ring.remove());
        stamp = ring.remove();
        packet = ring.remove();
        route = ring.remove();
        generated = ring.remove();
        injected = ring.remove();
        marks = ring.remove();
        trail = ring.remove();
        transport = ring.remove();
    }
}
