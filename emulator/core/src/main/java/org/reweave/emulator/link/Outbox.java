package org.reweave.emulator.link;

import org.reweave.emulator.state.LongRing;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Where a device puts what it sends. On a link whose other end is in the same island a record is written straight into
 * the receiver's {@link Inbox}. On any other link it waits for the next frame, in a ring per kind, each in the order of
 * its stamps.
 */
public final class Outbox {
    private final PortRings credits; // this and the next three: of ports that are not connected
    private final PortRings runs;
    private final PortRings flits;
    private final LongRing[] others; // by port and kind, of the kinds that are rare
    private final Inbox[] receivers; // per port; null = records wait for a frame
    private final int[] receivingPorts;
    private final long[] waiting; // as bits: ports that are not connected and on which something waits

    public Outbox(int ports) {
        credits = new PortRings(ports, Wire.CREDIT_WORDS);
        runs = new PortRings(ports, PacketHeader.WORDS);
        flits = PortRings.ofSome(ports, Wire.FLIT_WORDS);
        others = new LongRing[ports * Wire.KINDS];
        for (int i = 0; i < others.length; i++) {
            others[i] = Wire.isRare(i % Wire.KINDS) ? new LongRing() : null;
        }
        receivers = new Inbox[ports];
        receivingPorts = new int[ports];
        waiting = new long[(ports + Long.SIZE - 1) / Long.SIZE];
    }

    /**
     * Connects a port to a receiver: records that wait at the port, and all later ones, go into the receiver's inbox at
     * once.
     */
    public void connect(int port, Inbox receiver, int receivingPort) {
        long[] held = take(port, Long.MAX_VALUE);
        receiver.accept(receivingPort, held, 0, held.length, 0);
        receivers[port] = receiver;
        receivingPorts[port] = receivingPort;
    }

    public void credit(int port, int lane, int units, boolean absolute, long stamp) {
        long head = Wire.creditHead(lane, units, absolute);
        if (receivers[port] != null) {
            receivers[port].credit(receivingPorts[port], head, stamp);
        } else {
            waits(port);
            int at = credits.addByStamp(port, stamp);
            credits.words()[at] = head;
            credits.words()[at + 1] = stamp;
        }
    }

    public void cut(int port, int lane, long packet, long stamp) {
        LongRing ring = other(port, Wire.CUT, stamp);
        ring.add(Wire.head(Wire.CUT, lane, Wire.CUT_WORDS));
        ring.add(stamp);
        ring.add(packet);
    }

    public void separator(int port, int lane, long mark, long stamp) {
        LongRing ring = other(port, Wire.SEPARATOR, stamp);
        ring.add(Wire.head(Wire.SEPARATOR, lane, Wire.SEPARATOR_WORDS));
        ring.add(stamp);
        ring.add(mark);
    }

    /** Puts a data packet's head on a port's link at {@link PacketHeader#stamp}. */
    public void run(int port, PacketHeader packet) {
        if (receivers[port] != null) {
            receivers[port].run(receivingPorts[port], packet);
        } else {
            waits(port);
            packet.put(runs, port);
        }
    }

    /** Puts a flit that is no head on a port's link: the next one of the packet whose head went there on the lane. */
    public void flit(int port, int lane, long stamp) {
        if (receivers[port] != null) {
            receivers[port].flit(receivingPorts[port], lane, stamp);
        } else {
            waits(port);
            int at = flits.add(port);
            flits.words()[at] = Wire.head(Wire.FLIT, lane, Wire.FLIT_WORDS);
            flits.words()[at + 1] = stamp;
        }
    }

    private void waits(int port) {
        waiting[port >> 6] |= 1L << port;
    }

    /** Moves an SMP of {@code length} words from a queue to the link. */
    public void smp(int port, long stamp, LongRing from, int length) {
        LongRing ring = other(port, Wire.SMP, stamp);
        ring.add(Wire.head(Wire.SMP, 15, Wire.SMP_HEAD_WORDS + length));
        ring.add(stamp);
        for (int i = 0; i < length; i++) {
            ring.add(from.remove());
        }
    }

    /** The ring for the words of one record of a rare kind. */
    private LongRing other(int port, int kind, long stamp) {
        if (receivers[port] != null) {
            return receivers[port].other(receivingPorts[port], kind, stamp);
        }
        waits(port);
        return others[port * Wire.KINDS + kind];
    }

    /**
     * Takes everything stamped before {@code to} on a port that is not connected.
     *
     * @return the records, kind by kind
     */
    public long[] take(int port, long to) {
        Frame frame = new Frame();
        take(port, to, frame);
        return frame.words();
    }

    /** Moves everything stamped before {@code to} on a port that is not connected into a frame, kind by kind. */
    public void take(int port, long to, Frame frame) {
        for (int kind = 0; kind < Wire.KINDS; kind++) {
            switch (kind) {
                case Wire.CREDIT -> take(credits, Wire.CREDIT_WORDS, port, to, frame);
                case Wire.RUN -> take(runs, PacketHeader.WORDS, port, to, frame);
                case Wire.FLIT -> take(flits, Wire.FLIT_WORDS, port, to, frame);
                default -> take(others[port * Wire.KINDS + kind], to, frame);
            }
        }
        if (isEmpty(port)) {
            waiting[port >> 6] &= ~(1L << port);
        }
    }

    private boolean isEmpty(int port) {
        boolean empty = credits.isEmpty(port) && runs.isEmpty(port) && flits.isEmpty(port);
        for (int kind = 0; empty && kind < Wire.KINDS; kind++) {
            LongRing ring = others[port * Wire.KINDS + kind];
            empty = ring == null || ring.isEmpty();
        }
        return empty;
    }

    private static void take(PortRings rings, int length, int port, long to, Frame frame) {
        while (!rings.isEmpty(port) && rings.words()[rings.first(port) + 1] < to) {
            frame.add(rings.words(), rings.first(port), length);
            rings.remove(port);
        }
    }

    private static void take(LongRing ring, long to, Frame frame) {
        while (!ring.isEmpty() && ring.peek(1) < to) {
            frame.add(ring, Wire.words(ring.peek(0)));
        }
    }

    /** Whether anything waits for a frame on a port that is not connected. */
    public boolean isWaiting(int port) {
        return (waiting[port >> 6] & 1L << port) != 0;
    }

    /** Whether anything waits for a frame on any port. */
    public boolean isAnyWaiting() {
        long any = 0;
        for (long ports : waiting) {
            any |= ports;
        }
        return any != 0;
    }

    /** A copy of the records that wait for a frame on a port that is not connected, kind by kind. */
    public long[] waiting(int port) {
        return Wire.copy(port, credits, runs, flits, others);
    }

    /**
     * Saves or restores the records that wait at ports that are not connected; records on the way through a connected
     * port are part of the receiver's state. A state is restored before any port is connected.
     */
    public void visit(StateVisitor state) {
        credits.visit(state);
        runs.visit(state);
        flits.visit(state);
        for (LongRing ring : others) {
            if (ring != null) {
                ring.visit(state);
            }
        }
        for (int port = 0; port < receivers.length; port++) {
            if (!isEmpty(port)) {
                waits(port);
            }
        }
    }
}
