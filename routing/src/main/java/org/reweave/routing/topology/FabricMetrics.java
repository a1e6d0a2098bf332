package org.reweave.routing.topology;

import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Counts and distances of a fabric, from breadth-first searches over flat arrays: O(switches x links).
 *
 * <p>A distance is the smallest number of switch-to-switch links between two switches. {@link #diameter} and
 * {@link #averageDistance} are taken over the ordered pairs of different switches that have a NIC, as tori are usually
 * described (8x8: 8 and 4.0635; routing/docs/topologies.md). {@link #averageNicDistance} counts links from NIC to NIC,
 * host links included, as trees are usually described (routing/docs/topologies.md). A NIC counts at its
 * {@link Fabric#attachedSwitch}. Pairs in different parts of a disconnected fabric are left out.
 */
public final class FabricMetrics {
    private final Fabric fabric;
    private final int radix;
    private final int[] component; // by device
    private final int componentCount;
    private final int[] nicsAt; // by switch
    private int diameter;
    private long switchPairs;
    private long switchDistanceSum;
    private long nicPairs; // of different NICs
    private long nicDistanceSum;
    private long attachedNics;

    private FabricMetrics(Fabric fabric) {
        this.fabric = fabric;
        this.radix = largestWiredPortCount(fabric);
        this.component = new int[fabric.deviceCount()];
        this.componentCount = labelComponents();
        this.nicsAt = new int[fabric.switchCount()];
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            int at = fabric.attachedSwitch(fabric.nicDevice(nic));
            if (at >= 0) {
                nicsAt[at]++;
                attachedNics++;
            }
        }
        measureDistances();
    }

    /** Measures a fabric. */
    public static FabricMetrics of(Fabric fabric) {
        return new FabricMetrics(fabric);
    }

    public int switches() {
        return fabric.switchCount();
    }

    public int nics() {
        return fabric.nicCount();
    }

    /** Cables, host links included. */
    public int links() {
        return fabric.linkCount();
    }

    /** The largest number of wired ports on a switch. */
    public int radix() {
        return radix;
    }

    /** Parts of the fabric that no link joins; a device without links is a part of its own. */
    public int components() {
        return componentCount;
    }

    /** The part a device belongs to, {@code 0..components()-1}, numbered by their first device. */
    public int component(int device) {
        return component[device];
    }

    /** The largest distance between two switches with NICs, in switch-to-switch links; 0 without such a pair. */
    public int diameter() {
        return diameter;
    }

    /** The mean distance between two different switches with NICs, in switch-to-switch links; 0 without such a pair. */
    public double averageDistance() {
        return switchPairs == 0 ? 0 : (double) switchDistanceSum / switchPairs;
    }

    /**
     * The mean number of links from NIC to NIC, both host links included; 0 without a pair.
     *
     * @param withSelfPairs whether each NIC also counts as being at distance 0 from itself
     */
    public double averageNicDistance(boolean withSelfPairs) {
        long pairs = nicPairs + (withSelfPairs ? attachedNics : 0);
        return pairs == 0 ? 0 : (double) nicDistanceSum / pairs;
    }

    /** Links across the cut that {@link Bisection#of(Fabric)} constructs; empty where the fabric's shape gives none. */
    public OptionalInt bisection() {
        return Bisection.of(fabric).map(cut -> OptionalInt.of(cut.links())).orElse(OptionalInt.empty());
    }

    private static int largestWiredPortCount(Fabric fabric) {
        int largest = 0;
        for (int s = 0; s < fabric.switchCount(); s++) {
            int wired = 0;
            for (int port = 1; port <= fabric.portCount(s); port++) {
                wired += fabric.link(s, port) >= 0 ? 1 : 0;
            }
            largest = Math.max(largest, wired);
        }
        return largest;
    }

    private int labelComponents() {
        Arrays.fill(component, -1);
        int[] queue = new int[component.length];
        int count = 0;
        for (int first = 0; first < component.length; first++) {
            if (component[first] >= 0) {
                continue;
            }
            int tail = 0;
            component[first] = count;
            queue[tail++] = first;
            for (int head = 0; head < tail; head++) {
                int device = queue[head];
                for (int port = 1; port <= fabric.portCount(device); port++) {
                    int peer = fabric.peer(device, port);
                    if (peer >= 0 && component[peer] < 0) {
                        component[peer] = count;
                        queue[tail++] = peer;
                    }
                }
            }
            count++;
        }
        return count;
    }

    private void measureDistances() {
        int switches = fabric.switchCount();
        int[] first = new int[switches + 1];
        int[] neighbours = new int[2 * fabric.linkCount()];
        int used = 0;
        for (int s = 0; s < switches; s++) {
            for (int port = 1; port <= fabric.portCount(s); port++) {
                int peer = fabric.peer(s, port);
                if (peer >= 0 && fabric.isSwitch(peer)) {
                    neighbours[used++] = peer;
                }
            }
            first[s + 1] = used;
        }
        int[] distance = new int[switches];
        int[] queue = new int[switches];
        for (int s = 0; s < switches; s++) {
            if (nicsAt[s] > 0) {
                int reached = search(s, first, neighbours, distance, queue);
                addPairs(s, distance, queue, reached);
            }
        }
    }

    private static int search(int from, int[] first, int[] neighbours, int[] distance, int[] queue) {
        Arrays.fill(distance, -1);
        distance[from] = 0;
        queue[0] = from;
        int tail = 1;
        for (int head = 0; head < tail; head++) {
            int s = queue[head];
            for (int i = first[s]; i < first[s + 1]; i++) {
                int peer = neighbours[i];
                if (distance[peer] < 0) {
                    distance[peer] = distance[s] + 1;
                    queue[tail++] = peer;
                }
            }
        }
        return tail;
    }

    private void addPairs(int from, int[] distance, int[] queue, int reached) {
        nicPairs += (long) nicsAt[from] * (nicsAt[from] - 1);
        nicDistanceSum += 2L * nicsAt[from] * (nicsAt[from] - 1);
        for (int i = 1; i < reached; i++) {
            int to = queue[i];
            if (nicsAt[to] == 0) {
                continue;
            }
            long pairs = (long) nicsAt[from] * nicsAt[to];
            switchPairs++;
            switchDistanceSum += distance[to];
            diameter = Math.max(diameter, distance[to]);
            nicPairs += pairs;
            nicDistanceSum += pairs * (distance[to] + 2);
        }
    }
}
