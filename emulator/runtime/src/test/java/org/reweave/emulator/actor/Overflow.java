package org.reweave.emulator.actor;

import org.reweave.emulator.device.Device;
import org.reweave.emulator.link.Outbox;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.Wire;

/** More packets on a link than the buffer at its end holds: a switch that receives them finds an invariant broken. */
public final class Overflow {
    /** Line with which the switch {@code s0_0} fails when the packets come to its first port. */
    public static final String LINE =
            ".*s0_0\\.1 at cycle \\d+ VL 0: \\d+ credits of packets in a buffer of \\d+";

    private static final int FLITS = 32;
    private static final int PACKETS = 100;

    private Overflow() {}

    /** The packets' records, stamped one after the other from a cycle on. */
    public static long[] records(long from) {
        Outbox outbox = new Outbox(1);
        PacketHeader packet = new PacketHeader();
        for (int i = 0; i < PACKETS; i++) {
            packet.stamp = from + (long) i * FLITS;
            packet.packet = i;
            packet.route = Wire.route(2, 3, 0, FLITS);
            outbox.run(0, packet);
        }
        return outbox.take(0, Long.MAX_VALUE);
    }

    static void of(Device device) {
        long[] words = records(0);
        device.accept(0, words, 0, words.length);
    }
}
