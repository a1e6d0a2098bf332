package org.reweave.emulator.device;

import java.util.Arrays;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.time.StateReader;
import org.reweave.emulator.time.StateWriter;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;

/** The tables of one switch: the LFT in force with its dependencies, the stored next one, and the blocks of an update until all have come.
 *
 *  <p>Dependencies: a bit per (in channel, out channel), index {@code in * channels + out}, channels being {@code (port - 1) * lanes + lane}. */
final class SwitchTables {
    private static final int MAX_BLOCKS = 4096;

    private final int device;
    private final int ownLid;
    private final SlToVl slToVl;
    private final DeviceLog log;
    private byte[] lft;
    private long[] dependencies;
    private byte[] stored = new byte[0]; // empty = none
    private long[] storedDependencies = new long[0];
    private long storedArgument;
    private byte[] staged;
    private long[] stagedDependencies = new long[0];
    private final long[] stagedBlocks = new long[MAX_BLOCKS / 64];
    private int stagedCount;
    private long stagedChange;
    private long installedChange;

    /** What an update has brought. */
    enum Outcome {
        INCOMPLETE,
        INSTALLED,
        STORED
    }

    /** @param lft in force when the run starts; copied
     *  @param dependencies of that; empty = none, or of no interest */
    SwitchTables(int device, int ownLid, byte[] lft, long[] dependencies, SlToVl slToVl, DeviceLog log) {
        this.device = device;
        this.ownLid = ownLid;
        this.lft = lft.clone();
        this.dependencies = dependencies.clone();
        this.staged = new byte[lft.length];
        this.slToVl = slToVl;
        this.log = log;
    }

    /** @return the output port (from 1) for a LID; 255 = unreachable, 0 = this switch */
    int outPort(int lid) {
        return lid < lft.length ? lft[lid] & 0xff : RoutingTables.UNREACHABLE;
    }

    /** As {@link #outPort}, of the stored table.
     *  @throws IllegalStateException when none is stored */
    int storedOutPort(int lid) {
        if (stored.length == 0) {
            throw new IllegalStateException("device " + device + ": no table is stored");
        }
        return lid < stored.length ? stored[lid] & 0xff : RoutingTables.UNREACHABLE;
    }

    /** @param bit see the class */
    boolean isDependent(int bit) {
        return bit >> 6 < dependencies.length && (dependencies[bit >> 6] >>> bit & 1) != 0;
    }

    /** The stored table comes in force. */
    void useStored(long cycle) {
        if (stored.length == 0) {
            throw new IllegalStateException("device " + device + ": no table is stored");
        }
        lft = stored;
        dependencies = storedDependencies;
        stored = new byte[0];
        log.event(cycle, EventKind.INSTALLED, installedChange, storedArgument, 0, 0);
    }

    int lane(int inPort, int outPort, int level) {
        return slToVl.lane(device, inPort, outPort, level);
    }

    /** Takes one SMP of an update. */
    Outcome update(Smp smp, long cycle) {
        long head = smp.payload(0);
        long change = Update.change(head);
        if (change <= installedChange || change < stagedChange) {
            return Outcome.INCOMPLETE; // sent again because our answer was late or lost, or overtaken by a newer change
        }
        if (change != stagedChange) {
            stagedChange = change;
            stagedCount = 0;
            Arrays.fill(stagedBlocks, 0);
            staged = Update.isFull(head) ? empty() : lft.clone();
            stagedDependencies = new long[0];
        }
        int total = Update.total(head);
        int block = Update.block(head);
        if (total > 0 && (stagedBlocks[block >> 6] >>> block & 1) == 0) {
            stagedBlocks[block >> 6] |= 1L << block;
            stagedCount++;
            stage(smp, block);
        }
        if (stagedCount < total) {
            return Outcome.INCOMPLETE;
        }
        installedChange = change;
        if (Update.isStored(head)) {
            stored = staged.clone();
            storedDependencies = stagedDependencies.clone();
            storedArgument = smp.argument();
            log.event(cycle, EventKind.TABLES_STORED, change, smp.argument(), 0, 0);
            return Outcome.STORED;
        }
        lft = staged.clone();
        log.event(cycle, EventKind.INSTALLED, change, smp.argument(), 0, 0);
        return Outcome.INSTALLED;
    }

    /** Blocks of the LFT come first, then those of the dependencies. */
    private void stage(Smp smp, int block) {
        int blocks = Update.blocks(lft);
        for (int word = 0; word < Update.BLOCK_ENTRIES / 8; word++) {
            if (block < blocks) {
                Update.unpack(smp.payload(1 + word), staged, block, word);
            } else {
                int at = (block - blocks) * Update.BLOCK_ENTRIES / 8 + word;
                stagedDependencies = Arrays.copyOf(stagedDependencies, Math.max(at + 1, stagedDependencies.length));
                stagedDependencies[at] = smp.payload(1 + word);
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
        dependencies = new long[0];
        stored = new byte[0];
        installedChange = 0;
        stagedChange = 0;
        stagedCount = 0;
    }

    void encode(StateWriter out) {
        out.bytes(lft);
        out.longs(dependencies);
        out.bytes(stored);
        out.longs(storedDependencies);
        out.value(storedArgument);
        out.bytes(staged);
        out.longs(stagedDependencies);
        out.longs(stagedBlocks);
        out.value(stagedCount);
        out.value(stagedChange);
        out.value(installedChange);
    }

    void decode(StateReader in) {
        lft = in.bytes();
        dependencies = in.longs();
        stored = in.bytes();
        storedDependencies = in.longs();
        storedArgument = in.value();
        staged = in.bytes();
        stagedDependencies = in.longs();
        in.longs(stagedBlocks);
        stagedCount = in.integer();
        stagedChange = in.value();
        installedChange = in.value();
    }
}
