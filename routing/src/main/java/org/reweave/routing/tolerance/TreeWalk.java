package org.reweave.routing.tolerance;

import org.reweave.routing.model.Mix;
import org.reweave.routing.rerouting.LocalRerouting;
import org.reweave.routing.rerouting.Reroute;
import org.reweave.routing.rerouting.TreeGeometry;

/**
 * Follows packets through a tree with failed links and switches, one at a time, by {@link LocalRerouting}. Vectors are
 * clear when a packet starts, as if the packet were alone in the network. Reused from packet to packet; not
 * thread-safe; allocates nothing on the way.
 */
public final class TreeWalk {
    /** {@link #walk}: the packet was discarded. */
    public static final int DISCARDED = -1;
    /** {@link #walk}: the packet was still under way after {@link #hopLimit} switches. */
    public static final int LIVELOCKED = -2;

    private final TreeGeometry tree;
    private final LocalRerouting rule;
    private final int width; // most neighbours of a switch
    private final int[] broken; // [switch * width + neighbour] cables that are down, those of a failed switch included
    private final int[] down; // [switch] neighbours below that a cable works to
    private final int[] up; // [switch] neighbours above
    private final int[] vector; // [switch]
    private final int[] marked; // switches with a vector to clear
    private int markedCount;
    private final int[] steps;
    private int stepCount;

    public TreeWalk(TreeGeometry tree, LocalRerouting rule) {
        this.tree = tree;
        this.rule = rule;
        this.width = tree.mostNeighbours();
        int switches = tree.fabric().switchCount();
        this.down = new int[switches];
        this.up = new int[switches];
        this.vector = new int[switches];
        this.marked = new int[switches];
        this.broken = new int[switches * width];
        this.steps = new int[4 * (tree.tiers() + switches) * width];
        for (int s = 0; s < switches; s++) {
            down[s] = -1 >>> Integer.SIZE - tree.downs(s);
            up[s] = tree.ups(s) == 0 ? 0 : -1 >>> Integer.SIZE - tree.ups(s);
        }
    }

    /** Most switches a packet may cross; far above what any delivered packet does. */
    public int hopLimit() {
        return steps.length;
    }

    /** Fails or repairs a link between switches. */
    public void setLink(int link, boolean works) {
        for (int end = 0; end < 2; end++) {
            int device = tree.fabric().linkDevice(link, end);
            set(device, tree.neighbourAt(device, tree.fabric().linkPort(link, end)), works ? -1 : 1);
        }
    }

    /** Fails or repairs all links of a switch; for all other switches this equals a failure or repair of the switch. */
    public void setSwitch(int switchDevice, boolean works) {
        for (int neighbour = 0; neighbour < tree.neighbours(switchDevice); neighbour++) {
            int peer = tree.peer(switchDevice, neighbour);
            if (peer >= 0) {
                int all = tree.cables(switchDevice, neighbour);
                set(switchDevice, neighbour, works ? -all : all);
                set(peer, tree.arrival(switchDevice, neighbour), works ? -all : all);
            }
        }
    }

    private void set(int s, int neighbour, int moreBroken) {
        broken[s * width + neighbour] += moreBroken;
        boolean works = broken[s * width + neighbour] < tree.cables(s, neighbour);
        int[] masks = neighbour < tree.downs(s) ? down : up;
        int bit = 1 << (neighbour < tree.downs(s) ? neighbour : neighbour - tree.downs(s));
        masks[s] = works ? masks[s] | bit : masks[s] & ~bit;
    }

    /**
     * Sends one packet from a bottom switch to a NIC.
     *
     * @param draw of which the choices of an adaptive algorithm are a function
     * @return switches crossed, {@link #DISCARDED} or {@link #LIVELOCKED}
     */
    public int walk(int fromSwitch, int nic, long draw) {
        int s = fromSwitch;
        int inPort = 0;
        int header = Reroute.INITIAL;
        int result = LIVELOCKED;
        stepCount = 0;
        while (stepCount < steps.length) {
            int way = tree.way(s, nic);
            boolean bottom = tree.bottom(s);
            int k = tree.downs(s);
            if (way >= 0 && bottom) {
                result = stepCount + 1;
                break;
            }
            long answer = rule.next(k, bottom, inPort, header, way, down[s], up[s], vector[s]);
            int ports = Reroute.ports(answer);
            if (ports == 0) {
                result = DISCARDED;
                break;
            }
            if (Reroute.marksArrival(answer)) {
                mark(s, inPort - k);
            }
            int out = choose(ports, draw) + (Reroute.goesUp(answer) ? k : 0);
            header = Reroute.headerOf(answer);
            steps[stepCount++] = (s * width + out) * 4 + Reroute.layer(header);
            inPort = tree.arrival(s, out);
            s = tree.peer(s, out);
        }
        while (markedCount > 0) {
            vector[marked[--markedCount]] = 0;
        }
        return result;
    }

    private void mark(int s, int upPort) {
        if (vector[s] == 0) {
            marked[markedCount++] = s;
        }
        vector[s] |= 1 << upPort;
    }

    private int choose(int ports, long draw) {
        int skip = (ports & ports - 1) == 0 ? 0 : Mix.below(Mix.mix(draw + stepCount), Integer.bitCount(ports));
        int left = ports;
        while (skip-- > 0) {
            left &= left - 1;
        }
        return Integer.numberOfTrailingZeros(left);
    }

    /** Channels between switches that the last packet took, up to its end. */
    public int stepCount() {
        return stepCount;
    }

    /** The switch from which the i-th step was taken. */
    public int stepSwitch(int i) {
        return (steps[i] >> 2) / width;
    }

    /** The neighbour that the i-th step leads to. */
    public int stepNeighbour(int i) {
        return (steps[i] >> 2) % width;
    }

    /** The layer of the i-th step's channel. */
    public int stepLayer(int i) {
        return steps[i] & 3;
    }
}
