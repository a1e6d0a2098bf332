package org.reweave.emulator.device;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.function.IntPredicate;
import org.reweave.emulator.link.Wire;
import org.reweave.reconfig.state.ByteReader;
import org.reweave.reconfig.state.ByteWriter;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The state of a device at a cut as its island knows it: what is in the device itself, and the records under way on its
 * links. On a link inside the island the receiver holds all of these. On a link between two islands the receiver holds
 * the records stamped before a cycle, those that have been sent, and the sender the others: so no record is missing and
 * none is there twice, however far ahead either island is.
 *
 * <p>In a lax run the records of such a link depend on the islands: which of them are admitted, and what that changed.
 * So they are a part of their own, the border, which only islands of the same run can read.
 */
public final class DeviceState {
    private static final long[] NO_RECORDS = {};
    private static final byte[] NO_BORDER = {};

    private final int device;
    private final byte[] own;
    private final long[][] incoming; // per channel
    private final long[][] outgoing; // per channel
    private final byte[] border; // empty = the run is conservative

    private DeviceState(int device, byte[] own, long[][] incoming, long[][] outgoing, byte[] border) {
        this.device = device;
        this.own = own;
        this.incoming = incoming;
        this.outgoing = outgoing;
        this.border = border;
    }

    /**
     * State of a device that stands exactly at a cut.
     *
     * @param leaves whether a channel leaves the island
     * @param before cycle of the stamps that divides the records of such a link
     */
    public static DeviceState of(Device device, IntPredicate leaves, long before) {
        long[][] incoming = new long[device.channels()][];
        long[][] outgoing = new long[device.channels()][];
        for (int channel = 0; channel < incoming.length; channel++) {
            long[] arriving = device.inbox().underWay(channel);
            incoming[channel] = leaves.test(channel) ? Wire.stampedBefore(before, arriving) : arriving;
            outgoing[channel] = leaves.test(channel) ? device.outbox().waiting(channel) : NO_RECORDS;
        }
        return new DeviceState(device.id(), own(device), incoming, outgoing, NO_BORDER);
    }

    /**
     * State of a device of a lax run, whose island stands exactly at a cut.
     *
     * @param border what the island knows of the device's links, not empty
     */
    public static DeviceState ofLax(Device device, byte[] border) {
        long[][] incoming = new long[device.channels()][];
        Arrays.setAll(incoming, device.inbox()::underWay);
        long[][] outgoing = new long[device.channels()][];
        Arrays.fill(outgoing, NO_RECORDS);
        return new DeviceState(device.id(), own(device), incoming, outgoing, border);
    }

    private static byte[] own(Device device) {
        ByteWriter own = new ByteWriter();
        device.visitOwn(own);
        return own.toArray();
    }

    /** A state that {@link #write} has written, in this process or another one. */
    public DeviceState(StateVisitor written) {
        device = written.value(0);
        own = written.array(new byte[0]);
        incoming = new long[written.count(0)][];
        outgoing = new long[incoming.length][];
        for (int port = 0; port < incoming.length; port++) {
            incoming[port] = written.array(NO_RECORDS);
            outgoing[port] = written.array(NO_RECORDS);
        }
        border = written.array(NO_BORDER);
    }

    /** Writes everything that {@link #DeviceState(StateVisitor)} reads, in the same order. */
    public void write(StateVisitor visitor) {
        visitor.value(device);
        visitor.array(own);
        visitor.value(incoming.length);
        for (int port = 0; port < incoming.length; port++) {
            visitor.array(incoming[port]);
            visitor.array(outgoing[port]);
        }
        visitor.array(border);
    }

    public int device() {
        return device;
    }

    /**
     * The complete state; that of a conservative run depends on no island.
     *
     * @param senders what the device at the far end of each channel holds for it
     */
    public byte[] complete(Senders senders) {
        ByteWriter all = new ByteWriter();
        all.array(own);
        for (int port = 0; port < incoming.length; port++) {
            all.array(Wire.merged(incoming[port], senders.outgoing(port)));
        }
        if (border.length > 0) {
            all.array(border);
        }
        return all.toArray();
    }

    /**
     * A complete state of a conservative run's device with more records.
     *
     * @param more records that a sender holds, by channel of the device
     * @throws IllegalStateException when it is no such state, or has no such channel
     */
    public static byte[] withMore(byte[] complete, SortedMap<Integer, long[]> more) {
        ByteReader all = new ByteReader(complete);
        ByteWriter sum = new ByteWriter();
        sum.array(all.array(NO_BORDER));
        int channel = 0;
        for (; !all.isAtEnd(); channel++) {
            sum.array(Wire.merged(all.array(NO_RECORDS), more.getOrDefault(channel, NO_RECORDS)));
        }
        if (more.lastKey() >= channel) {
            throw new IllegalStateException("records for channel " + more.lastKey() + " of " + channel);
        }
        return sum.toArray();
    }

    /** Says what is on the way to a device and still with the sender. */
    public interface Senders {
        long[] outgoing(int channel);
    }

    /** The records of a channel that this device has not sent yet. Do not change them. */
    public long[] outgoing(int channel) {
        return outgoing[channel];
    }

    /**
     * Restores a fresh device from a complete state.
     *
     * @throws IllegalStateException when it is not a state of that device
     */
    public static void restore(byte[] complete, Device fresh) {
        ByteReader all = new ByteReader(complete);
        ByteReader own = new ByteReader(all.array(new byte[0]));
        fresh.visitOwn(own);
        own.end();
        for (int channel = 0; channel < fresh.channels(); channel++) {
            fresh.inbox().restore(channel, all.array(NO_RECORDS));
        }
        if (!all.isAtEnd()) {
            all.array(NO_BORDER);
        }
        all.end();
    }

    /** The border in a complete state of a lax run's device, which has so many channels. */
    public static byte[] border(byte[] complete, int channels) {
        ByteReader all = new ByteReader(complete);
        all.array(NO_BORDER);
        for (int channel = 0; channel < channels; channel++) {
            all.array(NO_RECORDS);
        }
        byte[] border = all.array(NO_BORDER);
        all.end();
        return border;
    }
}
