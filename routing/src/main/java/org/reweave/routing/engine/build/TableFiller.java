package org.reweave.routing.engine.build;

import java.util.Arrays;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Fills linear forwarding tables by a {@link HopRule}, one destination LID after another, spreading destinations over
 * the links that the rule allows: the out port with the fewest destinations so far wins, ties go to the lowest port.
 * Destinations are visited in order of switch, then port. Switch LIDs are spread too, but counted apart: management
 * traffic must not unbalance data.
 */
public final class TableFiller {
    private final SwitchGraph graph;
    private final HopRule rule;
    private final byte[][] lft;
    private final int[] nicLoad;
    private final int[] switchLoad;
    private final Columns nicColumns;
    private final Columns switchColumns;

    private TableFiller(Fabric fabric, SwitchGraph graph, HopRule rule) {
        this.graph = graph;
        this.rule = rule;
        this.lft = RoutingTables.emptyLfts(fabric);
        this.nicLoad = new int[graph.slotCount()];
        this.switchLoad = new int[graph.slotCount()];
        this.nicColumns = new Columns(lft);
        this.switchColumns = new Columns(lft);
    }

    /** @return one table per switch; LIDs that no working path leads to are left unreachable */
    public static byte[][] fill(Fabric fabric, Faults faults, SwitchGraph graph, HopRule rule) {
        TableFiller filler = new TableFiller(fabric, graph, rule);
        Destinations all = new Destinations(fabric, faults);
        for (int s = 0; s < fabric.switchCount(); s++) {
            if (graph.up(s)) {
                filler.routeTo(s, all);
            }
        }
        filler.nicColumns.write();
        filler.switchColumns.write();
        return filler.lft;
    }

    private void routeTo(int destinationSwitch, Destinations all) {
        for (int i = all.first[destinationSwitch]; i < all.first[destinationSwitch + 1]; i++) {
            boolean isNic = all.ordinal[i] >= 0;
            if (isNic) {
                lft[destinationSwitch][all.lid[i]] = all.port[i];
            }
            rule.toward(destinationSwitch, all.ordinal[i]);
            spread(destinationSwitch, all.lid[i], isNic ? nicLoad : switchLoad, isNic ? nicColumns : switchColumns);
        }
    }

    private void spread(int destinationSwitch, int lid, int[] load, Columns columns) {
        int column = columns.open(lid);
        for (int s = 0; s < lft.length; s++) {
            if (s == destinationSwitch || !graph.connected(s, destinationSwitch)) {
                continue;
            }
            int best = -1;
            int end = graph.firstSlot(s + 1);
            for (int slot = graph.firstSlot(s); slot < end; slot++) {
                if ((best < 0 || load[slot] < load[best]) && rule.allows(s, slot)) {
                    best = slot;
                }
            }
            if (best < 0) {
                rule.stuck(s);
            } else {
                load[best]++;
                columns.set(s, column, graph.port(best));
            }
        }
    }

    /**
     * Entries of all switches for a few LIDs, kept together until they are written into the tables: neighbours of a
     * column lie in as many places of memory as there are switches.
     */
    private static final class Columns {
        private static final int MOST = 64; // bytes of a cache line

        private final byte[][] lft;
        private final byte[] entries; // [switch][column]; 0 = none
        private final int[] lids = new int[MOST]; // by column
        private int open;

        Columns(byte[][] lft) {
            this.lft = lft;
            this.entries = new byte[lft.length * MOST];
        }

        /** @return the column for a LID */
        int open(int lid) {
            if (open == MOST) {
                write();
            }
            lids[open] = lid;
            return open++;
        }

        void set(int switchDevice, int column, int port) {
            entries[switchDevice * MOST + column] = (byte) port;
        }

        void write() {
            for (int s = 0; s < lft.length; s++) {
                for (int column = 0; column < open; column++) {
                    byte port = entries[s * MOST + column];
                    if (port != 0) {
                        lft[s][lids[column]] = port;
                    }
                }
            }
            Arrays.fill(entries, (byte) 0);
            open = 0;
        }
    }

    /** @return a fresh array of -1, one per switch */
    public static int[] unset(SwitchGraph graph) {
        int[] array = new int[graph.switchCount()];
        Arrays.fill(array, -1);
        return array;
    }
}
