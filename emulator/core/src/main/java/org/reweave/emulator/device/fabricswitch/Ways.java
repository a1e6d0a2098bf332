package org.reweave.emulator.device.fabricswitch;

import org.reweave.emulator.link.PortLanes;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.Routes;

/**
 * The ways open to each routed packet of a switch, by its slot in {@link PacketArena}: (output, trail) in the routing's
 * order of preference. The bank grows with the slots and with the most ways that a packet ever had; nothing is
 * allocated per packet.
 */
final class Ways {
    // the words of a slot: its head, and two words for each way
    private static final int HEAD = 0; // number of ways 0..31 | note 32..63
    private static final int FIRST_WAY = 1;
    private static final int OUTPUT = 0; // port * lanes + lane, ports from 0
    private static final int TRAIL = 1;
    private static final int WAY_WORDS = 2;

    private static final int MOST_WIDTH = 1 << 12; // outputs and lanes of the largest switch, doubled

    private int width = 1; // ways that a slot has room for
    private int slots = 4;
    private long[] words = new long[slots * stride(width)];

    private static int stride(int width) {
        return FIRST_WAY + WAY_WORDS * width;
    }

    /** Takes over what a routing said of a packet, which is at least one way. */
    void set(int slot, Routes routes, PortLanes pairs) {
        int ways = routes.count();
        if (slot >= slots || ways > width) {
            fit(slot, ways);
        }
        int at = slot * stride(width);
        words[at + HEAD] = ways | (long) routes.note() << 32;
        for (int i = 0; i < ways; i++) {
            int way = at + FIRST_WAY + i * WAY_WORDS;
            words[way + OUTPUT] = pairs.pair(routes.port(i) - 1, routes.lane(i));
            words[way + TRAIL] = routes.trail(i);
        }
    }

    private void fit(int slot, int ways) {
        int more = slots;
        while (slot >= more) {
            more *= 2;
        }
        int wider = width;
        while (ways > wider) {
            wider *= 2;
        }
        long[] larger = new long[more * stride(wider)];
        for (int s = 0; s < slots; s++) {
            System.arraycopy(words, s * stride(width), larger, s * stride(wider), stride(width));
        }
        words = larger;
        slots = more;
        width = wider;
    }

    int count(int slot) {
        return (int) words[slot * stride(width) + HEAD];
    }

    /** {@link Routes#note}. */
    int note(int slot) {
        return (int) (words[slot * stride(width) + HEAD] >>> 32);
    }

    /** @param way from 0, below {@link #count} */
    int output(int slot, int way) {
        return (int) words[slot * stride(width) + FIRST_WAY + way * WAY_WORDS + OUTPUT];
    }

    /** The trail of a packet that leaves by an output; of two ways with one output the first counts. */
    long trailTo(int slot, int taken) {
        return words[slot * stride(width) + FIRST_WAY + rank(slot, taken) * WAY_WORDS + TRAIL];
    }

    /** Where an output stands in the routing's order; it is one of the packet's. */
    int rank(int slot, int wanted) {
        int way = 0;
        while (output(slot, way) != wanted) {
            way++;
        }
        return way;
    }

    /** @param used slots that have ever been in use; reading has them restored already */
    void visit(StateVisitor state, int used) {
        if (!state.isReading() && used > slots) {
            fit(used - 1, 1);
        }
        width = state.value(width);
        if (width < 1 || width > MOST_WIDTH) {
            throw new IllegalStateException("a slot of " + width + " ways; there are 1 to " + MOST_WIDTH);
        }
        if (state.isReading()) {
            slots = Math.max(slots, Integer.highestOneBit(Math.max(1, used)) * 2);
            words = new long[slots * stride(width)];
        }
        state.values(words, used * stride(width));
    }
}
