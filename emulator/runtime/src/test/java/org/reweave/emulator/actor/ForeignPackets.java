package org.reweave.emulator.actor;

import org.reweave.emulator.device.Device;
import org.reweave.emulator.link.Outbox;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.Wire;

/** Packets that nobody has sent, closely one after the other: a few break a balance, many make a buffer overflow. */
public final class ForeignPackets {
    /** More than a buffer holds. */
    public static final int MANY = 100;

    /** Line with which the switch {@code s0_0} fails when many come to its first port. */
    public static final String LINE =
            ".*s0_0 at cycle \\d+( \\(epoch \\d+\\))?: port 1 VL 0: \\d+ credits of packets in a buffer of \\d+";

    private static final int FLITS = 32;

    private ForeignPackets() {}

    /** Their records. */
    public static long[] records(int packets) {
        Outbox outbox = new Outbox(1);
        PacketHeader packet = new PacketHeader();
        for (int i = 0; i < packets; i++) {
            packet.stamp = i;
            packet.packet = i;
            packet.flits = FLITS;
            packet.route = Wire.route(2, 3, 0);
            outbox.run(0, packet);
        }
        return outbox.take(0, Long.MAX_VALUE);
    }

    static void come(Device device, int packets) {
        long[] words = records(packets);
        device.accept(0, words, 0, words.length);
    }
}
