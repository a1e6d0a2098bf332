package org.reweave.emulator.device.nic;

import org.reweave.emulator.link.HeaderWords;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.Wire;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The packet that is arriving at each place of a NIC, or none. A place is a port, whose link carries one packet at a
 * time; or, under wormhole switching, a lane of a port. All of a place lies together.
 */
final class Reception {
    private static final int NONE = -1;

    // the words of a place, after those of the header
    private static final int TRANSPORT = HeaderWords.COUNT;
    private static final int LANE = TRANSPORT + 1;
    private static final int FLITS = LANE + 1;
    private static final int CUT = FLITS + 1; // 1 = part of it is lost
    private static final int LAST = CUT + 1; // cycle of its last flit; or flits that are still to come
    private static final int WORDS = LAST + 1;

    private final long[] words;

    Reception(int places) {
        words = new long[places * WORDS];
        for (int place = 0; place < places; place++) {
            end(place);
        }
    }

    /** Whether a packet is arriving at a place; if not, the other methods tell of the last one. */
    boolean isUnderWay(int place) {
        return lane(place) != NONE;
    }

    void begin(int place, PacketHeader packet, long last) {
        int at = place * WORDS;
        HeaderWords.keep(packet, words, at);
        words[at + TRANSPORT] = packet.transport;
        words[at + LANE] = packet.lane;
        words[at + FLITS] = packet.flits;
        words[at + CUT] = 0;
        words[at + LAST] = last;
    }

    void end(int place) {
        words[place * WORDS + LANE] = NONE;
    }

    long id(int place) {
        return words[place * WORDS + HeaderWords.ID];
    }

    /** Route word of the arriving packet, packed by {@link Wire#route}. */
    long route(int place) {
        return words[place * WORDS + HeaderWords.ROUTE];
    }

    int flits(int place) {
        return (int) words[place * WORDS + FLITS];
    }

    long generated(int place) {
        return words[place * WORDS + HeaderWords.GENERATED];
    }

    long injected(int place) {
        return words[place * WORDS + HeaderWords.INJECTED];
    }

    long transport(int place) {
        return words[place * WORDS + TRANSPORT];
    }

    int lane(int place) {
        return (int) words[place * WORDS + LANE];
    }

    /** The head of a packet has come by itself, and is still to be counted. */
    void beginFlits(int place, PacketHeader packet) {
        begin(place, packet, packet.flits);
    }

    /**
     * A flit has come.
     *
     * @return whether it was the last one
     */
    boolean isLastFlit(int place) {
        return --words[place * WORDS + LAST] == 0;
    }

    /** The cycle of its last flit. */
    long last(int place) {
        return words[place * WORDS + LAST];
    }

    /** Whether part of it is lost. */
    boolean isCut(int place) {
        return words[place * WORDS + CUT] != 0;
    }

    /** Part of it is lost. */
    void cut(int place) {
        words[place * WORDS + CUT] = 1;
    }

    void visit(StateVisitor state) {
        state.values(words);
    }
}
