package org.reweave.routing.verify;

import org.reweave.routing.topology.Fabric;

/**
 * Which channels (link out of a switch, VL) packets hold while they want which others, recorded hop by hop as paths are
 * walked. Without a cycle packets on those paths cannot wait for one another in a ring (Dally and Seitz; thesis
 * §2.1.7.2).
 */
final class HeldChannels {
    private static final int WHITE = 0;
    private static final int GREY = 1;
    private static final int BLACK = 2;

    private final Fabric fabric;
    private final int lanes;
    private final int[] firstChannel; // [switch] of its out port 1 and VL 0; ports and their VLs follow
    private final long[][] wanted; // [channel] bits of the channels of the switch it enters; null = unused
    private final int[] receiver; // [channel] the switch it enters, where used

    HeldChannels(Fabric fabric, int lanes) {
        this.fabric = fabric;
        this.lanes = lanes;
        this.firstChannel = new int[fabric.switchCount()];
        int channels = 0;
        for (int s = 0; s < firstChannel.length; s++) {
            firstChannel[s] = channels;
            channels += fabric.portCount(s) * lanes;
        }
        this.wanted = new long[channels][];
        this.receiver = new int[channels];
    }

    /**
     * A packet takes one more channel.
     *
     * @param held the one it holds, -1 = none
     * @param outPort to another switch
     * @return the channel now held
     */
    int hold(int held, int switchDevice, int outPort, int lane) {
        int bit = (outPort - 1) * lanes + lane;
        if (held >= 0) {
            wanted[held][bit >> 6] |= 1L << bit;
        }
        int channel = firstChannel[switchDevice] + bit;
        if (wanted[channel] == null) {
            receiver[channel] = fabric.peer(switchDevice, outPort);
            wanted[channel] = new long[(fabric.portCount(receiver[channel]) * lanes >> 6) + 1];
        }
        return channel;
    }

    /** No cycle of channels, each held while the next is wanted. */
    boolean acyclic() {
        byte[] colour = new byte[wanted.length];
        int[] stack = new int[wanted.length];
        int[] nextBit = new int[wanted.length];
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

    /** @return the next channel that packets want while they hold this one, -1 = no other */
    private int successor(int channel, int[] nextBit) {
        int bits = fabric.portCount(receiver[channel]) * lanes;
        while (nextBit[channel] < bits) {
            int bit = nextBit[channel]++;
            if ((wanted[channel][bit >> 6] >> bit & 1) != 0) {
                return firstChannel[receiver[channel]] + bit;
            }
        }
        return -1;
    }
}
