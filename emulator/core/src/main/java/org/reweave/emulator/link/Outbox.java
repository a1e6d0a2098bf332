package org.reweave.emulator.link;

import java.util.stream.IntStream;
import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.state.LongRings;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Where a device puts what it sends. On a link whose other end is in the same island a record is written straight into
 * the receiver's {@link Inbox}. On any other link it waits for the next frame, in a ring per kind, each in the order of
 * its stamps.
 */
public final class Outbox {
    private final PortRings credits; // this and the next three: of channels that are not connected
    private final PortRings runs;
    private final PortRings flits;
    private final LongRings others; // by channel and kind, of the kinds that are rare
    private final Inbox[] receivers; // per channel; null = records wait for a frame
    private final int[] receivingChannels;
    private final int[] current; // per port: the channel that records take
    private ChannelRows island; // those of the receivers; null = no channel is connected
    private int rows; // where in its slab is, per port, the receiver's row of the current channel, 0 = none
    private final long[] waiting; // as bits: channels that are not connected and on which something waits

    public Outbox(int ports) {
        this(ports, ports);
    }

    /**
     * An outbox whose ports may have several cables, one after the other; see {@link Wiring}.
     *
     * @param channels at least as many as ports
     */
    public Outbox(int ports, int channels) {
        current = IntStream.range(0, ports).toArray();
        credits = new PortRings(channels, Wire.CREDIT_WORDS);
        runs = new PortRings(channels, PacketHeader.WORDS);
        flits = PortRings.ofSome(channels, Wire.FLIT_WORDS);
        others = new LongRings(channels * Wire.RARE_KINDS);
        receivers = new Inbox[channels];
        receivingChannels = new int[channels];
        waiting = new long[(channels + Long.SIZE - 1) / Long.SIZE];
    }

    /**
     * Connects a channel to a receiver: records that wait for it, and all later ones, go into the receiver's inbox at
     * once.
     */
    public void connect(int channel, Inbox receiver, int receivingChannel) {
        long[] held = take(channel, Long.MAX_VALUE);
        receiver.accept(receivingChannel, held, 0, held.length, 0);
        if (island == null) {
            island = receiver.channels();
            rows = island.slab().take(current.length);
        } else if (island != receiver.channels()) {
            throw new IllegalStateException("channel " + channel + " is to be connected to another island than others");
        }
        receivers[channel] = receiver;
        receivingChannels[channel] = receivingChannel;
        for (int port = 0; port < current.length; port++) {
            noteRow(port);
        }
    }

    private void noteRow(int port) {
        if (island != null) {
            Inbox receiver = receivers[current[port]];
            island.slab().words()[rows + port] = receiver == null ? 0 : receiver.row(receivingChannels[current[port]]);
        }
    }

    /** The receiver's row of the channel that a port's records take; 0 = it is not connected. */
    private int row(int port) {
        return island == null ? 0 : (int) island.slab().words()[rows + port];
    }

    /** Whether the receiver, whose row it is, has a wheel for a port's flits and for its credits for one flit. */
    private boolean isForWheel(int row) {
        return row != 0 && island.wheel(row) != 0;
    }

    /** From now on the records of a port take this channel: its cable is plugged in. */
    public void plug(int port, int channel) {
        current[port] = channel;
        noteRow(port);
    }

    public void credit(int port, int lane, int units, boolean absolute, long stamp) {
        int row = row(port);
        if (units == 1 && !absolute && isForWheel(row) && island.flitCredit(row, lane, stamp)) {
            return;
        }
        long head = Wire.creditHead(lane, units, absolute);
        if (row != 0) {
            island.credit(row, head, stamp);
        } else {
            int channel = current[port];
            waits(channel);
            int at = credits.addByStamp(channel, stamp);
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
        int row = row(port);
        if (row != 0) {
            island.run(row, packet);
        } else {
            int channel = current[port];
            waits(channel);
            int at = runs.add(channel);
            packet.put(runs.words(), at);
        }
    }

    /** Puts a flit that is no head on a port's link: the next one of the packet whose head went there on the lane. */
    public void flit(int port, int lane, long stamp) {
        int row = row(port);
        if (isForWheel(row)) {
            island.flit(row, lane, stamp);
            return;
        }
        int channel = current[port];
        if (receivers[channel] != null) {
            receivers[channel].flit(receivingChannels[channel], lane, stamp);
        } else {
            waits(channel);
            int at = flits.add(channel);
            flits.words()[at] = Wire.head(Wire.FLIT, lane, Wire.FLIT_WORDS);
            flits.words()[at + 1] = stamp;
        }
    }

    private void waits(int channel) {
        waiting[channel >> 6] |= 1L << channel;
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
        int channel = current[port];
        if (receivers[channel] != null) {
            return receivers[channel].other(receivingChannels[channel], kind, stamp);
        }
        waits(channel);
        return others.get(Wire.ofRare(channel, kind));
    }

    /**
     * Takes everything stamped before {@code to} on a channel that is not connected.
     *
     * @return the records, kind by kind
     */
    public long[] take(int channel, long to) {
        Frame frame = new Frame();
        take(channel, to, frame);
        return frame.words();
    }

    /** Moves everything stamped before {@code to} on a channel that is not connected into a frame, kind by kind. */
    public void take(int channel, long to, Frame frame) {
        for (int kind = 0; kind < Wire.KINDS; kind++) {
            switch (kind) {
                case Wire.CREDIT -> take(credits, Wire.CREDIT_WORDS, channel, to, frame);
                case Wire.RUN -> take(runs, PacketHeader.WORDS, channel, to, frame);
                case Wire.FLIT -> take(flits, Wire.FLIT_WORDS, channel, to, frame);
                default -> take(others, Wire.ofRare(channel, kind), to, frame);
            }
        }
        if (isEmpty(channel)) {
            waiting[channel >> 6] &= ~(1L << channel);
        }
    }

    private boolean isEmpty(int channel) {
        boolean empty = credits.isEmpty(channel) && runs.isEmpty(channel) && flits.isEmpty(channel);
        for (int kind = 0; empty && kind < Wire.KINDS; kind++) {
            empty = !Wire.isRare(kind) || others.isEmpty(Wire.ofRare(channel, kind));
        }
        return empty;
    }

    private static void take(PortRings rings, int length, int channel, long to, Frame frame) {
        while (!rings.isEmpty(channel) && rings.words()[rings.first(channel) + 1] < to) {
            frame.add(rings.words(), rings.first(channel), length);
            rings.remove(channel);
        }
    }

    private static void take(LongRings rings, int number, long to, Frame frame) {
        while (!rings.isEmpty(number) && rings.get(number).peek(1) < to) {
            frame.add(rings.get(number), Wire.words(rings.get(number).peek(0)));
        }
    }

    /** Whether anything waits for a frame on a channel that is not connected. */
    public boolean isWaiting(int channel) {
        return (waiting[channel >> 6] & 1L << channel) != 0;
    }

    /** Whether anything waits for a frame on any channel. */
    public boolean isAnyWaiting() {
        long any = 0;
        for (long channels : waiting) {
            any |= channels;
        }
        return any != 0;
    }

    /** A copy of the records that wait for a frame on a channel that is not connected, kind by kind. */
    public long[] waiting(int channel) {
        return Wire.copy(channel, credits, runs, flits, others);
    }

    /**
     * Saves or restores the records that wait at channels that are not connected; records on the way through a
     * connected channel are part of the receiver's state. A state is restored before any channel is connected.
     */
    public void visit(StateVisitor state) {
        credits.visit(state);
        runs.visit(state);
        flits.visit(state);
        others.visit(state);
        for (int channel = 0; channel < receivers.length; channel++) {
            if (!isEmpty(channel)) {
                waits(channel);
            }
        }
    }
}
