package org.reweave.emulator.link;

import java.util.stream.IntStream;
import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.state.LongRings;
import org.reweave.emulator.time.EventQueue;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The records that have been sent to a device and that the device has not taken yet: a ring per channel and kind of
 * record, each in the order of its stamps; credits may be written ahead of time, and not in that order.
 *
 * <p>Each arrival of a record is an event of the device, but for credits: most of them come back while nothing waits
 * for them. A credit is an event only where the device has asked for that ({@link #awaitCredit}); the others stay here
 * until the device wants to know how many it has ({@link Transmitter#freeCredits}). In an island, flits that are no
 * heads and the credits for one flit each are on a {@link FlitWheel} instead, and the device is looked at in each cycle
 * in which one comes.
 */
public final class Inbox {
    private final PortRings flits;
    private final LongRings others; // by channel and kind, of the kinds that are rare
    private final int[] latency; // per channel
    private final int[] portOf; // per channel
    private final int ports;
    private final EventQueue events;
    private ChannelRows channels; // of the island that the device is in, or of the device alone
    private int rows; // that of channel 0
    private int awaiting; // ports
    private int wheel; // where in the slab of the channels it is; 0 = there is none
    private int flitLanes; // VLs of each port; 0 = the device takes whole packets

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
        this.latency = latency;
        this.portOf = portOf;
        this.events = events;
        this.channels = new ChannelRows(events.slab());
        this.rows = channels.add(latency, portOf, events.head(), 0, 0, 0);
        this.flits = PortRings.ofSome(count, Wire.FLIT_WORDS);
        this.others = new LongRings(count * Wire.RARE_KINDS);
    }

    /** Words that the device's channels and its events take in the slab of an island at first. */
    public int words() {
        return latency.length * ChannelRows.ROW + EventQueue.words();
    }

    /**
     * Moves the device's channels and its events to those of an island.
     *
     * @param member the device in its island
     * @param silence cycles after its arrival for which a packet causes nothing that others could notice: the device
     *     need not be looked at before
     * @param lanes VLs of each port of a device that takes flits; 0 = the device takes whole packets
     */
    public void moveTo(ChannelRows island, int member, int silence, int lanes) {
        events.moveTo(island.slab());
        int count = latency.length;
        int to = island.add(latency, portOf, events.head(), member, silence, lanes);
        island.credits(to, count).addAll(channels.credits(rows, count));
        island.runs(to, count).addAll(channels.runs(rows, count));
        for (int port = 0; port < ports; port++) {
            island.use(to + port * ChannelRows.ROW, to + currentChannel(port) * ChannelRows.ROW);
            island.setAwaited(to + port * ChannelRows.ROW, isAwaited(port));
        }
        channels = island;
        rows = to;
        wheel = IntStream.range(0, count)
                .map(channel -> island.wheel(row(channel)))
                .max()
                .orElse(0);
        flitLanes = lanes;
    }

    ChannelRows channels() {
        return channels;
    }

    /** The row of a channel in {@link #channels}. */
    int row(int channel) {
        return rows + channel * ChannelRows.ROW;
    }

    /** The row of the channel by which records arrive at a port. */
    private int current(int port) {
        return channels.current(row(port));
    }

    /** The channel by which records arrive at a port. */
    private int currentChannel(int port) {
        return (current(port) - rows) / ChannelRows.ROW;
    }

    /**
     * From now on records arrive at a port by this channel: its cable is plugged in. What was sent on the cables before
     * has arrived, but for credits, which nobody has taken and which are lost.
     */
    public void plug(int port, int channel) {
        for (int before = 0; before < channel; before++) {
            while (portOf[before] == port && channels.hasCredits(row(before))) {
                channels.takeCredit(row(before));
            }
        }
        if (channel == currentChannel(port)) {
            return;
        }
        use(port, channel);
        if (isAwaited(port) && channels.hasCredits(row(channel))) {
            events.add(nextCredit(port), EventQueue.ARRIVAL, port << 3 | Wire.CREDIT);
        }
    }

    /** Records arrive at a port by this channel, in a device whose state is to be restored. */
    public void use(int port, int channel) {
        channels.use(row(port), row(channel));
    }

    boolean isAwaited(int port) {
        return channels.isAwaited(row(port));
    }

    /** A flit that is no head has been sent. */
    void flit(int channel, int lane, long stamp) {
        channels.schedule(row(channel), Wire.FLIT, stamp);
        int at = flits.add(channel);
        flits.words()[at] = Wire.head(Wire.FLIT, lane, Wire.FLIT_WORDS);
        flits.words()[at + 1] = stamp;
    }

    /** A record of a rare kind has been sent; the caller appends its words to the ring. */
    LongRing other(int channel, int kind, long stamp) {
        channels.schedule(row(channel), kind, stamp);
        return others.get(Wire.ofRare(channel, kind));
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
            if (stamp + latency[channel] < now) {
                throw new IllegalStateException("record of kind " + kind + " arrives on port " + (portOf[channel] + 1)
                        + " at cycle " + (stamp + latency[channel]) + ", before the receiver's clock " + now);
            }
            int length = Wire.words(head);
            if (kind == Wire.CREDIT) {
                channels.credit(row(channel), head, stamp);
            } else if (kind == Wire.RUN) {
                channels.run(row(channel), words, at, stamp);
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
        channels.takeRun(current(port), packet);
    }

    /**
     * Takes the first flit of a port that is no head.
     *
     * @return its lane
     */
    public int takeFlit(int port) {
        int channel = currentChannel(port);
        int lane = Wire.lane(flits.words()[flits.first(channel)]);
        flits.remove(channel);
        return lane;
    }

    /** The cycle of the first arrival on the wheel; {@link EventQueue#NEVER} = none is under way there. */
    public long nextOnWheel() {
        return wheel == 0 ? EventQueue.NEVER : FlitWheel.next(channels.slab().words(), wheel);
    }

    /** Words of a set of pairs on the wheel. */
    public int wheelWords() {
        return FlitWheel.setWords(channels.slab().words(), wheel);
    }

    /**
     * Takes the pairs below a number at which a flit that is no head arrives in the {@link #nextOnWheel} cycle, as bits
     * of a word.
     */
    public long takeFlits(int word, int end) {
        return FlitWheel.take(channels.slab().words(), wheel, FlitWheel.FLITS, word, end);
    }

    /** Takes the pairs at which a credit for one flit arrives in that cycle, as bits of a word. */
    public long takeCredits(int word) {
        return FlitWheel.take(channels.slab().words(), wheel, FlitWheel.CREDITS, word, Integer.MAX_VALUE);
    }

    /** All arrivals of that cycle have been taken. */
    public void turnWheel() {
        FlitWheel.turn(channels.slab().words(), wheel);
    }

    /** The records of a rare kind on one port, oldest first. */
    public LongRing others(int port, int kind) {
        return others.get(Wire.ofRare(currentChannel(port), kind));
    }

    /**
     * The cycle at which the first credit that has not been taken arrives on a port; {@link EventQueue#NEVER} = none is
     * under way.
     */
    long nextCredit(int port) {
        return channels.nextCredit(current(port));
    }

    /** Takes the first credit of a port; {@link #nextCredit} says that there is one. */
    long takeCredit(int port) {
        return channels.takeCredit(current(port));
    }

    /** Has the next credit that arrives on a port be an event; the cycle's credits have been taken. */
    void awaitCredit(int port) {
        if (!isAwaited(port)) {
            channels.setAwaited(row(port), true);
            awaiting++;
            if (channels.hasCredits(current(port))) {
                events.add(nextCredit(port), EventQueue.ARRIVAL, port << 3 | Wire.CREDIT);
            }
        }
    }

    /** The event of {@link #awaitCredit} has come: the credits after it are no events. */
    void creditArrived(int port) {
        awaiting -= isAwaited(port) ? 1 : 0;
        channels.setAwaited(row(port), false);
    }

    /** Whether a credit is awaited on any port. */
    public boolean awaitsCredits() {
        return awaiting > 0;
    }

    /** Saves or restores on which ports the next credit is an event. */
    void visitAwaited(StateVisitor state) {
        awaiting = 0;
        for (int port = 0; port < ports; port++) {
            channels.setAwaited(row(port), state.value(isAwaited(port)));
            awaiting += isAwaited(port) ? 1 : 0;
        }
    }

    /** A copy of the records that a channel has delivered and the device has not taken yet, kind by kind. */
    public long[] underWay(int channel) {
        long[] inRings = Wire.copy(
                channel, channels.credits(rows, latency.length), channels.runs(rows, latency.length), flits, others);
        if (channels.wheel(row(channel)) == 0 || currentChannel(portOf[channel]) != channel) {
            return inRings;
        }
        // credits are put into the ring only behind those of the wheel; flits are there from before there was a wheel
        return Wire.merged(Wire.merged(onWheel(channel, Wire.CREDIT), inRings), onWheel(channel, Wire.FLIT));
    }

    /** The records of a kind that are on the wheel for a channel, in the order of their stamps. */
    private long[] onWheel(int channel, int kind) {
        Frame records = new Frame();
        long[] words = channels.slab().words();
        int set = kind == Wire.FLIT ? FlitWheel.FLITS : FlitWheel.CREDITS;
        for (int ahead = 0; ahead < FlitWheel.cycles(words, wheel); ahead++) {
            long cycle = FlitWheel.next(words, wheel) + ahead;
            for (int lane = 0; lane < flitLanes; lane++) {
                if (FlitWheel.has(words, wheel, cycle, set, portOf[channel] * flitLanes + lane)) {
                    long head = kind == Wire.FLIT
                            ? Wire.head(Wire.FLIT, lane, Wire.FLIT_WORDS)
                            : Wire.creditHead(lane, 1, false);
                    records.add(new long[] {head, cycle - latency[channel]}, 0, 2);
                }
            }
        }
        return records.words();
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
