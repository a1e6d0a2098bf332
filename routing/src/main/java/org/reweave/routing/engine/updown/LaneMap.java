package org.reweave.routing.engine.updown;

import java.util.Arrays;
import org.reweave.routing.engine.build.Resources;
import org.reweave.routing.engine.build.SlotWalk;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Builds SLtoVL tables for paths whose lane rises at turns that an order of the switches forbids: from a hop down to a
 * hop up.
 *
 * <p>A path starts on VL 0. Per service level each (in port, out port) has one lane: the first path with this turn sets
 * the lane; a later path may use the turn if the lane is not below the lane that the later path needs there (a lane may
 * rise without need, never fall). A path gets the lowest service level on which all its hops fit in this way. Towards
 * NICs the lane is 0.
 */
final class LaneMap {
    private static final byte UNSET = -1;

    private final String engine;
    private final Fabric fabric;
    private final SwitchGraph graph;
    private final UpDownOrder order;
    private final SlotWalk walk;
    private final int limit;
    private final int[] rowStart; // [slot in] first of its cells: one per slot of the switch it enters
    private final byte[][] lane; // [level][cell]; null = level not in use
    private final int[] set; // cells that the present path has set
    private int laneCount = 1;
    private int mostTransitions;
    private long unplaced;

    /** @param limit lanes allowed, from 1 */
    LaneMap(String engine, Fabric fabric, SwitchGraph graph, byte[][] lft, UpDownOrder order, int limit) {
        this.engine = engine;
        this.fabric = fabric;
        this.graph = graph;
        this.order = order;
        this.walk = new SlotWalk(fabric, graph, lft);
        this.limit = limit;
        this.rowStart = new int[graph.slotCount() + 1];
        for (int slot = 0; slot < graph.slotCount(); slot++) {
            int entered = graph.peer(slot);
            rowStart[slot + 1] = rowStart[slot] + graph.firstSlot(entered + 1) - graph.firstSlot(entered);
        }
        this.lane = new byte[Resources.MAX_LEVELS][];
        this.set = new int[graph.switchCount()];
    }

    /**
     * Finds a service level for the path of the tables between two switches. Returns 0 when no level is left;
     * {@link #finish} then reports the conflict.
     */
    int place(int entry, int exit, int lid) {
        int hops = walk.follow(entry, exit, lid);
        if (hops < 2) {
            return 0;
        }
        int transitions = 0;
        for (int hop = 1; hop < hops; hop++) {
            transitions += isForbidden(walk.slot(hop - 1), walk.slot(hop)) ? 1 : 0;
        }
        mostTransitions = Math.max(mostTransitions, transitions);
        for (int level = 0; transitions < limit && level < lane.length; level++) {
            if (fits(level, hops)) {
                return level;
            }
        }
        unplaced++;
        return 0;
    }

    /**
     * The turn goes from down to up.
     *
     * @param in the slot by which a packet came
     * @param out the slot by which it goes on
     */
    private boolean isForbidden(int in, int out) {
        return !isUp(in) && isUp(out);
    }

    private boolean isUp(int slot) {
        return order.isUp(graph.peer(walk.reverse(slot)), graph.peer(slot));
    }

    private boolean fits(int level, int hops) {
        if (lane[level] == null) {
            lane[level] = new byte[rowStart[graph.slotCount()]];
            Arrays.fill(lane[level], UNSET);
        }
        byte[] lanes = lane[level];
        int count = 0;
        int at = 0;
        for (int hop = 1; hop < hops; hop++) {
            int in = walk.slot(hop - 1);
            int out = walk.slot(hop);
            int cell = rowStart[in] + out - graph.firstSlot(graph.peer(in));
            int needed = at + (isForbidden(in, out) ? 1 : 0);
            if (lanes[cell] == UNSET && needed < limit) {
                lanes[cell] = (byte) needed;
                set[count++] = cell;
            } else if (lanes[cell] < needed) {
                for (int i = 0; i < count; i++) {
                    lanes[set[i]] = UNSET;
                }
                return false;
            }
            at = lanes[cell];
        }
        laneCount = Math.max(laneCount, at + 1);
        return true;
    }

    /**
     * The finished tables.
     *
     * @throws UnroutableException when a path needs more lanes than allowed or finds no service level free of conflicts
     */
    SlToVl finish() {
        if (mostTransitions >= limit) {
            throw new UnroutableException(engine + " needs " + (mostTransitions + 1) + " VLs on " + fabric.name()
                    + ", and " + limit + " are allowed" + (limit < Resources.MAX_LANES ? " by vls=" + limit : "")
                    + "; updown needs one");
        }
        if (unplaced > 0) {
            throw new UnroutableException(engine + " finds no service level without a mapping conflict for " + unplaced
                    + " paths of " + fabric.name() + ", all " + lane.length + " being in use; updown needs one");
        }
        return laneCount == 1 ? SlToVl.SINGLE_LANE : new Lanes(this);
    }

    private static final class Lanes implements SlToVl {
        private final LaneMap map;
        private final int[] slotOut; // [dense port] the slot that leaves by it; -1 = no working trunk

        Lanes(LaneMap map) {
            this.map = map;
            this.slotOut = new int[map.fabric.totalPorts()];
            Arrays.fill(slotOut, -1);
            for (int s = 0; s < map.graph.switchCount(); s++) {
                for (int slot = map.graph.firstSlot(s); slot < map.graph.firstSlot(s + 1); slot++) {
                    slotOut[map.fabric.portIndex(s, map.graph.port(slot))] = slot;
                }
            }
        }

        @Override
        public int lane(int device, int inPort, int outPort, int level) {
            if (inPort == 0 || !map.fabric.isSwitch(device) || map.lane[level] == null) {
                return 0;
            }
            int back = slotOut[map.fabric.portIndex(device, inPort)];
            int out = slotOut[map.fabric.portIndex(device, outPort)];
            if (back < 0 || out < 0) {
                return 0;
            }
            int lane = map.lane[level][map.rowStart[map.walk.reverse(back)] + out - map.graph.firstSlot(device)];
            return Math.max(lane, 0);
        }

        @Override
        public int laneCount() {
            return map.laneCount;
        }
    }
}
