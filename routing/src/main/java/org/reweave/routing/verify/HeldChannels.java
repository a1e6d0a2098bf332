package org.reweave.routing.verify;

import java.util.Arrays;
import org.reweave.routing.topology.Fabric;

/**
 * Which channels (directed link, VL) packets hold while they want which others, recorded hop by hop as paths are
 * walked. Without a cycle packets on those paths cannot wait for one another in a ring (Dally and Seitz; thesis
 * §2.1.7.2).
 */
final class HeldChannels {
    private static final int WHITE = 0;
    private static final int GREY = 1;
    private static final int BLACK = 2;

    private final Fabric fabric;
    private final int lanes;
    private final long[][] wanted; // [channel] bits of (out port, lane) at the switch it enters; null = unused

    HeldChannels(Fabric fabric, int lanes) {
        this.fabric = fabric;
        this.lanes = lanes;
        this.wanted = new long[2 * fabric.linkCount() * lanes][];
    }

    /**
     * A packet takes one more channel.
     *
     * @param held the one it holds, -1 = none
     * @return the channel now held
     */
    int hold(int held, int switchDevice, int outPort, int lane) {
        int bit = (outPort - 1) * lanes + lane;
        if (held >= 0) {
            wanted[held][bit >> 6] |= 1L << bit;
        }
        int channel = fabric.directedLink(switchDevice, outPort) * lanes + lane;
        if (wanted[channel] == null) {
            int receiver = fabric.peer(switchDevice, outPort);
            wanted[channel] = new long[(fabric.portCount(receiver) * lanes >> 6) + 1];
        }
        return channel;
    }

    /** No cycle of channels, each held while the next is wanted. */
    boolean acyclic() {
        byte[] colour = new byte[wanted.length];
        int[] stack = new int[wanted.length];
        int[] nextBit = new int[wanted.length];
        Arrays.fill(colour, (byte) WHITE);
        for (int root = 0; root < wanted.length; root++) {
            if (wanted[root] == null || colour[root] != WHITE) {
                continue;
            }
            int depth = 0;
            stack[0] = root;
            colour[root] = GREY;
            while (depth >= 0) {
                int channel = stack[depth];
                int successor = successor(channel, nextBit);
                if (successor < 0) {
                    colour[channel] = BLACK;
                    depth--;
                } else if (colour[successor] == GREY) {
                    return false;
                } else if (colour[successor] == WHITE) {
                    colour[successor] = GREY;
                    stack[++depth] = successor;
                }
            }
        }
        return true;
    }

    private int successor(int channel, int[] nextBit) {
        int directed = channel / lanes;
        int receiver = fabric.linkDevice(directed >> 1, directed & 1 ^ 1);
        int bits = fabric.portCount(receiver) * lanes;
        while (nextBit[channel] < bits) {
            int bit = nextBit[channel]++;
            if ((wanted[channel][bit >> 6] >> bit & 1) != 0) {
                return fabric.directedLink(receiver, bit / lanes + 1) * lanes + bit % lanes;
            }
        }
        return -1;
    }
}
