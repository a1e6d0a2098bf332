package org.reweave.routing.table;

import java.util.Arrays;
import java.util.List;
import org.reweave.routing.topology.Fabric;

/**
 * The rings of channels (directed link, VL) that switches keep free of deadlock by bubble flow control: a packet that
 * comes from outside a ring, from a NIC or by a turn, gets the buffer of a channel of the ring only where room for two
 * packets of the largest size is left; a packet that goes on along its ring needs room for itself. So no ring is ever
 * full, and packets of a ring whose channel dependencies are cyclic move on nevertheless. All others read the rings
 * from here: switches, verification, the explorer and the checks of a run. Source: thesis §2.1.7.4; C. Carrión, R.
 * Beivide, J. A. Gregorio and F. Vallejo, HiPC 1997; Adaptive Bubble Router, ICPP 1999.
 */
public final class BubbleRings {
    /** Value in place of the number of a ring: the channel is in no ring. */
    public static final int NONE = -1;

    private final Fabric fabric;
    private final int[][] links; // [ring] directed links in the ring's direction
    private final int lane;
    private final int[] ring; // [directed link]
    private final int[] place; // [directed link] in its ring

    /**
     * @param links of each ring, as {@link Fabric#directedLink} numbers them: each leads to the switch that the next
     *     one leaves, the last one to the switch that the first one leaves
     * @param lane the VL of all these channels
     * @throws IllegalArgumentException when the links of a ring are no ring, or a link is in two rings
     */
    public BubbleRings(Fabric fabric, List<int[]> links, int lane) {
        this.fabric = fabric;
        this.lane = lane;
        this.links = links.stream().map(int[]::clone).toArray(int[][]::new);
        this.ring = new int[2 * fabric.linkCount()];
        this.place = new int[2 * fabric.linkCount()];
        Arrays.fill(ring, NONE);
        for (int number = 0; number < this.links.length; number++) {
            int[] one = this.links[number];
            for (int i = 0; i < one.length; i++) {
                if (ring[one[i]] != NONE || receiver(one[i]) != sender(one[(i + 1) % one.length])) {
                    throw new IllegalArgumentException("link " + fabric.linkName(one[i] >> 1)
                            + (ring[one[i]] == NONE ? " does not lead to the next link of ring " : " is twice in ring ")
                            + number);
                }
                ring[one[i]] = number;
                place[one[i]] = i;
            }
        }
    }

    private int sender(int directedLink) {
        return fabric.linkDevice(directedLink >> 1, directedLink & 1);
    }

    private int receiver(int directedLink) {
        return fabric.linkDevice(directedLink >> 1, directedLink & 1 ^ 1);
    }

    public int count() {
        return links.length;
    }

    /** The VL of the channels of all rings. */
    public int lane() {
        return lane;
    }

    /** Channels of a ring. */
    public int length(int number) {
        return links[number].length;
    }

    /** The i-th directed link of a ring, in its direction. */
    public int link(int number, int i) {
        return links[number][i];
    }

    /** @return the ring that a channel belongs to, or {@link #NONE} */
    public int ring(int directedLink, int onLane) {
        return directedLink < 0 || onLane != lane ? NONE : ring[directedLink];
    }

    /** @return the ring of the channel that leaves a device by a port, or {@link #NONE} */
    public int leaving(int device, int port, int onLane) {
        return ring(fabric.directedLink(device, port), onLane);
    }

    /** @return the ring of the channel that enters a device by a port, or {@link #NONE} */
    public int entering(int device, int port, int onLane) {
        int leaving = fabric.directedLink(device, port);
        return leaving < 0 ? NONE : ring(leaving ^ 1, onLane);
    }

    /** The directed link behind one that is in a ring. */
    public int next(int directedLink) {
        int[] one = links[ring[directedLink]];
        return one[(place[directedLink] + 1) % one.length];
    }

    /** Whether two tables have the same rings: of the same links, on the same VL. */
    @Override
    public boolean equals(Object other) {
        return other instanceof BubbleRings
                && lane == ((BubbleRings) other).lane
                && Arrays.deepEquals(links, ((BubbleRings) other).links);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.deepHashCode(links) + lane;
    }
}
