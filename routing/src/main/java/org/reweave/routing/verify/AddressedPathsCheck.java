package org.reweave.routing.verify;

import java.util.Arrays;
import org.reweave.routing.table.AddressedPaths;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** Follows every pair of working NICs through installed entries: who arrives, over how many switches, and whether the channels that real
 *  packets hold can wait for one another in a circle. It knows nothing of the method that made the entries. */
final class AddressedPathsCheck {
    private static final int WHITE = 0;
    private static final int GREY = 1;
    private static final int BLACK = 2;

    private final AddressedPaths paths;
    private final Fabric fabric;
    private final Faults faults;
    private final int lanes;
    private final long[][] wanted; // [channel] bits of (out port, lane) at the switch it enters; null = unused
    private long delivered;
    private long lost;
    private long hops;
    private int maxHops;

    private AddressedPathsCheck(AddressedPaths paths, Faults faults) {
        this.paths = paths;
        this.fabric = paths.fabric();
        this.faults = faults;
        this.lanes = paths.laneCount();
        this.wanted = new long[2 * fabric.linkCount() * lanes][];
    }

    static AddressedPathsCheck of(AddressedPaths paths, Faults faults) {
        AddressedPathsCheck check = new AddressedPathsCheck(paths, faults);
        int nics = check.fabric.nicCount();
        for (int source = 0; source < nics; source++) {
            for (int destination = 0; destination < nics; destination++) {
                if (source != destination && check.alive(source) && check.alive(destination)) {
                    check.walk(source, destination);
                }
            }
        }
        return check;
    }

    private boolean alive(int nic) {
        int device = fabric.nicDevice(nic);
        int port = fabric.attachedPort(device);
        return port > 0 && faults.portUp(fabric, device, port);
    }

    private void walk(int source, int destination) {
        int address = paths.address(source, destination);
        int level = paths.level(source, destination);
        int device = fabric.nicDevice(source);
        int target = fabric.nicDevice(destination);
        int s = fabric.attachedSwitch(device);
        int inPort = fabric.peerPort(device, fabric.attachedPort(device));
        int held = -1;
        for (int crossed = 1; address >= 0 && crossed <= fabric.switchCount(); crossed++) {
            int out = paths.outPort(s, destination, address);
            if (out < 1 || out > fabric.portCount(s) || !faults.portUp(fabric, s, out)) {
                break;
            }
            int next = fabric.peer(s, out);
            if (!fabric.isSwitch(next)) {
                if (next == target && fabric.peerPort(s, out) == fabric.attachedPort(target)) {
                    delivered++;
                    hops += crossed;
                    maxHops = Math.max(maxHops, crossed);
                    return;
                }
                break;
            }
            int lane = paths.lane(s, inPort, out, level);
            if (lane < 0 || lane >= lanes) {
                break;
            }
            held = hold(held, s, out, lane);
            inPort = fabric.peerPort(s, out);
            s = next;
        }
        lost++;
    }

    /** @return the channel now held */
    private int hold(int held, int s, int out, int lane) {
        int bit = (out - 1) * lanes + lane;
        if (held >= 0) {
            wanted[held][bit >> 6] |= 1L << bit;
        }
        int channel = fabric.directedLink(s, out) * lanes + lane;
        if (wanted[channel] == null) {
            int receiver = fabric.peer(s, out);
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

    long delivered() {
        return delivered;
    }

    long lost() {
        return lost;
    }

    /** Switches crossed, over delivered pairs. */
    long hops() {
        return hops;
    }

    int maxHops() {
        return maxHops;
    }
}
