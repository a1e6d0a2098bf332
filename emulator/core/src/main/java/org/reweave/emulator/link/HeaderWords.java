package org.reweave.emulator.link;

/** The words of a packet's header with which a device begins what it keeps of the packet in an array. */
public final class HeaderWords {
    public static final int ID = 0;
    public static final int ROUTE = 1;
    public static final int GENERATED = 2;
    public static final int INJECTED = 3;

    /** The first word that is the device's own. */
    public static final int COUNT = 4;

    private HeaderWords() {}

    /** Takes the header of a packet over that has come in. */
    public static void keep(PacketHeader packet, long[] words, int at) {
        words[at + ID] = packet.packet;
        words[at + ROUTE] = packet.route;
        words[at + GENERATED] = packet.generated;
        words[at + INJECTED] = packet.injected;
    }
}
