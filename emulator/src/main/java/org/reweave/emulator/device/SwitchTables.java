package org.reweave.emulator.device;

import java.util.Arrays;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.time.StateReader;
import org.reweave.emulator.time.StateWriter;
import org.reweave.routing.table.RoutingTables;

/** The tables of one switch: the LFT and SLtoVL tables in force, and the blocks of the next ones until all have come. */
final class SwitchTables {
    private final int ownLid;
    private final int ports;
    private final DeviceLog log;
    private byte[] lft;
    private long[] lanes;
    private byte[] staged;
    private long[] stagedLanes;
    private final long[] stagedBlocks; // a bit per block: of the LFT, single entries of it, SLtoVL
    private int stagedCount;
    private long stagedChange;
    private long installedChange;

    /** @param lft in force when the run starts
     *  @param lanes rows in force when the run starts, see {@link LaneRows} */
    SwitchTables(int ownLid, int ports, byte[] lft, long[] lanes, DeviceLog log) {
        this.ownLid = ownLid;
        this.ports = ports;
        this.lft = lft.clone();
        this.lanes = lanes;
        this.staged = new byte[lft.length];
        this.stagedLanes = lanes;
        this.stagedBlocks = new long[(2 * Update.blocks(lft) + Update.blocks(lanes) + 63) / 64];
        this.log = log;
    }

    /** @return the output port (from 1) for a LID; 255 = unreachable, 0 = this switch */
    int outPort(int lid) {
        return lid < lft.length ? lft[lid] & 0xff : RoutingTables.UNREACHABLE;
    }

    int lane(int inPort, int outPort, int level) {
        return LaneRows.lane(lanes, ports, inPort, outPort, level);
    }

    /** Takes one SMP of an update.
     *  @return whether this completed it: the new table is in force from now on */
    boolean update(Smp smp, long cycle) {
        long head = smp.payload(0);
        long change = Update.change(head);
        if (change <= installedChange || change < stagedChange) {
            return false; // sent again because our answer was late or lost, or overtaken by a newer change
        }
        if (change != stagedChange) {
            stagedChange = change;
            stagedCount = 0;
            Arrays.fill(stagedBlocks, 0);
            staged = Update.isFull(head) ? empty() : lft.clone();
            stagedLanes = Update.isFull(head) ? LaneRows.empty(ports) : lanes.clone();
        }
        int total = Update.total(head);
        if (total > 0) {
            stage(smp, Update.kind(head), Update.block(head));
        }
        if (stagedCount < total) {
            return false;
        }
        lft = staged.clone();
        lanes = stagedLanes.clone();
        installedChange = change;
        log.event(cycle, EventKind.INSTALLED, change, smp.argument(), 0, 0);
        return true;
    }

    private void stage(Smp smp, int kind, int block) {
        int bit = block + (kind == Update.LFT ? 0 : Update.blocks(lft)) * (kind == Update.LANES ? 2 : 1);
        if ((stagedBlocks[bit >> 6] >>> bit & 1) != 0) {
            return;
        }
        stagedBlocks[bit >> 6] |= 1L << bit;
        stagedCount++;
        for (int word = 0; word < Update.BODY_WORDS; word++) {
            int row = block * Update.BODY_WORDS + word;
            if (kind == Update.LFT) {
                Update.unpack(smp.payload(1 + word), staged, block, word);
            } else if (kind == Update.ENTRIES) {
                Update.unpackEntries(smp.payload(1 + word), staged);
            } else if (row < stagedLanes.length) {
                stagedLanes[row] = smp.payload(1 + word);
            }
        }
    }

    private byte[] empty() {
        byte[] table = new byte[lft.length];
        Arrays.fill(table, (byte) RoutingTables.UNREACHABLE);
        table[ownLid] = 0;
        return table;
    }

    /** The switch restarts: its tables are empty until the manager has sent new ones. */
    void clear() {
        lft = empty();
        lanes = LaneRows.empty(ports);
        installedChange = 0;
        stagedChange = 0;
        stagedCount = 0;
    }

    void encode(StateWriter out) {
        out.bytes(lft);
        out.longs(lanes);
        out.bytes(staged);
        out.longs(stagedLanes);
        out.longs(stagedBlocks);
        out.value(stagedCount);
        out.value(stagedChange);
        out.value(installedChange);
    }

    void decode(StateReader in) {
        lft = in.bytes();
        lanes = in.longs();
        staged = in.bytes();
        stagedLanes = in.longs();
        in.longs(stagedBlocks);
        stagedCount = in.integer();
        stagedChange = in.value();
        installedChange = in.value();
    }
}
