package org.reweave.routing.rerouting;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Shape;

/**
 * A fat tree as local rerouting sees one: tiers of switches, 0 on top, in groups in which every switch of the lower
 * tier is joined to every switch of the upper one. Whole k-ary n-trees, m-port n-trees and Clos fabrics are such trees.
 *
 * <p>A switch numbers its <i>neighbours</i>: those below come first, {@code 0..downs-1}, then those above,
 * {@code downs..downs+ups-1}, both by their first port. Under a bottom switch each NIC is a neighbour. Several cables
 * to one switch are one neighbour. All switches of a group number the other tier alike, so that a switch has one
 * {@link #index} for all switches below. In a k-ary n-tree a neighbour's number is its port, less 1, and the index is
 * the digit that the switches of a group differ in. Source: fat-tree paper, Def. 1, §V.
 */
public final class TreeGeometry {
    /** Masks of neighbours above and of neighbours below are ints. */
    public static final int MAX_ARITY = 32;

    private final Fabric fabric;
    private final String user;
    private final int tiers;
    private final int[] tier; // [switch]
    private final int[] downs; // [switch]
    private final int[][] peer; // [switch][neighbour] switch, or -1 = a NIC
    private final int[][][] cables; // [switch][neighbour] ports
    private final int[][] arrival; // [switch][neighbour] this switch's number there
    private final int[][] neighbourAt; // [switch][port], -1 = nothing there
    private final int[] index; // [switch]
    private final int[] nicSwitch; // [nic]
    private final int[] place; // [nic * tiers + tier] number below the switches of a tier that are above the NIC
    private final byte[] way; // [switch * nics + nic] neighbour below, or -1 - number among those above

    /** Whether fabrics of a family are such trees when they are whole. */
    public static boolean isTree(Shape shape) {
        boolean known = shape.family() == Shape.Family.K_ARY_N_TREE
                || shape.family() == Shape.Family.M_PORT_N_TREE
                || shape.family() == Shape.Family.CLOS;
        return known && shape.dimensions()[0] > 1;
    }

    /**
     * The k of the fat-tree paper's promises: the fewest neighbours that a switch below the top tier has above. 0 = no
     * tree, or one of a single tier. The tree need not be whole.
     */
    public static int arity(Fabric fabric) {
        int least = isTree(fabric.shape()) ? Integer.MAX_VALUE : 0;
        for (int s = 0; s < fabric.switchCount() && least > 0; s++) {
            IntOpenHashSet above = new IntOpenHashSet();
            for (int port = 1; port <= fabric.portCount(s); port++) {
                int other = fabric.peer(s, port);
                if (other >= 0 && fabric.isSwitch(other) && fabric.coordinate(other, 0) < fabric.coordinate(s, 0)) {
                    above.add(other);
                }
            }
            least = fabric.coordinate(s, 0) == 0 ? least : Math.min(least, above.size());
        }
        return least;
    }

    /**
     * @throws UnroutableException when the fabric is not a whole tree, or a switch has more than 32 neighbours above or
     *     below
     */
    public static TreeGeometry of(Fabric fabric, String user) {
        if (!isTree(fabric.shape())) {
            throw new UnroutableException(
                    user + " works on k-ary n-trees, m-port n-trees and Clos fabrics of 2 tiers or"
                            + " more, and " + fabric.name() + " is " + fabric.shape()
                            + "; updown and rftr work on any topology");
        }
        return new TreeGeometry(fabric, user);
    }

    private TreeGeometry(Fabric fabric, String user) {
        this.fabric = fabric;
        this.user = user;
        this.tiers = fabric.shape().dimensions()[0];
        int switches = fabric.switchCount();
        this.tier = new int[switches];
        this.downs = new int[switches];
        this.peer = new int[switches][];
        this.cables = new int[switches][][];
        this.arrival = new int[switches][];
        this.neighbourAt = new int[switches][];
        this.index = new int[switches];
        for (int s = 0; s < switches; s++) {
            tier[s] = fabric.coordinate(s, 0);
        }
        for (int s = 0; s < switches; s++) {
            findNeighbours(s);
        }
        for (int s = 0; s < switches; s++) {
            findArrivals(s);
        }
        for (int s = 0; s < switches; s++) {
            requireGroup(s);
        }
        int nics = fabric.nicCount();
        this.nicSwitch = new int[nics];
        this.place = new int[nics * tiers];
        this.way = new byte[switches * nics];
        for (int nic = 0; nic < nics; nic++) {
            nicSwitch[nic] = fabric.attachedSwitch(fabric.nicDevice(nic));
            if (nicSwitch[nic] < 0 || !bottom(nicSwitch[nic])) {
                throw new UnroutableException(user + " expects every NIC of " + fabric.name()
                        + " at a bottom switch, and " + fabric.deviceName(fabric.nicDevice(nic)) + " is not");
            }
            findWays(nic);
        }
    }

    private void findNeighbours(int s) {
        IntArrayList below = new IntArrayList();
        IntArrayList above = new IntArrayList();
        int[] port = new int[fabric.portCount(s) + 1];
        Arrays.fill(port, -1);
        for (int p = 1; p < port.length; p++) {
            int other = fabric.peer(s, p);
            if (other < 0) {
                continue;
            }
            boolean nic = !fabric.isSwitch(other);
            if (!nic && Math.abs(tier[other] - tier[s]) != 1) {
                throw refused(fabric.portName(s, p) + " does not lead to the tier above or below");
            }
            IntArrayList side = nic || tier[other] > tier[s] ? below : above;
            port[p] = nic ? -1 : side.indexOf(other);
            if (port[p] < 0) {
                port[p] = side.size();
                side.add(nic ? -1 : other);
            }
        }
        downs[s] = below.size();
        if (below.isEmpty()
                || below.size() > MAX_ARITY
                || above.size() > MAX_ARITY
                || above.isEmpty() != (tier[s] == 0)) {
            throw refused(fabric.deviceName(s) + " has " + below.size() + " neighbours below and " + above.size()
                    + " above, where 1 to " + MAX_ARITY + " are needed, and none above the top tier");
        }
        for (int p = 1; p < port.length; p++) {
            int other = fabric.peer(s, p);
            boolean up = other >= 0 && fabric.isSwitch(other) && tier[other] < tier[s];
            port[p] = up ? port[p] + downs[s] : port[p];
        }
        below.addAll(above);
        peer[s] = below.toIntArray();
        neighbourAt[s] = port;
        cables[s] = new int[peer[s].length][0];
        for (int p = 1; p < port.length; p++) {
            if (port[p] >= 0) {
                int[] more = Arrays.copyOf(cables[s][port[p]], cables[s][port[p]].length + 1);
                more[more.length - 1] = p;
                cables[s][port[p]] = more;
            }
        }
    }

    private void findArrivals(int s) {
        arrival[s] = new int[peer[s].length];
        for (int n = 0; n < arrival[s].length; n++) {
            int other = peer[s][n];
            arrival[s][n] = other < 0 ? -1 : neighbourAt[other][fabric.peerPort(s, cables[s][n][0])];
            if (other >= 0 && n < downs[s]) {
                index[s] = arrival[s][n] - downs[other];
            }
        }
    }

    /** The switches below one switch have the same switches above in the same order, and are in one order for those. */
    private void requireGroup(int s) {
        for (int n = 0; n < downs[s] && !bottom(s); n++) {
            int below = peer[s][n];
            int first = peer[s][0];
            if (!Arrays.equals(
                    peer[first], downs[first], peer[first].length, peer[below], downs[below], peer[below].length)) {
                throw refused(fabric.deviceName(first) + " and " + fabric.deviceName(below)
                        + " do not have the same switches above, or not in one order");
            }
            for (int u = downs[below]; u < peer[below].length; u++) {
                if (arrival[below][u] != n) {
                    throw refused("the switches above " + fabric.deviceName(below) + " do not number it alike");
                }
            }
        }
    }

    private UnroutableException refused(String why) {
        return new UnroutableException(user + " needs a whole tree, and in " + fabric.name() + " " + why
                + "; updown and rftr work on any topology");
    }

    /**
     * Computes the ways to a NIC. By d-mod-k a packet goes up to the neighbour whose number is the number of the way
     * down on the same tier, modulo the neighbours above.
     */
    private void findWays(int nic) {
        int device = fabric.nicDevice(nic);
        int s = nicSwitch[nic];
        place[nic * tiers + tiers - 1] = neighbourAt[s][fabric.peerPort(device, fabric.attachedPort(device))];
        for (int t = tiers - 2; t >= 0; t--) {
            place[nic * tiers + t] = arrival[s][downs[s]];
            s = peer[s][downs[s]];
        }
        boolean[] isAbove = new boolean[tier.length];
        isAbove[nicSwitch[nic]] = true;
        for (int t = tiers - 1; t > 0; t--) {
            for (int below = 0; below < tier.length; below++) {
                for (int n = downs[below]; isAbove[below] && tier[below] == t && n < peer[below].length; n++) {
                    isAbove[peer[below][n]] = true;
                }
            }
        }
        for (int at = 0; at < tier.length; at++) {
            int wanted = place(nic, tier[at]);
            if (!isAbove[at] && ups(at) == 0) {
                throw refused("no way leads from " + fabric.deviceName(at) + " down to " + fabric.deviceName(device));
            }
            way[at * nicSwitch.length + nic] = (byte) (isAbove[at] ? wanted : -1 - wanted % ups(at));
        }
    }

    public Fabric fabric() {
        return fabric;
    }

    /** n. */
    public int tiers() {
        return tiers;
    }

    public int tier(int switchDevice) {
        return tier[switchDevice];
    }

    public boolean bottom(int switchDevice) {
        return tier[switchDevice] == tiers - 1;
    }

    /** Neighbours below. */
    public int downs(int switchDevice) {
        return downs[switchDevice];
    }

    /** Neighbours above. */
    public int ups(int switchDevice) {
        return peer[switchDevice].length - downs[switchDevice];
    }

    /** Neighbours in all. */
    public int neighbours(int switchDevice) {
        return peer[switchDevice].length;
    }

    /** The most neighbours that a switch has above. */
    public int mostUps() {
        int most = 0;
        for (int s = 0; s < tier.length; s++) {
            most = Math.max(most, ups(s));
        }
        return most;
    }

    /** The most neighbours that a switch has. */
    public int mostNeighbours() {
        int most = 0;
        for (int[] neighbours : peer) {
            most = Math.max(most, neighbours.length);
        }
        return most;
    }

    /** A switch's number among the neighbours above, for every switch below: 0 to {@code ups(below) - 1}. */
    public int index(int switchDevice) {
        return index[switchDevice];
    }

    /** @return the switch that a neighbour is, or -1 for a NIC */
    public int peer(int switchDevice, int neighbour) {
        return peer[switchDevice][neighbour];
    }

    /** The number of this switch at a neighbouring switch. */
    public int arrival(int switchDevice, int neighbour) {
        return arrival[switchDevice][neighbour];
    }

    /** Cables to a neighbour. */
    public int cables(int switchDevice, int neighbour) {
        return cables[switchDevice][neighbour].length;
    }

    /**
     * The port of a cable to a neighbour.
     *
     * @param cable {@code 0..cables-1}, by port
     */
    public int port(int switchDevice, int neighbour, int cable) {
        return cables[switchDevice][neighbour][cable];
    }

    /** The neighbour behind a port; -1 = there is none. */
    public int neighbourAt(int switchDevice, int port) {
        return neighbourAt[switchDevice][port];
    }

    /** The bottom switch of a NIC. */
    public int nicSwitch(int nic) {
        return nicSwitch[nic];
    }

    public int nicCount() {
        return nicSwitch.length;
    }

    /** The number of the way down to a NIC, at the switches of a tier that are above the NIC. */
    public int place(int nic, int tier) {
        return place[nic * tiers + tier];
    }

    /**
     * @return the neighbour below towards a NIC that is below the switch; else {@code -1 - u}, the u-th neighbour above
     *     being d-mod-k's
     */
    public int way(int switchDevice, int nic) {
        return way[switchDevice * nicSwitch.length + nic];
    }
}
