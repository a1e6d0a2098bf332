package org.reweave.emulator.device.nic;

import org.reweave.emulator.link.HeaderWords;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.Wire;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The packet that is arriving on each port of a NIC, or none: a link carries one at a time. All of a port lies
 * together.
 */
final class Reception {
    private static final int NONE = -1;

    // the words of a port, after those of the header
    private static final int TRANSPORT = HeaderWords.COUNT;
    private static final int LANE = TRANSPORT + 1;
    private static final int FLITS = LANE + 1;
    private static final int CUT = FLITS + 1; // 1 = part of it is lost
    private static final int LAST = CUT + 1; // cycle of its last flit
    private static final int WORDS = LAST + 1;

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

    void begin(int port, PacketHeader packet, long last) {
        int at = port * WORDS;
        HeaderWords.keep(packet, words, at);
        words[at + TRANSPORT] = packet.transport;
        words[at + LANE] = packet.lane;
        words[at + FLITS] = packet.flits;
        words[at + CUT] = 0;
        words[at + LAST] = last;
    }

    void end(int port) {
        words[port * WORDS + LANE] = NONE;
    }

    long id(int port) {
        return words[port * WORDS + HeaderWords.ID];
    }

    /** Route word of the arriving packet, packed by {@link Wire#route}. */
    long route(int port) {
        return words[port * WORDS + HeaderWords.ROUTE];
    }

    int flits(int port) {
        return (int) words[port * WORDS + FLITS];
    }

    long generated(int port) {
        return words[port * WORDS + HeaderWords.GENERATED];
    }

    long injected(int port) {
        return words[port * WORDS + HeaderWords.INJECTED];
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
