package org.reweave.routing.engine.mikant;

import org.reweave.routing.engine.build.ShapePlaces;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Shape;

/**
 * A mirrored k-ary n-tree as its routing rules see it. A switch is {@code <G,L,D_{n-2}..D_0>}; its <em>ways</em> are
 * numbered from 0: way {@code p} below k is down(p) and way {@code k + p} is up(p), the slides' ports T^-_p and T^+_p.
 * On level n-2, the roots', up leads to the other group. Level 0 has NICs below and no down ways. Immutable. Source:
 * MiKANT, "Switch-Switch Connections"; routing/docs/mikant.md.
 */
public final class MikantTree {
    private final Fabric fabric;
    private final int k;
    private final int top;
    private final int[] group; // [switch]
    private final int[] level;
    private final int[] number; // [switch] its digits as a number, D_0 the least significant
    private final int[] power; // [i] k^i
    private final int[] port; // [switch * 2k + way]; 0 = no cable
    private final int[] wayOfPort; // [port index of the fabric]; -1 = leads to no switch

    /**
     * @param user name of the engine or method that needs the tree, for messages
     * @throws UnroutableException when the fabric is not a whole mirrored k-ary n-tree with its NICs on level 0
     */
    public static MikantTree of(Fabric fabric, String user) {
        ShapePlaces places = new ShapePlaces(fabric, user, Shape.Family.MIKANT, "mirrored k-ary n-trees");
        places.requireNicsAtZero(user, 1, "level 0");
        return new MikantTree(fabric, places);
    }

    private MikantTree(Fabric fabric, ShapePlaces places) {
        this.fabric = fabric;
        this.k = places.size(2);
        this.top = places.size(1) - 1;
        this.power = new int[top + 2];
        power[0] = 1;
        for (int i = 1; i < power.length; i++) {
            power[i] = power[i - 1] * k;
        }
        int switches = fabric.switchCount();
        this.group = new int[switches];
        this.level = new int[switches];
        this.number = new int[switches];
        for (int s = 0; s < switches; s++) {
            group[s] = places.at(s, 0);
            level[s] = places.at(s, 1);
            for (int d = 2; d < places.dimensions(); d++) {
                number[s] = number[s] * k + places.at(s, d);
            }
        }
        this.port = new int[switches * 2 * k];
        this.wayOfPort = new int[fabric.totalPorts()];
        for (int s = 0; s < switches; s++) {
            for (int p = 1; p <= fabric.portCount(s); p++) {
                int peer = fabric.peer(s, p);
                int way = peer >= 0 && fabric.isSwitch(peer) ? wayTo(s, peer) : -1;
                wayOfPort[fabric.portIndex(s, p)] = way;
                if (way >= 0 && port[s * 2 * k + way] == 0) {
                    port[s * 2 * k + way] = p;
                }
            }
        }
    }

    private int wayTo(int s, int peer) {
        if (group[s] != group[peer]) {
            return k + digit(peer, top);
        }
        return level[peer] > level[s] ? k + digit(peer, level[s]) : digit(peer, level[peer]);
    }

    public Fabric fabric() {
        return fabric;
    }

    /** Ports in each direction. */
    public int k() {
        return k;
    }

    /** n - 2: the level that is joined to the other group, and the index of the leading digit. */
    public int top() {
        return top;
    }

    public int group(int s) {
        return group[s];
    }

    public int level(int s) {
        return level[s];
    }

    /** Digit D_i of a switch, or C_i of the NICs at it. */
    public int digit(int s, int i) {
        return number[s] / power[i] % k;
    }

    /**
     * UPcond: a switch of level 0 is in the other group, or its digits n-2..L are not those of this switch of level L.
     * Source: MiKANT, Algorithm 2, with routing/docs/mikant.md.
     */
    public boolean mustRise(int s, int target) {
        return group[s] != group[target] || number[s] / power[level[s]] != number[target] / power[level[s]];
    }

    /** Paths between two switches of level 0 go through the other group or lead there. */
    public boolean crosses(int source, int target) {
        return group[source] != group[target] || digit(source, top) != digit(target, top);
    }

    /** @return the port of a way, or 0 where no cable is */
    public int port(int s, int way) {
        return port[s * 2 * k + way];
    }

    /** @return the way of a port; -1 = it leads to a NIC or nowhere */
    public int way(int s, int portNumber) {
        return wayOfPort[fabric.portIndex(s, portNumber)];
    }

    /**
     * The neighbour that Algorithm 1 goes to.
     *
     * @param target another switch, of level 0
     * @return -1 = the fabric has no such cable
     */
    int next(int s, int target) {
        int way = mustRise(s, target) ? k + digit(target, level[s]) : digit(target, level[s] - 1);
        int out = port(s, way);
        return out == 0 ? -1 : fabric.peer(s, out);
    }

    /**
     * Where a channel stands in the order in which Algorithm 1 uses them: up by level, between groups changing the
     * leading digit, between groups keeping it, down by level. Along every path of Algorithm 1 it increases.
     *
     * @param way a way of the switch that sends
     * @return {@code 0..2 top + 1}
     */
    public int rank(int s, int way) {
        if (way < k) {
            return 2 * top + 2 - level[s];
        }
        if (level[s] < top) {
            return level[s];
        }
        return way - k == digit(s, top) ? top + 1 : top;
    }

    /** The rank of the channel that leads into a port from a switch. */
    public int rankInto(int s, int portNumber) {
        int sender = fabric.peer(s, portNumber);
        return rank(sender, wayOfPort[fabric.portIndex(sender, fabric.peerPort(s, portNumber))]);
    }
}
