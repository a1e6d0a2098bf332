package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.Digests;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.device.TableState;
import org.reweave.emulator.device.Update;
import org.reweave.emulator.stats.Branch;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.paths.LaneRows;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.ForwardingTable;

/**
 * The tables of one switch: the LFT and SLtoVL tables in force with their dependencies, the stored next ones, and the
 * blocks of an update until all have come. Under {@link TableMode#PER_BLOCK} the blocks of an update that are there are
 * in force too. Tables in force or stored are never changed, so those of the start are the engine's own; only an update
 * that is under way has a table of its own to write to. A table that comes into force or is stored shares the pages
 * that are equal with the table in force.
 *
 * <p>Dependencies: a bit per (in channel, out channel), index {@code in * channels + out}, channels being {@code (port
 * - 1) * lanes + lane}.
 */
public final class SwitchTables {
    private final int ownLid;
    private final int ports;
    private final TableMode mode;
    private final DeviceLog log;
    private final ForwardingTable atStart;
    private final long[] lanesAtStart;
    private final long[] dependenciesAtStart;
    private ForwardingTable lft;
    private long[] lanes;
    private long[] dependencies;
    private ForwardingTable stored; // null = none
    private long[] storedLanes = new long[0];
    private long[] storedDependencies = new long[0];
    private long storedArgument;
    private ForwardingTable.Draft staged; // null unless an update is under way
    private long[] stagedLanes = new long[0]; // this and the next: empty unless an update is under way
    private long[] stagedDependencies = new long[0];
    private long[] stagedBlocks = new long[0]; // a bit a block, places as firstBit says; empty before the first update
    private int stagedCount;
    private long stagedChange;
    private boolean stagedFromNothing; // by the basis of the update under way
    private long installedChange;
    private boolean blank; // since a restart nothing has come
    private boolean unreported; // the table in force is not that of the last report

    /** Outcome of one SMP of an update. */
    enum Outcome {
        /** The switch is blank and the update starts from tables that the manager takes it to have. */
        REFUSED,
        /** Other parts have not come. */
        IN_PART,
        /** The SMP is late, and nothing of it is used. */
        SUPERSEDED,
        INSTALLED,
        STORED
    }

    /**
     * @param lft in force when the run starts
     * @param lanes rows in force when the run starts, see {@link LaneRows}; neither copied nor changed
     * @param dependencies of these tables; empty = of no interest; neither copied nor changed
     * @param mode when the blocks of an update are in force
     */
    SwitchTables(
            int ownLid,
            int ports,
            ForwardingTable lft,
            long[] lanes,
            long[] dependencies,
            TableMode mode,
            DeviceLog log) {
        this.ownLid = ownLid;
        this.ports = ports;
        this.mode = mode;
        this.atStart = lft;
        this.lanesAtStart = lanes;
        this.dependenciesAtStart = dependencies;
        this.lft = lft;
        this.lanes = lanes;
        this.dependencies = dependencies;
        this.log = log;
    }

    /** The tables of the start. */
    static SwitchTables of(SwitchConfig config, int ports, DeviceLog log) {
        SwitchConfig.Routing start = config.routing();
        return new SwitchTables(
                start.lid(),
                ports,
                start.lft(),
                start.lanes(),
                start.dependencies(),
                config.parameters().tables(),
                log);
    }

    /** @return the output port (from 1) for a LID; 255 = unreachable, 0 = this switch */
    int outPort(int lid) {
        return lft.port(lid);
    }

    /**
     * Output port of a LID in the stored table; see {@link #outPort}.
     *
     * @throws IllegalStateException when no table is stored
     */
    int storedOutPort(int lid) {
        if (stored == null) {
            throw new IllegalStateException("no table is stored");
        }
        return stored.port(lid);
    }

    /** @param bit see the class */
    boolean isDependent(int bit) {
        return bit >> 6 < dependencies.length && (dependencies[bit >> 6] >>> bit & 1) != 0;
    }

    /** What came from the manager's protocol with the tables that were stored last. */
    long storedArgument() {
        return storedArgument;
    }

    /** The stored table comes in force. */
    void useStored(long cycle) {
        if (stored == null) {
            throw new IllegalStateException("no table is stored");
        }
        ForwardingTable next = stored;
        stored = null;
        use(next, storedLanes, storedDependencies, storedArgument, cycle);
    }

    private void use(ForwardingTable next, long[] nextLanes, long[] nextDependencies, long argument, long cycle) {
        lft = next;
        unreported = true;
        blank = false;
        lanes = nextLanes;
        dependencies = nextDependencies;
        holds(cycle, lft, lanes, dependencies);
        log.tables(cycle, lft);
        log.events().installed(cycle, installedChange, argument);
    }

    int lane(int inPort, int outPort, int level) {
        return LaneRows.lane(lanes, ports, inPort, outPort, level);
    }

    /** VL in the stored SLtoVL table; see {@link #lane}. */
    int storedLane(int inPort, int outPort, int level) {
        return LaneRows.lane(storedLanes, ports, inPort, outPort, level);
    }

    /** Takes one SMP of an update. */
    Outcome update(Smp smp, long cycle) {
        long head = smp.payload(0);
        long change = Update.change(head);
        Update.Basis basis = Update.basis(head);
        if (blank && basis != Update.Basis.NOTHING) {
            return Outcome.REFUSED;
        }
        boolean fromNothing = basis == Update.Basis.NOTHING;
        if (isSuperseded(change, fromNothing)) {
            return Outcome.SUPERSEDED;
        }
        if (change != stagedChange || fromNothing && !stagedFromNothing) {
            begin(change, basis);
        }
        int total = Update.total(head);
        for (int at = 0; total > 0 && at < smp.payloadWords(); at += Update.BLOCK_WORDS) {
            stage(smp, at);
        }
        if (stagedCount < total) {
            if (mode == TableMode.PER_BLOCK && !Update.isStored(head)) {
                useBlocks(smp, cycle);
            }
            String part = stagedCount == 1 ? "first" : stagedCount == total - 1 ? "last-but-one" : "middle";
            log.reached(Branch.TABLE, () -> (Update.isStored(head) ? "to-be-stored " : "at-once ") + part);
            return Outcome.IN_PART;
        }
        installedChange = change;
        ForwardingTable complete = staged.toTable().sharedWith(lft);
        long[] completeLanes = stagedLanes;
        long[] completeDependencies = stagedDependencies;
        nothingStaged();
        if (Update.isStored(head)) {
            store(complete, completeLanes, completeDependencies, smp.argument(), cycle);
            return Outcome.STORED;
        }
        use(complete, completeLanes, completeDependencies, smp.argument(), cycle);
        return Outcome.INSTALLED;
    }

    private boolean isSuperseded(long change, boolean fromNothing) {
        if (change <= installedChange || change < stagedChange) {
            return true; // sent again because our answer was late or lost, or overtaken by a newer change
        }
        // of an update that the manager gave up before it sent all of the tables anew
        return change == stagedChange && !fromNothing && stagedFromNothing;
    }

    /** The first SMP of an update has come. */
    private void begin(long change, Update.Basis basis) {
        stagedChange = change;
        stagedFromNothing = basis == Update.Basis.NOTHING;
        stagedCount = 0;
        Arrays.fill(stagedBlocks, 0);
        staged = (basis == Update.Basis.IN_FORCE ? lft : empty()).draft();
        stagedLanes = stagedFromNothing ? LaneRows.empty(ports) : lanes.clone();
        stagedDependencies = new long[dependencies.length];
    }

    private void store(ForwardingTable next, long[] nextLanes, long[] nextDependencies, long argument, long cycle) {
        stored = next;
        storedLanes = nextLanes;
        storedDependencies = nextDependencies;
        storedArgument = argument;
        holds(cycle, stored, storedLanes, storedDependencies);
        log.events().tablesStored(cycle, installedChange, argument);
    }

    /** The blocks of an SMP are in force; what the update has not brought yet is as before. */
    private void useBlocks(Smp smp, long cycle) {
        ForwardingTable.Draft inForce = lft.draft();
        lanes = lanes.clone();
        dependencies = dependencies.clone();
        for (int at = 0; at < smp.payloadWords(); at += Update.BLOCK_WORDS) {
            write(smp, at, inForce, lanes, dependencies);
        }
        lft = inForce.toTable().sharedWith(lft);
        log.tables(cycle, lft);
        unreported = true;
    }

    private void holds(long cycle, ForwardingTable table, long[] rows, long[] bits) {
        log.fact(cycle, Fact.UPDATE_HELD, installedChange, 0, () -> Digests.of(table, rows, bits));
    }

    private void nothingStaged() {
        staged = null;
        stagedLanes = new long[0];
        stagedDependencies = new long[0];
    }

    /** @param at where a block begins in the payload */
    private void stage(Smp smp, int at) {
        int kind = Update.kind(smp.payload(at));
        int block = Update.block(smp.payload(at));
        int bit = firstBit(kind) + block;
        if (stagedBlocks.length == 0) {
            stagedBlocks = new long[wordsOfBlocks()];
        }
        if (bit >> 6 >= stagedBlocks.length) {
            stagedBlocks = Arrays.copyOf(stagedBlocks, wordsWithRows());
        }
        if ((stagedBlocks[bit >> 6] >>> bit & 1) != 0) {
            return;
        }
        stagedBlocks[bit >> 6] |= 1L << bit;
        stagedCount++;
        write(smp, at, staged, stagedLanes, stagedDependencies);
    }

    /** Writes a block to tables; {@code at} as in {@link #stage}. */
    private static void write(Smp smp, int at, ForwardingTable.Draft entries, long[] rows, long[] bits) {
        int kind = Update.kind(smp.payload(at));
        int block = Update.block(smp.payload(at));
        if (kind == Update.ROWS) {
            writeRows(smp, at, rows);
            return;
        }
        for (int word = 0; word < Update.BODY_WORDS; word++) {
            long content = smp.payload(at + 1 + word);
            int row = block * Update.BODY_WORDS + word;
            if (kind == Update.LFT) {
                Update.unpack(content, entries, block, word);
            } else if (kind == Update.ENTRIES) {
                Update.unpackEntries(content, entries);
            } else if (kind == Update.LANES && row < rows.length) {
                rows[row] = content;
            } else if (kind == Update.DEPENDENCIES && row < bits.length) {
                bits[row] = content;
            }
        }
    }

    private static void writeRows(Smp smp, int at, long[] rows) {
        for (int i = 0; i < Update.SINGLE_ROWS; i++) {
            int place = (int) smp.payload(at + 1 + 2 * i);
            if (place != 0) {
                rows[place - 1] = smp.payload(at + 2 + 2 * i);
            }
        }
    }

    private int firstBit(int kind) {
        return switch (kind) {
            case Update.LFT -> 0;
            case Update.ENTRIES -> Update.blocks(lft);
            case Update.LANES -> Update.blocks(lft) + lft.length();
            case Update.DEPENDENCIES -> Update.blocks(lft) + lft.length() + Update.blocks(lanes);
            case Update.ROWS -> Update.blocks(lft) + lft.length() + Update.blocks(lanes) + Update.blocks(dependencies);
            default -> throw new IllegalStateException("update of kind " + kind);
        };
    }

    private int wordsOfBlocks() {
        return (firstBit(Update.ROWS) + 63) / 64;
    }

    /** With single rows, which few updates have. */
    private int wordsWithRows() {
        return (firstBit(Update.ROWS) + lanes.length + 63) / 64;
    }

    private ForwardingTable empty() {
        return ForwardingTable.empty(lft.length(), ownLid);
    }

    /** The tables in words; a digest tells tables apart. */
    Map<String, Object> describe() {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("change", installedChange);
        words.put("digest", String.format("%08x", 31 * lft.hashCode() + Arrays.hashCode(lanes)));
        words.put("stored", stored != null);
        words.put("blank", blank);
        return words;
    }

    /** State of the tables in one word. */
    String word() {
        if (blank) {
            return "blank";
        } else if (stored != null) {
            return "stored";
        }
        return stagedChange > installedChange ? "in-part" : "whole";
    }

    /** Whether the switch has restarted and no tables have come since that are in force. */
    boolean isBlank() {
        return blank;
    }

    /** Reports the table in force if it has changed since the last report. */
    void report(DeviceReport to) {
        if (unreported) {
            to.setTable(lft);
            unreported = false;
        }
    }

    /**
     * The switch restarts: until the manager has sent new tables it has none, or those of the start.
     *
     * @param isRestored whether it has those of the start
     */
    void restart(boolean isRestored) {
        lft = isRestored ? atStart : empty();
        unreported = true;
        lanes = isRestored ? lanesAtStart : LaneRows.empty(ports);
        dependencies = isRestored ? dependenciesAtStart : new long[dependencies.length];
        stored = null;
        blank = true;
        installedChange = 0;
        stagedChange = 0;
        stagedFromNothing = false;
        stagedCount = 0;
        nothingStaged();
    }

    void visit(StateVisitor state) {
        int start = state.value(atStart.hashCode());
        if (start != atStart.hashCode()) {
            throw new IllegalStateException(String.format(
                    "the state belongs to a switch whose table at the start is %08x; this one's is %08x",
                    start, atStart.hashCode()));
        }
        lft = TableState.visit(state, lft, atStart);
        lanes = state.array(lanes);
        dependencies = state.array(dependencies);
        stored = TableState.visit(state, stored, lft);
        storedLanes = state.array(storedLanes);
        storedDependencies = state.array(storedDependencies);
        storedArgument = state.value(storedArgument);
        ForwardingTable entries = TableState.visit(state, staged == null ? null : staged.toTable(), lft);
        staged = entries == null ? null : entries.draft();
        stagedLanes = state.array(stagedLanes);
        stagedDependencies = state.array(stagedDependencies);
        visitBlocks(state);
        stagedCount = state.value(stagedCount);
        stagedChange = state.value(stagedChange);
        stagedFromNothing = state.value(stagedFromNothing);
        installedChange = state.value(installedChange);
        blank = state.value(blank);
    }

    /** A set without any block is written as before the first update. */
    private void visitBlocks(StateVisitor state) {
        boolean isAny = Arrays.stream(stagedBlocks).anyMatch(word -> word != 0);
        stagedBlocks = state.array(isAny ? stagedBlocks : new long[0]);
        if (stagedBlocks.length != 0
                && stagedBlocks.length != wordsOfBlocks()
                && stagedBlocks.length != wordsWithRows()) {
            throw new IllegalStateException(stagedBlocks.length + " words of blocks, " + wordsOfBlocks()
                    + " are due, or " + wordsWithRows() + " with single rows");
        }
    }
}
