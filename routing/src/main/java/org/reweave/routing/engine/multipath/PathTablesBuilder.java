package org.reweave.routing.engine.multipath;

import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.Stream;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.model.Deviation;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.PathTables;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Turns a {@link PathBook} into installed tables: addresses, forwarding entries and path records.
 *
 * <p>Address 0 of each destination is a tree that leads there from every switch, and it is what the fabric's own LIDs
 * use as well, so that the routing also works with one LID a NIC. The tree takes the first paths, short ones first, as
 * far as they agree at every switch. A switch whose first path does not agree joins the tree by a neighbour, if the
 * whole way to the destination is legal on some SL. All other paths get the lowest address whose entries agree; several
 * sources may share an address. Source: thesis §4.2.1 stage 6. Deviation: the tree; the thesis has no tables with one
 * LID.
 */
@Deviation("thesis §4.2.1, stage 6")
final class PathTablesBuilder {
    private static final int NO_LEVEL = -1;
    private static final int MAX_ATTEMPTS = 64;

    /** Finds the SL of a path that is not in the book. */
    interface LevelFinder {
        /** @return the SL on which a path may be used, -1 = none; a path of one hop has one */
        int find(int[] slots, int hops);

        /**
         * Trees that lead to a destination, in place of one that could not be completed: the first is taken that all
         * other switches can join.
         *
         * @return slot by switch, -1 at the destination and at the switches that are to join
         */
        Stream<int[]> otherTrees(int destination);
    }

    private final String engine;
    private final Fabric fabric;
    private final Faults faults;
    private final SwitchGraph graph;
    private final PathBook book;
    private final LevelFinder finder;
    private final int switches;
    private final short[] records;
    private final byte[][][] ports; // [destination][address][switch]
    private final byte[] treeLevel; // [source * switches + destination]
    private final byte[][] lft;
    private final int[] tree; // [switch] slot towards the present destination, -1 = none yet
    private final int[] stuckAt; // [switch] the last attempt in which it could not join
    private final int[] slots;
    private byte[][] addresses = new byte[16][];

    PathTablesBuilder(String engine, Fabric fabric, Faults faults, PathBook book, LevelFinder finder) {
        this.engine = engine;
        this.fabric = fabric;
        this.faults = faults;
        this.graph = book.graph();
        this.book = book;
        this.finder = finder;
        this.switches = graph.switchCount();
        this.records = new short[switches * switches * book.maxPaths()];
        this.ports = new byte[switches][][];
        this.treeLevel = new byte[switches * switches];
        this.lft = RoutingTables.emptyLfts(fabric);
        this.tree = new int[switches];
        this.stuckAt = new int[switches];
        this.slots = new int[switches];
        Arrays.fill(records, PathTables.noRecord());
    }

    /** Chooses addresses; asks the finder for levels of the tree. */
    void build() {
        for (int destination = 0; destination < switches; destination++) {
            if (graph.up(destination)) {
                growTree(destination);
                addresses[0] = new byte[switches];
                for (int s = 0; s < switches; s++) {
                    addresses[0][s] = tree[s] < 0 ? 0 : (byte) graph.port(tree[s]);
                }
                allot(destination);
                writeBase(destination);
            } else {
                ports[destination] = new byte[0][];
            }
        }
    }

    /**
     * @param lanes the rule for all paths and trees
     * @throws UnroutableException when the LIDs do not suffice
     * @param levels SLs in use
     */
    RoutingTables tables(SlToVl lanes, int levels) {
        byte[] level = treeLevel;
        int[] owner = new int[lft[0].length];
        for (int device = fabric.switchCount(); device < fabric.deviceCount(); device++) {
            for (int port = 1; port <= fabric.portCount(device); port++) {
                int peer = fabric.peer(device, port);
                owner[fabric.nicLid(device, port)] = peer >= 0 && fabric.isSwitch(peer) ? peer : -1;
            }
        }
        for (int s = 0; s < switches; s++) {
            owner[fabric.switchLid(s)] = s;
        }
        PathLevels pathLevels = new PathLevels() {
            @Override
            public int level(int sourceNicDevice, int destinationLid) {
                return level(sourceNicDevice, fabric.attachedPort(sourceNicDevice), destinationLid);
            }

            @Override
            public int level(int sourceNicDevice, int sourcePort, int destinationLid) {
                int from = fabric.peer(sourceNicDevice, sourcePort);
                boolean known = from >= 0 && fabric.isSwitch(from) && owner[destinationLid] >= 0;
                return known ? level[from * switches + owner[destinationLid]] : 0;
            }

            @Override
            public int levelCount() {
                return levels;
            }
        };
        RoutingTables base = new RoutingTables(fabric, engine, lft, lanes, pathLevels);
        try {
            return base.withPaths(new PathTables(book.maxPaths(), records, ports, levels, base));
        } catch (IllegalArgumentException e) {
            throw new UnroutableException(e.getMessage() + ", or updown");
        }
    }

    /** First paths, then joins; a switch that cannot join gets its first path before all others in the next attempt. */
    private void growTree(int destination) {
        Arrays.fill(stuckAt, 0);
        boolean complete = false;
        for (int attempt = 1; attempt <= MAX_ATTEMPTS && !complete; attempt++) {
            Arrays.fill(tree, -1);
            takeFirstPaths(destination);
            complete = joinOthers(destination);
            for (int s = 0; s < switches && !complete; s++) {
                stuckAt[s] = missing(s, destination) ? attempt : stuckAt[s];
            }
        }
        if (!complete) {
            takeOtherTree(destination);
        }
    }

    /**
     * Takes first paths into the tree: first those of the switches that could not join in the last attempts, then short
     * before long, then by switch.
     */
    private void takeFirstPaths(int destination) {
        long[] order = new long[switches];
        int count = 0;
        for (int s = 0; s < switches; s++) {
            if (s != destination && book.count(s, destination) > 0) {
                long hops = book.hops(s, destination, 0);
                order[count++] = (long) (MAX_ATTEMPTS - stuckAt[s]) << 48 | hops << 24 | s;
            }
        }
        Arrays.sort(order, 0, count);
        for (int i = 0; i < count; i++) {
            takePath((int) order[i] & 0xff_ffff, destination, 0);
        }
    }

    private boolean missing(int s, int destination) {
        return s != destination && tree[s] < 0 && graph.connected(s, destination);
    }

    private void takeOtherTree(int destination) {
        Iterator<int[]> others = finder.otherTrees(destination).iterator();
        while (others.hasNext()) {
            System.arraycopy(others.next(), 0, tree, 0, switches);
            if (setLevels(destination) && joinOthers(destination)) {
                return;
            }
        }
        throw new UnroutableException(engine + ": no tree of legal paths leads to " + fabric.deviceName(destination)
                + " of " + fabric.name() + " with one LID; use updown");
    }

    /** @return whether there is a level for every switch on the tree */
    private boolean setLevels(int destination) {
        for (int s = 0; s < switches; s++) {
            if (tree[s] >= 0) {
                int level = finder.find(slots, follow(s, destination));
                if (level == NO_LEVEL) {
                    return false;
                }
                treeLevel[s * switches + destination] = (byte) level;
            }
        }
        return true;
    }

    /** Adds a path and levels for the switches on it, if it agrees with the tree. */
    private void takePath(int source, int destination, int path) {
        int hops = book.read(source, destination, path, slots);
        int s = source;
        for (int i = 0; i < hops; i++) {
            if (tree[s] >= 0 && tree[s] != slots[i]) {
                return;
            }
            s = graph.peer(slots[i]);
        }
        int level = book.level(source, destination, path);
        treeLevel[source * switches + destination] = (byte) level;
        s = source;
        for (int i = 0; i < hops; i++) {
            if (tree[s] < 0) {
                tree[s] = slots[i];
                treeLevel[s * switches + destination] = (byte) level;
            }
            s = graph.peer(slots[i]);
        }
    }

    /**
     * Grows the tree by switches whose neighbour is on it, else by their other paths.
     *
     * @return false = a connected switch has no legal way
     */
    private boolean joinOthers(int destination) {
        boolean grows = true;
        boolean complete = false;
        while (grows && !complete) {
            grows = false;
            complete = true;
            for (int s = 0; s < switches; s++) {
                if (missing(s, destination)) {
                    boolean joined = join(s, destination);
                    for (int path = 1; path < book.count(s, destination) && !joined; path++) {
                        takePath(s, destination, path);
                        joined = tree[s] >= 0;
                    }
                    grows |= joined;
                    complete &= joined;
                }
            }
        }
        return complete;
    }

    private boolean join(int s, int destination) {
        int best = -1;
        int bestHops = Integer.MAX_VALUE;
        int bestLevel = NO_LEVEL;
        for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
            int peer = graph.peer(slot);
            if (peer != destination && tree[peer] < 0) {
                continue;
            }
            tree[s] = slot;
            int hops = follow(s, destination);
            int level = hops < bestHops ? finder.find(slots, hops) : NO_LEVEL;
            if (level != NO_LEVEL) {
                best = slot;
                bestHops = hops;
                bestLevel = level;
            }
        }
        tree[s] = best;
        treeLevel[s * switches + destination] = (byte) Math.max(0, bestLevel);
        return best >= 0;
    }

    private int follow(int source, int destination) {
        int hops = 0;
        for (int s = source; s != destination; s = graph.peer(slots[hops++])) {
            slots[hops] = tree[s];
        }
        return hops;
    }

    private void allot(int destination) {
        int used = 1;
        for (int path = 0; path < book.maxPaths(); path++) {
            for (int s = 0; s < switches; s++) {
                if (s == destination || path >= book.count(s, destination)) {
                    continue;
                }
                int hops = book.read(s, destination, path, slots);
                int address = 0;
                while (address < used && !agrees(addresses[address], s, hops)) {
                    address++;
                }
                if (address == used) {
                    used++;
                    open(address);
                }
                write(addresses[address], s, hops);
                int at = (s * switches + destination) * book.maxPaths() + path;
                records[at] = PathTables.record(address, book.level(s, destination, path));
            }
        }
        ports[destination] = Arrays.copyOf(addresses, used);
    }

    private void open(int address) {
        if (address == addresses.length) {
            addresses = Arrays.copyOf(addresses, 2 * address);
        }
        addresses[address] = new byte[switches];
    }

    private boolean agrees(byte[] entries, int source, int hops) {
        int s = source;
        for (int i = 0; i < hops; i++) {
            int entry = entries[s] & 0xff;
            if (entry != 0 && entry != graph.port(slots[i])) {
                return false;
            }
            s = graph.peer(slots[i]);
        }
        return true;
    }

    private void write(byte[] entries, int source, int hops) {
        int s = source;
        for (int i = 0; i < hops; i++) {
            entries[s] = (byte) graph.port(slots[i]);
            s = graph.peer(slots[i]);
        }
    }

    /** Entries for the LIDs of a switch and of its working NICs. */
    private void writeBase(int destination) {
        for (int port = 0; port <= fabric.portCount(destination); port++) {
            int peer = port == 0 ? -1 : fabric.peer(destination, port);
            int lid = fabric.switchLid(destination);
            if (port > 0) {
                if (peer < 0 || fabric.isSwitch(peer) || !faults.portUp(fabric, destination, port)) {
                    continue;
                }
                lid = fabric.nicLid(peer, fabric.peerPort(destination, port));
                lft[destination][lid] = (byte) port;
            }
            for (int s = 0; s < switches; s++) {
                if (s != destination && tree[s] >= 0) {
                    lft[s][lid] = (byte) graph.port(tree[s]);
                }
            }
        }
    }
}
