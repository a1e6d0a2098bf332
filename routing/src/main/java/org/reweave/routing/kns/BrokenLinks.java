package org.reweave.routing.kns;

import java.util.Arrays;
import java.util.BitSet;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Which routers cannot use the network of their row in which dimension, under one set of faults after another. Not
 * thread-safe.
 *
 * <p>A row's crossbar fails with all its links. A row's fat tree (s &gt; 1) goes around its own faults as long as it is
 * connected (our local method is up*&#47;down* within the row, which routes any connected network); of the parts that
 * faults leave, the one with most routers of the row stays in use, or, of two parts of equal size, the part with the
 * lowest router. Every router outside this part counts as a router with a faulty link of that dimension. Source: KNS
 * §4, §4.3; the choice of the part is ours.
 */
public final class BrokenLinks {
    private final KnsGrid grid;
    private final Fabric fabric;
    private final int[] place; // [link] router * n + dimension of its router end, -1 = inside a tree
    private final int[]
            rowOf; // [switch of a row's network] the row's place: lowest router * n + dimension; -1 for routers
    private final boolean[] broken; // [router * n + dimension]
    private final int[] list; // places that are broken, in order of discovery
    private int count;
    private final BitSet failedLinks = new BitSet();
    private final BitSet failedSwitches = new BitSet();
    private final BitSet rows = new BitSet(); // places of rows to look at
    private final int[] part; // [switch] while a row is looked at: the row's stamp and part
    private final int[] queue;

    public BrokenLinks(KnsGrid grid) {
        this.grid = grid;
        this.fabric = grid.fabric();
        this.place = new int[fabric.linkCount()];
        this.rowOf = new int[fabric.switchCount()];
        this.broken = new boolean[grid.routerCount() * grid.n()];
        this.list = new int[broken.length];
        this.part = new int[fabric.switchCount()];
        this.queue = new int[fabric.switchCount()];
        Arrays.fill(place, -1);
        Arrays.fill(rowOf, -1);
        for (int r = 0; r < grid.routerCount(); r++) {
            for (int d = 0; d < grid.n(); d++) {
                place[grid.link(r, d)] = r * grid.n() + d;
                rowOf[grid.network(r, d)] = row(r, d);
            }
        }
        spreadRows();
    }

    /** The place of a row: that of its router with coordinate 0. */
    private int row(int router, int dimension) {
        return grid.with(router, dimension, 0) * grid.n() + dimension;
    }

    /** Sets the row of the inner switches of each tree to the row of its bottom switches. */
    private void spreadRows() {
        int tail = 0;
        for (int s = 0; s < rowOf.length; s++) {
            if (rowOf[s] >= 0) {
                queue[tail++] = s;
            }
        }
        for (int head = 0; head < tail; head++) {
            int s = queue[head];
            for (int port = 1; port <= fabric.portCount(s); port++) {
                int peer = fabric.peer(s, port);
                if (peer >= 0 && fabric.isSwitch(peer) && grid.router(peer) < 0 && rowOf[peer] < 0) {
                    rowOf[peer] = rowOf[s];
                    queue[tail++] = peer;
                }
            }
        }
    }

    /** Turns to another set of faults. */
    public void set(Faults faults) {
        set(faults.links(), faults.devices());
    }

    /**
     * Turns to another set of faults.
     *
     * @param links failed links; those of NICs change nothing here
     * @param devices failed switches and NICs
     */
    public void set(int[] links, int[] devices) {
        for (int i = 0; i < count; i++) {
            broken[list[i]] = false;
        }
        count = 0;
        rows.clear();
        failedLinks.clear();
        failedSwitches.clear();
        for (int link : links) {
            if (place[link] >= 0) {
                breakPlace(place[link]);
                noteTree(place[link]);
            } else if (fabric.isTrunk(link)) {
                rows.set(rowOf[fabric.linkDevice(link, 0)]);
            }
            failedLinks.set(link);
        }
        for (int device : devices) {
            if (fabric.isSwitch(device)) {
                failedSwitches.set(device);
                breakSwitch(device);
            }
        }
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            splitRow(row / grid.n(), row % grid.n());
        }
    }

    private void breakSwitch(int device) {
        int router = grid.router(device);
        for (int d = 0; router >= 0 && d < grid.n(); d++) {
            breakPlace(router * grid.n() + d);
            noteTree(router * grid.n() + d);
        }
        if (router < 0) {
            rows.set(rowOf[device]);
        }
    }

    /** Notes the row's tree for another look: a tree that has lost one router may have only one router left. */
    private void noteTree(int brokenPlace) {
        if (grid.stages() > 1) {
            rows.set(row(brokenPlace / grid.n(), brokenPlace % grid.n()));
        }
    }

    private void breakPlace(int at) {
        if (!broken[at]) {
            broken[at] = true;
            list[count++] = at;
        }
    }

    private void splitRow(int first, int dimension) {
        int n = grid.n();
        int best = -1;
        int bestSize = 1; // a router alone in its part reaches nobody
        int parts = 0;
        for (int x = 0; x < grid.k(); x++) {
            int router = grid.with(first, dimension, x);
            int bottom = grid.network(router, dimension);
            if (!broken[router * n + dimension] && !failedSwitches.get(bottom) && part[bottom] == 0) {
                int size = flood(bottom, ++parts, first, dimension);
                best = size > bestSize ? parts : best;
                bestSize = Math.max(bestSize, size);
            }
        }
        for (int x = 0; x < grid.k(); x++) {
            int router = grid.with(first, dimension, x);
            if (part[grid.network(router, dimension)] != best) {
                breakPlace(router * n + dimension);
            }
        }
        for (int x = 0; x < grid.k(); x++) {
            unmark(grid.network(grid.with(first, dimension, x), dimension));
        }
    }

    /**
     * Marks the switches that are connected with a switch inside its row.
     *
     * @return the row's working routers there
     */
    private int flood(int start, int number, int first, int dimension) {
        int tail = 0;
        queue[tail++] = start;
        part[start] = number;
        for (int head = 0; head < tail; head++) {
            int s = queue[head];
            for (int port = 1; port <= fabric.portCount(s); port++) {
                int peer = fabric.peer(s, port);
                boolean inside = peer >= 0 && fabric.isSwitch(peer) && grid.router(peer) < 0;
                if (inside && part[peer] == 0 && !failedSwitches.get(peer) && !failedLinks.get(fabric.link(s, port))) {
                    part[peer] = number;
                    queue[tail++] = peer;
                }
            }
        }
        int routers = 0;
        for (int x = 0; x < grid.k(); x++) {
            int router = grid.with(first, dimension, x);
            boolean here = part[grid.network(router, dimension)] == number;
            routers += here && !broken[router * grid.n() + dimension] ? 1 : 0;
        }
        return routers;
    }

    private void unmark(int start) {
        if (part[start] == 0) {
            return;
        }
        int tail = 0;
        queue[tail++] = start;
        part[start] = 0;
        for (int head = 0; head < tail; head++) {
            int s = queue[head];
            for (int port = 1; port <= fabric.portCount(s); port++) {
                int peer = fabric.peer(s, port);
                if (peer >= 0 && fabric.isSwitch(peer) && part[peer] != 0) {
                    part[peer] = 0;
                    queue[tail++] = peer;
                }
            }
        }
    }

    /** The router cannot use the network of its row in this dimension. */
    public boolean broken(int router, int dimension) {
        return broken[router * grid.n() + dimension];
    }

    /** Places that are broken. */
    public int count() {
        return count;
    }

    /**
     * @param index {@code 0..count()-1}
     * @return router * n + dimension
     */
    public int place(int index) {
        return list[index];
    }
}
