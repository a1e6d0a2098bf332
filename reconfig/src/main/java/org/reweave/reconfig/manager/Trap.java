package org.reweave.reconfig.manager;

/**
 * A trap: a switch tells the manager that one of its ports has changed (IBA 14.2.5.1, thesis §6.3).
 *
 * @param device the switch
 * @param port from 1
 * @param up the state of the port's link when the trap was sent
 */
public record Trap(int device, int port, boolean up) {
    private static final int PORT_BITS = 8;
    private static final int DEVICE_SHIFT = 16;

    public Trap {
        if (device < 0 || port < 1 || port >= 1 << PORT_BITS) {
            throw new IllegalArgumentException("trap of device " + device + ", port " + port);
        }
    }

    /** The trap as one word: the device, 8 bits of the port, 8 bits of the port's state. */
    public long word() {
        return (long) device << DEVICE_SHIFT | (long) port << PORT_BITS | (up ? 1 : 0);
    }

    /** The trap that {@link #word} gave. */
    public static Trap of(long word) {
        return new Trap(
                (int) (word >>> DEVICE_SHIFT), (int) (word >>> PORT_BITS) & (1 << PORT_BITS) - 1, (word & 1) == 1);
    }
}
