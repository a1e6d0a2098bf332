package org.reweave.emulator.device;

/** A number in a device's description that stands for something with a name. */
public record Reference(To to, long number) {
    /** Kind of thing that has the name. */
    public enum To {
        PACKET,
        /** A NIC, by its LID. */
        LID,
        DEVICE
    }

    /** A data packet, by {@link org.reweave.emulator.link.PacketId}. */
    public static Reference packet(long id) {
        return new Reference(To.PACKET, id);
    }

    public static Reference lid(int lid) {
        return new Reference(To.LID, lid);
    }

    public static Reference device(int number) {
        return new Reference(To.DEVICE, number);
    }
}
