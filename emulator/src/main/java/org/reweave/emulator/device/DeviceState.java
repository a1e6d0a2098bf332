package org.reweave.emulator.device;

import java.util.function.IntPredicate;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.state.CompactReader;
import org.reweave.emulator.state.CompactWriter;
import org.reweave.emulator.state.StateVisitor;

/**
 * The state of a device at a cut as its island knows it: what is in the device itself, and the records under way on its
 * links. On a link inside the island the receiver holds all of these. On a link between two islands the receiver holds
 * the records stamped before a cycle, those that have been sent, and the sender the others: so no record is missing and
 * none is there twice, however far ahead either island is.
 */
public final class DeviceState {
    private static final long[] NO_RECORDS = {};

    private final int device;
    private final byte[] own;
    private final long[][] incoming; // per port
    private final long[][] outgoing; // per port

    private DeviceState(int device, byte[] own, long[][] incoming, long[][] outgoing) {
        this.device = device;
        this.own = own;
        this.incoming = incoming;
        this.outgoing = outgoing;
    }

    /**
     * Of a device that stands exactly at a cut.
     *
     * @param leaves whether a port's link leaves the island
     * @param before cycle of the stamps that divides the records of such a link
     */
    public static DeviceState of(Device device, IntPredicate leaves, long before) {
        CompactWriter own = new CompactWriter();
        device.visitOwn(own);
        long[][] incoming = new long[device.ports()][];
        long[][] outgoing = new long[device.ports()][];
        for (int port = 0; port < incoming.length; port++) {
            long[] arriving = device.inbox().underWay(port);
            incoming[port] = leaves.test(port) ? Wire.stampedBefore(before, arriving) : arriving;
            outgoing[port] = leaves.test(port) ? device.outbox().waiting(port) : NO_RECORDS;
        }
        return new DeviceState(device.id(), own.toArray(), incoming, outgoing);
    }

    /** A state that {@link #write} has written, in this process or another one. */
    DeviceState(StateVisitor written) {
        device = written.value(0);
        own = written.array(new byte[0]);
        incoming = new long[written.value(0)][];
        outgoing = new long[incoming.length][];
        for (int port = 0; port < incoming.length; port++) {
            incoming[port] = written.array(NO_RECORDS);
            outgoing[port] = written.array(NO_RECORDS);
        }
    }

    /** Writes everything that {@link #DeviceState(StateVisitor)} reads, in the same order. */
    void write(StateVisitor visitor) {
        visitor.value(device);
        visitor.array(own);
        visitor.value(incoming.length);
        for (int port = 0; port < incoming.length; port++) {
            visitor.array(incoming[port]);
            visitor.array(outgoing[port]);
        }
    }

    public int device() {
        return device;
    }

    /**
     * The complete state, which depends on no island.
     *
     * @param senders what the device at the far end of each port holds for that link
     */
    public byte[] complete(Senders senders) {
        CompactWriter all = new CompactWriter();
        all.array(own);
        for (int port = 0; port < incoming.length; port++) {
            all.array(Wire.merged(incoming[port], senders.outgoing(port)));
        }
        return all.toArray();
    }

    /** Says what is on the way to a device and still with the sender. */
    public interface Senders {
        long[] outgoing(int port);
    }

    /** The records of a port's link that this device has not sent yet. Do not change them. */
    public long[] outgoing(int port) {
        return outgoing[port];
    }

    /**
     * Restores a fresh device from a complete state.
     *
     * @throws IllegalStateException when it is not a state of that device
     */
    public static void restore(byte[] complete, Device fresh) {
        CompactReader all = new CompactReader(complete);
        CompactReader own = new CompactReader(all.array(new byte[0]));
        fresh.visitOwn(own);
        own.end();
        for (int port = 0; port < fresh.ports(); port++) {
            fresh.inbox().restore(port, all.array(NO_RECORDS));
        }
        all.end();
    }
}
