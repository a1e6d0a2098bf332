package org.reweave.routing.engine.multipath;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.reweave.routing.engine.build.Resources;
import org.reweave.routing.engine.updown.UpDownOrder;
import org.reweave.routing.model.Deviation;
import org.reweave.routing.table.DenseLanes;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.SwitchGraph;

/**
 * The SLtoVL tables of TFTR while paths are put on service levels. Per level each turn (in slot, out slot), a
 * <i>cell</i>, has one VL. A path starts on VL 0, never falls and rises at every forbidden turn. The paths of a level
 * thus form a system of difference constraints: each cell is at least as high as the cell before it on any path. The
 * least solution is kept, and a path conflicts with a level when the least solution would need more VLs than there are.
 * Raising a cell raises the later cells of all paths through that cell, and so on: two paths use the same VL in a cell
 * wherever any solution allows it. Source: thesis §4.2.1 stages 2 to 5.
 */
@Deviation("thesis §4.2.1, stage 4")
final class TurnLanes {
    private static final byte UNUSED = -1;
    private static final int OPENED = Integer.MAX_VALUE;

    private final SwitchGraph graph;
    private final int lanes;
    private final int[] row; // [slot in] its cell with slot 0: one cell per slot of the switch it enters
    private final boolean[] forbidden; // [cell]
    private final Level[] levels = new Level[Resources.MAX_LEVELS];
    private int open;
    private int changing; // the level that changes are noted for
    /** Three ints an entry: level; cell, or -1 - cell, or OPENED; the cell's lane before, or its new follower. */
    private final IntArrayList log = new IntArrayList();

    private final IntArrayList stack = new IntArrayList();

    /** Cells of one level. */
    private static final class Level {
        final byte[] lane;
        final IntArrayList[] followers; // [cell] cells that must be as high

        Level(int cells) {
            lane = new byte[cells];
            Arrays.fill(lane, UNUSED);
            followers = new IntArrayList[cells];
        }
    }

    /** @param lanes VLs there are, at least 2 */
    TurnLanes(SwitchGraph graph, UpDownOrder order, int lanes) {
        this.graph = graph;
        this.lanes = lanes;
        this.row = new int[graph.slotCount()];
        int cells = 0;
        for (int slot = 0; slot < row.length; slot++) {
            int entered = graph.peer(slot);
            row[slot] = cells - graph.firstSlot(entered);
            cells += graph.firstSlot(entered + 1) - graph.firstSlot(entered);
        }
        this.forbidden = new boolean[cells];
        for (int s = 0; s < graph.switchCount(); s++) {
            for (int in = graph.firstSlot(s); in < graph.firstSlot(s + 1); in++) {
                int via = graph.peer(in);
                for (int out = graph.firstSlot(via); out < graph.firstSlot(via + 1); out++) {
                    forbidden[cell(in, out)] = !order.isUp(s, via) && order.isUp(via, graph.peer(out));
                }
            }
        }
    }

    private int cell(int in, int out) {
        return row[in] + out;
    }

    /** The turn goes up after down. */
    boolean isForbidden(int in, int out) {
        return forbidden[cell(in, out)];
    }

    /** Levels in use. */
    int levelCount() {
        return open;
    }

    int laneCount() {
        return lanes;
    }

    /**
     * Puts a path on a level.
     *
     * @param level one in use, or the next
     * @return false = it conflicts there, and nothing has changed
     */
    boolean place(int level, int[] slots, int hops) {
        int mark = log.size();
        if (levels[level] == null) {
            levels[level] = new Level(forbidden.length);
        }
        if (level >= open) {
            note(OPENED, open);
            open = level + 1;
        }
        Level at = levels[level];
        changing = level;
        int before = -1;
        for (int i = 1; i < hops; i++) {
            int cell = cell(slots[i - 1], slots[i]);
            if (before >= 0) {
                follow(at, before, cell);
            }
            int least = (before < 0 ? 0 : at.lane[before]) + (forbidden[cell] ? 1 : 0);
            if (!raise(at, cell, least)) {
                undo(mark);
                return false;
            }
            before = cell;
        }
        return true;
    }

    private void note(int what, int value) {
        log.add(changing);
        log.add(what);
        log.add(value);
    }

    private void follow(Level at, int cell, int follower) {
        if (at.followers[cell] == null) {
            at.followers[cell] = new IntArrayList(2);
        }
        if (!at.followers[cell].contains(follower)) {
            at.followers[cell].add(follower);
            note(-1 - cell, follower);
        }
    }

    private boolean raise(Level at, int first, int lane) {
        stack.clear();
        stack.add(first);
        stack.add(lane);
        while (!stack.isEmpty()) {
            int least = stack.removeInt(stack.size() - 1);
            int cell = stack.removeInt(stack.size() - 1);
            if (at.lane[cell] >= least) {
                continue;
            }
            if (least >= lanes) {
                return false;
            }
            note(cell, at.lane[cell]);
            at.lane[cell] = (byte) least;
            for (int i = 0; at.followers[cell] != null && i < at.followers[cell].size(); i++) {
                int follower = at.followers[cell].getInt(i);
                stack.add(follower);
                stack.add(least + (forbidden[follower] ? 1 : 0));
            }
        }
        return true;
    }

    /**
     * The VL of a turn if one more path used the turn on a level, while the VLs of other paths stay as they are.
     *
     * @return the VL, at least as high as the path has and higher if the turn is forbidden; -1 = it conflicts
     */
    int laneAsIs(int level, int lane, int in, int out) {
        int cell = cell(in, out);
        int least = lane + (forbidden[cell] ? 1 : 0);
        int there = levels[level] == null ? UNUSED : levels[level].lane[cell];
        int next = there == UNUSED ? least : there;
        return next < least || next >= lanes ? -1 : next;
    }

    /** Marks the present state, for {@link #undo}. */
    int mark() {
        return log.size();
    }

    /** Removes all paths that were placed since a mark. */
    void undo(int mark) {
        while (log.size() > mark) {
            int value = log.removeInt(log.size() - 1);
            int what = log.removeInt(log.size() - 1);
            Level at = levels[log.removeInt(log.size() - 1)];
            if (what == OPENED) {
                open = value;
            } else if (what >= 0) {
                at.lane[what] = (byte) value;
            } else {
                IntArrayList followers = at.followers[-1 - what];
                followers.removeInt(followers.size() - 1);
            }
        }
    }

    /** Drops the log for {@link #undo}: all paths placed so far stay. */
    void keep() {
        log.clear();
    }

    /**
     * Ends the placing of paths. Every second level takes the greatest solution in place of the least, so that packets
     * of that level leave VL 0 as early as allowed.
     */
    void settle() {
        for (int level = 1; level < open; level += 2) {
            Level at = levels[level];
            for (int cell = 0; cell < at.lane.length; cell++) {
                at.lane[cell] = at.lane[cell] == UNUSED ? UNUSED : (byte) (lanes - 1);
            }
            while (lowered(at)) {
                // until nothing changes: at most (lanes - 1) * cells rounds, in practice a handful
            }
        }
    }

    private boolean lowered(Level at) {
        boolean changed = false;
        for (int cell = at.lane.length - 1; cell >= 0; cell--) {
            for (int i = 0; at.followers[cell] != null && i < at.followers[cell].size(); i++) {
                int follower = at.followers[cell].getInt(i);
                int most = at.lane[follower] - (forbidden[follower] ? 1 : 0);
                if (at.lane[cell] > most) {
                    at.lane[cell] = (byte) most;
                    changed = true;
                }
            }
        }
        return changed;
    }

    /**
     * Counts the hops that a path makes on VLs above 0 on a level whose VLs stay as they are. To be called after
     * {@link #settle}.
     *
     * @return hops on VLs above 0, -1 = the path conflicts or uses a turn without a VL
     */
    int raisedHops(int level, int[] slots, int hops) {
        int lane = 0;
        int raised = 0;
        for (int i = 1; i < hops; i++) {
            int cell = cell(slots[i - 1], slots[i]);
            int next = levels[level].lane[cell];
            if (next < lane + (forbidden[cell] ? 1 : 0)) {
                return -1;
            }
            lane = next;
            raised += lane > 0 ? 1 : 0;
        }
        return raised;
    }

    /**
     * Puts one more path on the lowest level where the path fits while all VLs of turns stay as they are; turns of the
     * path without a VL get one. To be called after {@link #settle}.
     *
     * @param limit levels there may be
     * @return the level, -1 = none
     */
    int addSettled(int[] slots, int hops, int limit) {
        for (int level = 0; level < Math.min(limit, open + 1); level++) {
            if (levels[level] == null) {
                levels[level] = new Level(forbidden.length);
            }
            if (fitsSettled(levels[level], slots, hops)) {
                open = Math.max(open, level + 1);
                return level;
            }
        }
        return -1;
    }

    private boolean fitsSettled(Level at, int[] slots, int hops) {
        int lane = 0;
        for (int i = 1; i < hops; i++) {
            int cell = cell(slots[i - 1], slots[i]);
            int least = lane + (forbidden[cell] ? 1 : 0);
            lane = at.lane[cell] == UNUSED ? least : at.lane[cell];
            if (lane < least || lane >= lanes) {
                return false;
            }
        }
        lane = 0;
        for (int i = 1; i < hops; i++) {
            int cell = cell(slots[i - 1], slots[i]);
            at.lane[cell] = at.lane[cell] == UNUSED ? (byte) (lane + (forbidden[cell] ? 1 : 0)) : at.lane[cell];
            lane = at.lane[cell];
        }
        return true;
    }

    /** The tables as switches have them. */
    DenseLanes tables(Fabric fabric) {
        DenseLanes tables = new DenseLanes(fabric, lanes, Math.max(1, open));
        for (int s = 0; s < graph.switchCount(); s++) {
            for (int in = graph.firstSlot(s); in < graph.firstSlot(s + 1); in++) {
                int via = graph.peer(in);
                int inPort = fabric.peerPort(s, graph.port(in));
                for (int out = graph.firstSlot(via); out < graph.firstSlot(via + 1); out++) {
                    for (int level = 0; level < open; level++) {
                        byte lane = levels[level].lane[cell(in, out)];
                        if (lane != UNUSED) {
                            tables.define(via, inPort, graph.port(out), level, lane);
                        }
                    }
                }
            }
        }
        return tables;
    }
}
