package org.reweave.emulator.link;

import org.reweave.emulator.state.Slab;
import org.reweave.emulator.time.Calendar;
import org.reweave.emulator.time.EventQueue;

/**
 * The channels into the devices of an island, in one {@link Slab} with the devices' events: what a channel is, and a
 * ring each of the credits and of the data packets that have been sent on it and not been taken yet. A channel is found
 * by the place of its words, its row; so a sender touches the row and the receiver's events, and no object of the
 * receiver's. {@link Inbox} is the receiver's side. Devices that take flits have a {@link FlitWheel} too.
 */
public final class ChannelRows {
    // the words of a row
    private static final int LINK = 0; // latency 0..31 | port 32..63
    /** Place of the head of the receiver's events in bits 0..31, the receiver's number in its island in 32..63. */
    private static final int EVENTS = 1;

    /** Cycles after a packet's arrival in which others notice nothing in bits 0..31, the port's row in 32..63. */
    private static final int PORT = 2;

    /** Of a port: the row by which records arrive in bits 0..31, and whether the next credit is an event in bit 32. */
    private static final int STATE = 3;

    private static final int WHEEL = 4; // where the receiver's wheel is, 0 = none for this channel 0..31 | VLs 32..63
    private static final int CREDITS = 5;
    private static final int RUNS = CREDITS + PortRings.HEAD_WORDS;
    private static final int FIRST_CREDITS = RUNS + PortRings.HEAD_WORDS;
    private static final int FIRST_RUNS = FIRST_CREDITS + PortRings.FIRST_CAPACITY * Wire.CREDIT_WORDS;

    /** Words of a row; the rows of a device lie behind each other, channel by channel. */
    static final int ROW = FIRST_RUNS + PortRings.FIRST_CAPACITY * PacketHeader.WORDS;

    private static final long AWAITED = 1L << Integer.SIZE;

    private final Slab slab;
    private final int delay; // see the constructor
    private Calendar calendar; // null = nobody is notified

    /** @param slab of the devices' events */
    ChannelRows(Slab slab) {
        this(slab, FlitWheel.MOST_CYCLES);
    }

    private ChannelRows(Slab slab, int delay) {
        this.slab = slab;
        this.delay = delay;
    }

    /**
     * @param expected words that will be taken, about: {@link Inbox#words} of each device
     * @param delay bound on the cycles from the first one that a device of the island has not done to the stamp of what
     *     another one of them has sent
     */
    public ChannelRows(int expected, int delay) {
        this(new Slab(expected), delay);
    }

    /** Attaches a calendar, which is notified of every arrival from now on. */
    public void attach(Calendar itsIslands) {
        calendar = itsIslands;
    }

    Slab slab() {
        return slab;
    }

    private static int low(long word) {
        return (int) word;
    }

    private static int high(long word) {
        return (int) (word >>> Integer.SIZE);
    }

    private static long word(int low, int high) {
        return low | (long) high << Integer.SIZE;
    }

    /**
     * Makes the rows of a device, whose channels are those of its ports and then the later ones.
     *
     * @param latency per channel
     * @param portOf per channel
     * @param events where in the slab the head of the device's events is
     * @param silence cycles after its arrival for which a packet causes nothing that others could notice
     * @param lanes VLs of each port of a device that takes flits; 0 = the device takes whole packets
     * @return the first one
     */
    int add(int[] latency, int[] portOf, int events, int member, int silence, int lanes) {
        int wheel = lanes > 0 ? makeWheel(latency, latency.length * lanes) : 0;
        int rows = slab.take(latency.length * ROW);
        long[] words = slab.words();
        for (int channel = 0; channel < latency.length; channel++) {
            int row = rows + channel * ROW;
            words[row + LINK] = word(latency[channel], portOf[channel]);
            words[row + EVENTS] = word(events, member);
            words[row + PORT] = word(silence, rows + portOf[channel] * ROW);
            words[row + STATE] = row;
            words[row + WHEEL] = isForWheel(latency[channel]) ? word(wheel, lanes) : 0;
            PortRings.begin(words, row + CREDITS, row + FIRST_CREDITS, PortRings.FIRST_CAPACITY);
            PortRings.begin(words, row + RUNS, row + FIRST_RUNS, PortRings.FIRST_CAPACITY);
        }
        return rows;
    }

    /** Whether what is sent on a channel comes within a turn of a wheel. */
    private boolean isForWheel(int latency) {
        return latency + delay < FlitWheel.MOST_CYCLES;
    }

    /** @return where in the slab the wheel is; 0 = the device needs none, since all channels are too long */
    private int makeWheel(int[] latency, int pairs) {
        int longest = -1;
        for (int cycles : latency) {
            longest = isForWheel(cycles) ? Math.max(longest, cycles) : longest;
        }
        return longest < 0 ? 0 : FlitWheel.make(slab, longest + delay + 1, pairs);
    }

    // ---- senders ----

    /** A data packet has been sent on a channel. */
    void run(int row, PacketHeader packet) {
        schedule(row, Wire.RUN, packet.stamp);
        int at = PortRings.add(slab, row + RUNS, PacketHeader.WORDS);
        packet.put(slab.words(), at);
    }

    /** A data packet has been sent on a channel; its record is in another array. */
    void run(int row, long[] from, int at, long stamp) {
        schedule(row, Wire.RUN, stamp);
        int place = PortRings.add(slab, row + RUNS, PacketHeader.WORDS);
        System.arraycopy(from, at, slab.words(), place, PacketHeader.WORDS);
    }

    /** A credit has been sent; senders write credits ahead of their stamps, which do not always ascend then. */
    void credit(int row, long head, long stamp) {
        int port = portRow(row);
        if (isAwaited(port) && current(port) == row && stamp + latency(row) < nextCredit(row)) {
            schedule(row, Wire.CREDIT, stamp);
        }
        int at = PortRings.addByStamp(slab, row + CREDITS, Wire.CREDIT_WORDS, stamp);
        slab.words()[at] = head;
        slab.words()[at + 1] = stamp;
    }

    /** Where the wheel is that takes the flits of a channel and its credits for one flit; 0 = there is none. */
    int wheel(int row) {
        return low(slab.words()[row + WHEEL]);
    }

    /** A flit that is no head has been sent on a channel with a wheel. */
    void flit(int row, int lane, long stamp) {
        if (!onWheel(row, FlitWheel.FLITS, lane, stamp)) {
            throw new IllegalStateException("VL " + lane + ": a second flit stamped " + stamp + " on one link");
        }
    }

    /**
     * A credit for one flit has been sent on a channel with a wheel.
     *
     * @return false = the credit goes to the ring: others of the ring come before, or another one in the same cycle
     */
    boolean flitCredit(int row, int lane, long stamp) {
        return !hasCredits(row) && onWheel(row, FlitWheel.CREDITS, lane, stamp);
    }

    private boolean onWheel(int row, int kind, int lane, long stamp) {
        long[] words = slab.words();
        int lanes = high(words[row + WHEEL]);
        int first = high(words[row + LINK]) * lanes;
        long arrival = stamp + low(words[row + LINK]);
        boolean isAdded = FlitWheel.add(words, low(words[row + WHEEL]), kind, first, lanes, lane, arrival);
        if (isAdded && calendar != null) {
            calendar.wake(high(words[row + EVENTS]), arrival);
        }
        return isAdded;
    }

    /** A record has been sent, whose arrival is an event. */
    void schedule(int row, int kind, long stamp) {
        long[] words = slab.words();
        long arrival = stamp + low(words[row + LINK]);
        int member = high(words[row + EVENTS]);
        int silence = low(words[row + PORT]);
        EventQueue.add(
                slab, low(words[row + EVENTS]), arrival, EventQueue.ARRIVAL, high(words[row + LINK]) << 3 | kind);
        if (calendar != null) {
            calendar.wake(member, kind == Wire.RUN ? arrival + silence : arrival);
        }
    }

    // ---- the receiver ----

    int latency(int row) {
        return low(slab.words()[row + LINK]);
    }

    /** The row of a channel's port: that of the channel with the port's number. */
    private int portRow(int row) {
        return high(slab.words()[row + PORT]);
    }

    /** The row of the channel by which records arrive at a port. */
    int current(int portRow) {
        return low(slab.words()[portRow + STATE]);
    }

    /** From now on records arrive at a port by this channel. */
    void use(int portRow, int row) {
        long[] words = slab.words();
        words[portRow + STATE] = words[portRow + STATE] & AWAITED | row;
    }

    /** Whether the next credit that arrives on a port is an event. */
    boolean isAwaited(int portRow) {
        return (slab.words()[portRow + STATE] & AWAITED) != 0;
    }

    void setAwaited(int portRow, boolean isAwaited) {
        long[] words = slab.words();
        words[portRow + STATE] = isAwaited ? words[portRow + STATE] | AWAITED : words[portRow + STATE] & ~AWAITED;
    }

    boolean hasCredits(int row) {
        return PortRings.size(slab.words(), row + CREDITS) > 0;
    }

    /** The cycle at which the first credit of a channel arrives; {@link EventQueue#NEVER} = none is under way. */
    long nextCredit(int row) {
        long[] words = slab.words();
        return hasCredits(row)
                ? words[PortRings.first(words, row + CREDITS, Wire.CREDIT_WORDS) + 1] + low(words[row + LINK])
                : EventQueue.NEVER;
    }

    /** Takes the first credit of a channel, which has one. */
    long takeCredit(int row) {
        long[] words = slab.words();
        long head = words[PortRings.first(words, row + CREDITS, Wire.CREDIT_WORDS)];
        PortRings.remove(words, row + CREDITS);
        return head;
    }

    /** Takes the first data packet of a channel, which has one. */
    void takeRun(int row, PacketHeader packet) {
        long[] words = slab.words();
        packet.take(words, PortRings.first(words, row + RUNS, PacketHeader.WORDS));
        PortRings.remove(words, row + RUNS);
    }

    /** The credits of so many channels, the first of which has this row. */
    PortRings credits(int row, int channels) {
        return new PortRings(slab, row + CREDITS, ROW, channels, Wire.CREDIT_WORDS);
    }

    /** The data packets of so many channels, the first of which has this row. */
    PortRings runs(int row, int channels) {
        return new PortRings(slab, row + RUNS, ROW, channels, PacketHeader.WORDS);
    }
}
