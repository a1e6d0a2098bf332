package org.reweave.emulator.device.nic;

import org.reweave.emulator.link.Run;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.state.StateVisitor;

/**
 * The packet that is arriving on each port of a NIC, or none: a link carries one at a time. All of a port lies
 * together.
 */
final class Reception {
    private static final int NONE = -1;

    // the words of a port
    private static final int ID = 0;
    private static final int ROUTE = 1;
    private static final int GENERATED = 2;
    private static final int INJECTED = 3;
    private static final int TRANSPORT = 4;
    private static final int LANE = 5;
    private static final int CUT = 6; // 1 = part of it is lost
    private static final int LAST = 7; // cycle of its last flit
    private static final int WORDS = 8;

    private final long[] words;

    Reception(int ports) {
        words = new long[ports * WORDS];
        for (int port = 0; port < ports; port++) {
            end(port);
        }
    }

    /** Whether a packet is arriving on a port; if not, the other methods tell of the last one. */
    boolean isUnderWay(int port) {
        return lane(port) != NONE;
    }

    void begin(int port, Run packet, long last) {
        int at = port * WORDS;
        words[at + ID] = packet.packet;
        words[at + ROUTE] = packet.route;
        words[at + GENERATED] = packet.generated;
        words[at + INJECTED] = packet.injected;
        words[at + TRANSPORT] = packet.transport;
        words[at + LANE] = packet.lane;
        words[at + CUT] = 0;
        words[at + LAST] = last;
    }

    void end(int port) {
        words[port * WORDS + LANE] = NONE;
    }

    long id(int port) {
        return words[port * WORDS + ID];
    }

    /** As {@link Wire#route} packs it. */
    long route(int port) {
        return words[port * WORDS + ROUTE];
    }

    int flits(int port) {
        return Wire.flits(route(port));
    }

    long generated(int port) {
        return words[port * WORDS + GENERATED];
    }

    long injected(int port) {
        return words[port * WORDS + INJECTED];
    }

    long transport(int port) {
        return words[port * WORDS + TRANSPORT];
    }

    int lane(int port) {
        return (int) words[port * WORDS + LANE];
    }

    /** The cycle of its last flit. */
    long last(int port) {
        return words[port * WORDS + LAST];
    }

    /** Whether part of it is lost. */
    boolean isCut(int port) {
        return words[port * WORDS + CUT] != 0;
    }

    /** Part of it is lost. */
    void cut(int port) {
        words[port * WORDS + CUT] = 1;
    }

    void visit(StateVisitor state) {
        state.values(words);
    }
}
