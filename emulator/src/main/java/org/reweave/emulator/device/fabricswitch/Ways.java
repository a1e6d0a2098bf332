package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.emulator.state.StateVisitor;
import org.reweave.routing.table.Routes;

/**
 * The ways open to each routed packet of a switch, by its slot in {@link PacketArena}: (output, trail) in the routing's
 * order of preference. The bank grows with the slots and with the most ways that a packet ever had; nothing is
 * allocated per packet.
 */
final class Ways {
    private int width = 1;
    private int[] count = new int[16];
    private int[] note = new int[16];
    private int[] output = new int[16]; // [slot * width + way]: port * lanes + lane, ports from 0
    private long[] trail = new long[16];

    /** Takes over what a routing said of a packet, which is at least one way. */
    void set(int slot, Routes routes, int lanes) {
        int ways = routes.count();
        fit(slot, ways);
        count[slot] = ways;
        note[slot] = routes.note();
        for (int i = 0; i < ways; i++) {
            output[slot * width + i] = (routes.port(i) - 1) * lanes + routes.lane(i);
            trail[slot * width + i] = routes.trail(i);
        }
    }

    private void fit(int slot, int ways) {
        int slots = count.length;
        while (slot >= slots) {
            slots *= 2;
        }
        int wider = width;
        while (ways > wider) {
            wider *= 2;
        }
        if (slots == count.length && wider == width) {
            return;
        }
        int[] outputs = new int[slots * wider];
        long[] trails = new long[slots * wider];
        for (int s = 0; s < count.length; s++) {
            System.arraycopy(output, s * width, outputs, s * wider, width);
            System.arraycopy(trail, s * width, trails, s * wider, width);
        }
        output = outputs;
        trail = trails;
        count = Arrays.copyOf(count, slots);
        note = Arrays.copyOf(note, slots);
        width = wider;
    }

    int count(int slot) {
        return count[slot];
    }

    /** {@link Routes#note}. */
    int note(int slot) {
        return note[slot];
    }

    /** @param way from 0, below {@link #count} */
    int output(int slot, int way) {
        return output[slot * width + way];
    }

    /** The trail of a packet that leaves by an output; of two ways with one output the first counts. */
    long trailTo(int slot, int taken) {
        return trail[slot * width + rank(slot, taken)];
    }

    /** Where an output stands in the routing's order; it is one of the packet's. */
    int rank(int slot, int wanted) {
        int at = slot * width;
        while (output[at] != wanted) {
            at++;
        }
        return at - slot * width;
    }

    /** @param slots that have ever been in use; reading has them restored already */
    void visit(StateVisitor state, int slots) {
        if (!state.isReading()) {
            fit(Math.max(0, slots - 1), 1);
        }
        width = state.value(width);
        if (state.isReading()) {
            int capacity = Math.max(16, slots);
            count = new int[capacity];
            note = new int[capacity];
            output = new int[capacity * width];
            trail = new long[capacity * width];
        }
        state.values(count, slots);
        state.values(note, slots);
        state.values(output, slots * width);
        state.values(trail, slots * width);
    }
}
