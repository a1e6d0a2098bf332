package org.reweave.emulator.device;

import java.util.Arrays;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.time.StateReader;
import org.reweave.emulator.time.StateWriter;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;

/** The tables of one switch: the LFT in force, and the blocks of the next one until all have come. */
final class SwitchTables {
    private static final int MAX_BLOCKS = 4096;

    private final int device;
    private final int ownLid;
    private final SlToVl slToVl;
    private final DeviceLog log;
    private byte[] lft;
    private byte[] staged;
    private final long[] stagedBlocks = new long[MAX_BLOCKS / 64];
    private int stagedCount;
    private long stagedChange;
    private long installedChange;

    /** @param lft in force when the run starts; copied */
    SwitchTables(int device, int ownLid, byte[] lft, SlToVl slToVl, DeviceLog log) {
        this.device = device;
        this.ownLid = ownLid;
        this.lft = lft.clone();
        this.staged = new byte[lft.length];
        this.slToVl = slToVl;
        this.log = log;
    }

    /** @return the output port (from 1) for a LID; 255 = unreachable, 0 = this switch */
    int outPort(int lid) {
        return lid < lft.length ? lft[lid] & 0xff : RoutingTables.UNREACHABLE;
    }

    int lane(int inPort, int outPort, int level) {
        return slToVl.lane(device, inPort, outPort, level);
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
        }
        int total = Update.total(head);
        int block = Update.block(head);
        if (total > 0 && (stagedBlocks[block >> 6] >>> block & 1) == 0) {
            stagedBlocks[block >> 6] |= 1L << block;
            stagedCount++;
            for (int word = 0; word < Update.BLOCK_ENTRIES / 8; word++) {
                Update.unpack(smp.payload(1 + word), staged, block, word);
            }
        }
        if (stagedCount < total) {
            return false;
        }
        lft = staged.clone();
        installedChange = change;
        log.event(cycle, EventKind.INSTALLED, change, smp.argument(), 0, 0);
        return true;
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
        installedChange = 0;
        stagedChange = 0;
        stagedCount = 0;
    }

    void encode(StateWriter out) {
        out.bytes(lft);
        out.bytes(staged);
        out.longs(stagedBlocks);
        out.value(stagedCount);
        out.value(stagedChange);
        out.value(installedChange);
    }

    void decode(StateReader in) {
        lft = in.bytes();
        staged = in.bytes();
        in.longs(stagedBlocks);
        stagedCount = in.integer();
        stagedChange = in.value();
        installedChange = in.value();
    }
}
