package org.reweave.emulator.link;

import java.util.stream.IntStream;
import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.time.Calendar;
import org.reweave.emulator.time.EventQueue;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The records that have been sent to a device and that the device has not taken yet: a ring per channel and kind of
 * record, each in the order of its stamps; credits may be written ahead of time, and not in that order.
 *
 * <p>Each arrival of a record is an event of the device, but for credits: most of them come back while nothing waits
 * for them. A credit is an event only where the device has asked for that ({@link #awaitCredit}); the others stay here
 * until the device wants to know how many it has ({@link Transmitter#freeCredits}).
 */
public final class Inbox {
    // the words of a channel; those of a port are at the channel of its number
    private static final int LATENCY = 0;
    private static final int PORT = 1;
    private static final int CURRENT = 2; // of a port: the channel by which records arrive
    private static final int AWAITED = 3; // of a port: whether the next credit is an event
    private static final int WORDS = 4;

    private final PortRings credits;
    private final PortRings runs;
    private final PortRings flits;
    private final LongRing[] others; // by channel and kind, of the kinds that are rare
    private final int[] channels; // WORDS per channel
    private final int ports;
    private final EventQueue events;
    private int awaiting; // ports
    private Calendar calendar; // of the island that the device is in, or null
    private int member;
    private int silence; // cycles after the arrival of a packet

    /** @param latency per port (index 0 = port 1), in cycles */
    public Inbox(int[] latency, EventQueue events) {
        this(latency, IntStream.range(0, latency.length).toArray(), latency.length, events);
    }

    /**
     * An inbox whose ports may have several cables, one after the other; see {@link Wiring}.
     *
     * @param latency per channel, in cycles
     * @param portOf per channel
     */
    public Inbox(int[] latency, int[] portOf, int ports, EventQueue events) {
        int count = latency.length;
        this.ports = ports;
        this.channels = new int[count * WORDS];
        for (int channel = 0; channel < count; channel++) {
            channels[channel * WORDS + LATENCY] = latency[channel];
            channels[channel * WORDS + PORT] = portOf[channel];
            channels[channel * WORDS + CURRENT] = channel;
        }
        this.events = events;
        this.credits = new PortRings(count, Wire.CREDIT_WORDS);
        this.runs = new PortRings(count, PacketHeader.WORDS);
        this.flits = PortRings.ofSome(count, Wire.FLIT_WORDS);
        this.others = new LongRing[count * Wire.KINDS];
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

    private int latency(int channel) {
        return channels[channel * WORDS + LATENCY];
    }

    private int port(int channel) {
        return channels[channel * WORDS + PORT];
    }

    /** The channel by which records arrive at a port. */
    private int current(int port) {
        return channels[port * WORDS + CURRENT];
    }

    private boolean isAwaited(int port) {
        return channels[port * WORDS + AWAITED] != 0;
    }

    private void setAwaited(int port, boolean isAwaited) {
        channels[port * WORDS + AWAITED] = isAwaited ? 1 : 0;
    }

    /**
     * From now on records arrive at a port by this channel: its cable is plugged in. What was sent on the cables before
     * has arrived, but for credits, which nobody has taken and which are lost.
     */
    public void plug(int port, int channel) {
        for (int before = 0; before < channel; before++) {
            while (port(before) == port && !credits.isEmpty(before)) {
                credits.remove(before);
            }
        }
        if (channel == current(port)) {
            return;
        }
        use(port, channel);
        if (isAwaited(port) && !credits.isEmpty(channel)) {
            events.add(nextCredit(port), EventQueue.ARRIVAL, port << 3 | Wire.CREDIT);
        }
    }

    /** Records arrive at a port by this channel, in a device whose state is to be restored. */
    public void use(int port, int channel) {
        channels[port * WORDS + CURRENT] = channel;
    }

    /** A data packet has been sent. */
    void run(int channel, PacketHeader packet) {
        schedule(channel, Wire.RUN, packet.stamp);
        packet.put(runs, channel);
    }

    /** A flit that is no head has been sent. */
    void flit(int channel, int lane, long stamp) {
        schedule(channel, Wire.FLIT, stamp);
        int at = flits.add(channel);
        flits.words()[at] = Wire.head(Wire.FLIT, lane, Wire.FLIT_WORDS);
        flits.words()[at + 1] = stamp;
    }

    /** A credit has been sent; senders write credits ahead of their stamps, which do not always ascend then. */
    void credit(int channel, long head, long stamp) {
        int port = port(channel);
        if (isAwaited(port) && current(port) == channel && stamp + latency(channel) < nextCredit(port)) {
            schedule(channel, Wire.CREDIT, stamp);
        }
        int at = credits.addByStamp(channel, stamp);
        credits.words()[at] = head;
        credits.words()[at + 1] = stamp;
    }

    /** A record of a rare kind has been sent; the caller appends its words to the ring. */
    LongRing other(int channel, int kind, long stamp) {
        schedule(channel, kind, stamp);
        return others[channel * Wire.KINDS + kind];
    }

    private void schedule(int channel, int kind, long stamp) {
        long arrival = stamp + latency(channel);
        events.add(arrival, EventQueue.ARRIVAL, port(channel) << 3 | kind);
        if (calendar != null) {
            calendar.wake(member, kind == Wire.RUN ? arrival + silence : arrival);
        }
    }

    /**
     * Takes over the records in {@code words[from..to)} that a link delivers, and schedules each for its arrival, stamp
     * + latency.
     *
     * @param channel index from 0
     * @param now the receiver's clock: nothing may arrive before it
     */
    public void accept(int channel, long[] words, int from, int to, long now) {
        int at = from;
        while (at < to) {
            long head = words[at];
            long stamp = words[at + 1];
            int kind = Wire.kind(head);
            if (stamp + latency(channel) < now) {
                throw new IllegalStateException("record of kind " + kind + " arrives on port " + (port(channel) + 1)
                        + " at cycle " + (stamp + latency(channel)) + ", before the receiver's clock " + now);
            }
            int length = Wire.words(head);
            if (kind == Wire.CREDIT) {
                credit(channel, head, stamp);
            } else if (kind == Wire.RUN) {
                schedule(channel, kind, stamp);
                runs.add(channel, words, at);
            } else if (kind == Wire.FLIT) {
                flit(channel, Wire.lane(head), stamp);
            } else {
                other(channel, kind, stamp).add(words, at, length);
            }
            at += length;
        }
    }

    /** Takes the first data packet of a port. */
    public void takeRun(int port, PacketHeader packet) {
        packet.take(runs, current(port));
    }

    /**
     * Takes the first flit of a port that is no head.
     *
     * @return its lane
     */
    public int takeFlit(int port) {
        int channel = current(port);
        int lane = Wire.lane(flits.words()[flits.first(channel)]);
        flits.remove(channel);
        return lane;
    }

    /** The records of a rare kind on one port, oldest first. */
    public LongRing others(int port, int kind) {
        return others[current(port) * Wire.KINDS + kind];
    }

    /**
     * The cycle at which the first credit that has not been taken arrives on a port; {@link EventQueue#NEVER} = none is
     * under way.
     */
    long nextCredit(int port) {
        int channel = current(port);
        return credits.isEmpty(channel)
                ? EventQueue.NEVER
                : credits.words()[credits.first(channel) + 1] + latency(channel);
    }

    /** Takes the first credit of a port; {@link #nextCredit} says that there is one. */
    long takeCredit(int port) {
        int channel = current(port);
        long head = credits.words()[credits.first(channel)];
        credits.remove(channel);
        return head;
    }

    /** Has the next credit that arrives on a port be an event; the cycle's credits have been taken. */
    void awaitCredit(int port) {
        if (!isAwaited(port)) {
            setAwaited(port, true);
            awaiting++;
            if (!credits.isEmpty(current(port))) {
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
        for (int port = 0; port < ports; port++) {
            setAwaited(port, state.value(isAwaited(port)));
            awaiting += isAwaited(port) ? 1 : 0;
        }
    }

    /** A copy of the records that a channel has delivered and the device has not taken yet, kind by kind. */
    public long[] underWay(int channel) {
        return Wire.copy(channel, credits, runs, flits, others);
    }

    /**
     * Puts back the records that were under way to a fresh device, whose own state is restored; those of one kind in
     * the order of their stamps. Credits that nobody has taken may have arrived before the device's clock.
     */
    public void restore(int channel, long[] records) {
        Wire.check(records);
        accept(channel, records, 0, records.length, 0);
    }
}
