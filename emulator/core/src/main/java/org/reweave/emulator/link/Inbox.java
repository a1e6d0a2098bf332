package org.reweave.emulator.link;

import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.time.Calendar;
import org.reweave.emulator.time.EventQueue;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The records that have been sent to a device and that the device has not taken yet: a ring per port and kind of
 * record, each in the order of its stamps; credits may be written ahead of time, and not in that order.
 *
 * <p>Each arrival of a record is an event of the device, but for credits: most of them come back while nothing waits
 * for them. A credit is an event only where the device has asked for that ({@link #awaitCredit}); the others stay here
 * until the device wants to know how many it has ({@link Transmitter#freeCredits}).
 */
public final class Inbox {
    // the words of a port
    private static final int LATENCY = 0;
    private static final int AWAITED = 1;
    private static final int PORT_WORDS = 2;

    private final PortRings credits;
    private final PortRings runs;
    private final PortRings flits;
    private final LongRing[] others; // by port and kind, of the kinds that are rare
    private final int[] ofPorts; // per port: its latency, and whether the next credit is an event
    private final EventQueue events;
    private int awaiting; // ports
    private Calendar calendar; // of the island that the device is in, or null
    private int member;
    private int silence; // cycles after the arrival of a packet

    /** @param latency per port (index 0 = port 1), in cycles */
    public Inbox(int[] latency, EventQueue events) {
        int ports = latency.length;
        this.ofPorts = new int[ports * PORT_WORDS];
        for (int port = 0; port < ports; port++) {
            ofPorts[port * PORT_WORDS + LATENCY] = latency[port];
        }
        this.events = events;
        this.credits = new PortRings(ports, Wire.CREDIT_WORDS);
        this.runs = new PortRings(ports, PacketHeader.WORDS);
        this.flits = PortRings.ofSome(ports, Wire.FLIT_WORDS);
        this.others = new LongRing[ports * Wire.KINDS];
        for (int i = 0; i < others.length; i++) {
            others[i] = Wire.isRare(i % Wire.KINDS) ? new LongRing() : null;
        }
    }

    /**
     * Attaches a calendar, which is notified of every arrival from now on.
     *
     * @param ofPackets cycles after its arrival for which a packet causes nothing that others could notice: the device
     *     need not be looked at before
     */
    public void attach(Calendar itsIslands, int asMember, int ofPackets) {
        calendar = itsIslands;
        member = asMember;
        silence = ofPackets;
    }

    private int latency(int port) {
        return ofPorts[port * PORT_WORDS + LATENCY];
    }

    private boolean isAwaited(int port) {
        return ofPorts[port * PORT_WORDS + AWAITED] != 0;
    }

    private void setAwaited(int port, boolean isAwaited) {
        ofPorts[port * PORT_WORDS + AWAITED] = isAwaited ? 1 : 0;
    }

    /** A data packet has been sent. */
    void run(int port, PacketHeader packet) {
        schedule(port, Wire.RUN, packet.stamp);
        packet.put(runs, port);
    }

    /** A flit that is no head has been sent. */
    void flit(int port, int lane, long stamp) {
        schedule(port, Wire.FLIT, stamp);
        int at = flits.add(port);
        flits.words()[at] = Wire.head(Wire.FLIT, lane, Wire.FLIT_WORDS);
        flits.words()[at + 1] = stamp;
    }

    /** A credit has been sent; senders write credits ahead of their stamps, which do not always ascend then. */
    void credit(int port, long head, long stamp) {
        if (isAwaited(port) && stamp + latency(port) < nextCredit(port)) {
            schedule(port, Wire.CREDIT, stamp);
        }
        int at = credits.addByStamp(port, stamp);
        credits.words()[at] = head;
        credits.words()[at + 1] = stamp;
    }

    /** A record of a rare kind has been sent; the caller appends its words to the ring. */
    LongRing other(int port, int kind, long stamp) {
        schedule(port, kind, stamp);
        return others[port * Wire.KINDS + kind];
    }

    private void schedule(int port, int kind, long stamp) {
        long arrival = stamp + latency(port);
        events.add(arrival, EventQueue.ARRIVAL, port << 3 | kind);
        if (calendar != null) {
            calendar.wake(member, kind == Wire.RUN ? arrival + silence : arrival);
        }
    }

    /**
     * Takes over the records in {@code words[from..to)} that a link delivers, and schedules each for its arrival, stamp
     * + latency.
     *
     * @param port index from 0
     * @param now the receiver's clock: nothing may arrive before it
     */
    public void accept(int port, long[] words, int from, int to, long now) {
        int at = from;
        while (at < to) {
            long head = words[at];
            long stamp = words[at + 1];
            int kind = Wire.kind(head);
            if (stamp + latency(port) < now) {
                throw new IllegalStateException("record of kind " + kind + " arrives on port " + (port + 1)
                        + " at cycle " + (stamp + latency(port)) + ", before the receiver's clock " + now);
            }
            int length = Wire.words(head);
            if (kind == Wire.CREDIT) {
                credit(port, head, stamp);
            } else if (kind == Wire.RUN) {
                schedule(port, kind, stamp);
                runs.add(port, words, at);
            } else if (kind == Wire.FLIT) {
                flit(port, Wire.lane(head), stamp);
            } else {
                other(port, kind, stamp).add(words, at, length);
            }
            at += length;
        }
    }

    /** Takes the first data packet of a port. */
    public void takeRun(int port, PacketHeader packet) {
        packet.take(runs, port);
    }

    /**
     * Takes the first flit of a port that is no head.
     *
     * @return its lane
     */
    public int takeFlit(int port) {
        int lane = Wire.lane(flits.words()[flits.first(port)]);
        flits.remove(port);
        return lane;
    }

    /** The records of a rare kind on one port, oldest first. */
    public LongRing others(int port, int kind) {
        return others[port * Wire.KINDS + kind];
    }

    /**
     * The cycle at which the first credit that has not been taken arrives on a port; {@link EventQueue#NEVER} = none is
     * under way.
     */
    long nextCredit(int port) {
        return credits.isEmpty(port) ? EventQueue.NEVER : credits.words()[credits.first(port) + 1] + latency(port);
    }

    /** Takes the first credit of a port; {@link #nextCredit} says that there is one. */
    long takeCredit(int port) {
        long head = credits.words()[credits.first(port)];
        credits.remove(port);
        return head;
    }

    /** Has the next credit that arrives on a port be an event; the cycle's credits have been taken. */
    void awaitCredit(int port) {
        if (!isAwaited(port)) {
            setAwaited(port, true);
            awaiting++;
            if (!credits.isEmpty(port)) {
                events.add(nextCredit(port), EventQueue.ARRIVAL, port << 3 | Wire.CREDIT);
            }
        }
    }

    /** The event of {@link #awaitCredit} has come: the credits after it are no events. */
    void creditArrived(int port) {
        awaiting -= isAwaited(port) ? 1 : 0;
        setAwaited(port, false);
    }

    /** Whether a credit is awaited on any port. */
    public boolean awaitsCredits() {
        return awaiting > 0;
    }

    /** Saves or restores on which ports the next credit is an event. */
    void visitAwaited(StateVisitor state) {
        awaiting = 0;
        for (int port = 0; port < ofPorts.length / PORT_WORDS; port++) {
            setAwaited(port, state.value(isAwaited(port)));
            awaiting += isAwaited(port) ? 1 : 0;
        }
    }

    /** A copy of the records that a port's link has delivered and the device has not taken yet, kind by kind. */
    public long[] underWay(int port) {
        return Wire.copy(port, credits, runs, flits, others);
    }

    /**
     * Puts back the records that were under way to a fresh device, whose own state is restored; those of one kind in
     * the order of their stamps. Credits that nobody has taken may have arrived before the device's clock.
     */
    public void restore(int port, long[] records) {
        Wire.check(records);
        accept(port, records, 0, records.length, 0);
    }
}
