package org.reweave.routing.verify;

import org.reweave.routing.table.BubbleRings;

/**
 * A graph of channel dependencies in which each ring is one node: its first channel stands for all its channels, the
 * others have no successors, and dependencies within the ring are left out.
 */
final class ContractedRings implements CycleSearch.Graph {
    private final CycleSearch.Graph channels;
    private final BubbleRings rings;
    private final int lanes;
    private final int width; // larger than any place in the row of a channel of a ring

    /** @param channels the graph, numbered by {@code directed link * lanes + VL} */
    ContractedRings(CycleSearch.Graph channels, BubbleRings rings, int lanes, int width) {
        this.channels = channels;
        this.rings = rings;
        this.lanes = lanes;
        this.width = width;
    }

    int ring(int channel) {
        return rings.ring(channel / lanes, channel % lanes);
    }

    private int member(int ring, int i) {
        return rings.link(ring, i) * lanes + rings.lane();
    }

    @Override
    public int nodeCount() {
        return channels.nodeCount();
    }

    @Override
    public int place(int node, int from) {
        int ring = ring(node);
        if (ring == BubbleRings.NONE) {
            return channels.place(node, from);
        }
        if (node != member(ring, 0)) {
            return -1;
        }
        int start = from % width;
        for (int i = from / width; i < rings.length(ring); i++) {
            int place = channels.place(member(ring, i), start);
            while (place >= 0 && ring(channels.successor(member(ring, i), place)) == ring) {
                place = channels.place(member(ring, i), place + 1);
            }
            if (place >= 0) {
                return i * width + place;
            }
            start = 0;
        }
        return -1;
    }

    @Override
    public int successor(int node, int place) {
        int ring = ring(node);
        int wanted = ring == BubbleRings.NONE
                ? channels.successor(node, place)
                : channels.successor(member(ring, place / width), place % width);
        int entered = ring(wanted);
        return entered == BubbleRings.NONE ? wanted : member(entered, 0);
    }
}
