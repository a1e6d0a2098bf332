package org.reweave.routing.table;

import org.reweave.routing.topology.Addressing;
import org.reweave.routing.topology.Fabric;

/**
 * Installed state of a routing that gives every pair of NICs several paths: linear forwarding tables over LMC address
 * blocks, SLtoVL tables, and for each pair its path records, each an (address of the destination, SL). Path 0 is the
 * shortest and is used first; the others follow by length. Immutable; nothing here is an engine's bookkeeping.
 *
 * <p>NICs are numbered {@code 0..nicCount()-1} and used by their attached port. NICs of one switch share their paths. A
 * NIC answers to a block of {@code 1 << lmc()} LIDs, {@link #lid}, address by address; blocks are aligned as LMC
 * demands and lie above all LIDs of the fabric. The fabric's own LIDs keep their entries, those of the
 * {@link RoutingTables} that these tables are attached to, so both can be used at once: one SLtoVL rule serves both,
 * and no mix of their packets can deadlock. Source: thesis §2.2.3, §4.2.1 stage 6.
 */
public final class PathTables {
    /** The largest LMC of InfiniBand. */
    public static final int MAX_LMC = 7;

    /** {@link #outPort}: the switch has no entry. */
    public static final int NO_ENTRY = RoutingTables.UNREACHABLE;

    private static final short NO_PATH = -1;
    private static final int LEVEL_BITS = 4;

    private final Fabric fabric;
    private final String engine;
    private final int maxPaths;
    private final short[] records; // [(source switch * switches + destination switch) * maxPaths + path]
    private final byte[][][] ports; // [destination switch][address][switch]; 0 = no entry
    private final SlToVl lanes;
    private final int levels;
    private final ForwardingTable[] baseLft;
    private final int lmc;
    private final int firstBlock;
    private final int[] nicSwitch; // [nic]; -1 = not wired
    private final int[] nicPort; // [nic] port of its switch

    /**
     * Arrays are taken over, not copied.
     *
     * @param records made by {@link #record}, {@link #noRecord} behind a pair's last path; [(source switch * switches +
     *     destination switch) * maxPaths + path]
     * @param ports out ports between switches [destination switch][address][switch], 0 = none
     * @param base tables over the fabric's own LIDs, whose SLtoVL rule serves the paths too
     * @throws IllegalArgumentException when a block has more than 128 addresses, or the LIDs do not suffice
     */
    public PathTables(int maxPaths, short[] records, byte[][][] ports, int levels, RoutingTables base) {
        this.fabric = base.fabric();
        this.engine = base.engine();
        this.maxPaths = maxPaths;
        this.records = records;
        this.ports = ports;
        this.lanes = base.slToVl();
        this.levels = levels;
        this.baseLft = new ForwardingTable[fabric.switchCount()];
        int most = 1;
        for (int s = 0; s < baseLft.length; s++) {
            baseLft[s] = base.table(s);
            most = Math.max(most, ports[s].length);
        }
        this.lmc = 32 - Integer.numberOfLeadingZeros(most - 1);
        int size = 1 << lmc;
        this.firstBlock = (base.lidMax() / size + 1) * size;
        long last = firstBlock + ((long) fabric.nicCount() << lmc) - 1;
        if (lmc > MAX_LMC || last > Addressing.LID16.largest()) {
            throw new IllegalArgumentException(engine + ": " + fabric.name() + " needs " + most
                    + " addresses a NIC and LIDs up to " + last + "; InfiniBand has 128 and 49151: use fewer paths");
        }
        this.nicSwitch = new int[fabric.nicCount()];
        this.nicPort = new int[nicSwitch.length];
        for (int nic = 0; nic < nicSwitch.length; nic++) {
            int device = fabric.nicDevice(nic);
            nicSwitch[nic] = fabric.attachedSwitch(device);
            nicPort[nic] = nicSwitch[nic] < 0 ? 0 : fabric.peerPort(device, fabric.attachedPort(device));
        }
    }

    /**
     * A path record.
     *
     * @param address {@code 0..127}
     * @param level SL, {@code 0..15}
     */
    public static short record(int address, int level) {
        return (short) (address << LEVEL_BITS | level);
    }

    /** The end mark behind a pair's last path record. */
    public static short noRecord() {
        return NO_PATH;
    }

    public Fabric fabric() {
        return fabric;
    }

    /** The name of the engine that computed these tables. */
    public String engine() {
        return engine;
    }

    /** Most paths of a pair. */
    public int maxPaths() {
        return maxPaths;
    }

    /**
     * Paths of a pair of NICs, in the order of use; 1 within a switch, 0 from a NIC to itself and when there is none.
     */
    public int pathCount(int sourceNic, int destinationNic) {
        int from = nicSwitch[sourceNic];
        int to = nicSwitch[destinationNic];
        if (sourceNic == destinationNic || from < 0 || to < 0) {
            return 0;
        }
        int first = (from * baseLft.length + to) * maxPaths;
        int count = from == to ? 1 : 0;
        while (from != to && count < maxPaths && records[first + count] != NO_PATH) {
            count++;
        }
        return count;
    }

    private int record(int sourceNic, int destinationNic, int path) {
        int from = nicSwitch[sourceNic];
        int to = nicSwitch[destinationNic];
        return from == to ? 0 : records[(from * baseLft.length + to) * maxPaths + path];
    }

    /**
     * @param path {@code 0..pathCount()-1}
     * @return the destination's address, the offset within its block
     */
    public int address(int sourceNic, int destinationNic, int path) {
        return record(sourceNic, destinationNic, path) >> LEVEL_BITS;
    }

    /**
     * @param path {@code 0..pathCount()-1}
     * @return the SL, {@code 0..levelCount()-1}
     */
    public int level(int sourceNic, int destinationNic, int path) {
        return record(sourceNic, destinationNic, path) & (1 << LEVEL_BITS) - 1;
    }

    /**
     * @param path {@code 0..pathCount()-1}
     * @return the DLID of the path record
     */
    public int destinationLid(int sourceNic, int destinationNic, int path) {
        return lid(destinationNic, address(sourceNic, destinationNic, path));
    }

    /** Address bits: a NIC's block has {@code 1 << lmc()} LIDs. */
    public int lmc() {
        return lmc;
    }

    /** Addresses that paths to a NIC use, {@code 0..addressCount-1}; at least 1. */
    public int addressCount(int nic) {
        return nicSwitch[nic] < 0 ? 1 : Math.max(1, ports[nicSwitch[nic]].length);
    }

    /** The LID of a NIC's address. */
    public int lid(int nic, int address) {
        return firstBlock + (nic << lmc) + address;
    }

    /**
     * The NIC that a LID of these tables belongs to by its block; -1 for the fabric's own LIDs and beyond the last
     * block.
     */
    public int nicOf(int lid) {
        int nic = (lid - firstBlock) >> lmc;
        return lid >= firstBlock && nic < nicSwitch.length ? nic : -1;
    }

    /** The largest LID of the tables. */
    public int lidMax() {
        return firstBlock + (nicSwitch.length << lmc) - 1;
    }

    /**
     * @param lid of a block, or one of the fabric's own
     * @return the out port at a switch, 0 for the switch itself, or {@link #NO_ENTRY}
     */
    public int outPort(int switchDevice, int lid) {
        int nic = nicOf(lid);
        if (nic < 0) {
            return baseLft[switchDevice].port(lid);
        }
        int address = (lid - firstBlock) & (1 << lmc) - 1;
        int to = nicSwitch[nic];
        if (to == switchDevice) {
            return nicPort[nic];
        }
        int port = to < 0 || address >= ports[to].length ? 0 : ports[to][address][switchDevice] & 0xff;
        return port == 0 ? NO_ENTRY : port;
    }

    /** A switch's linear forwarding table, a fresh {@code byte[lidMax() + 1]}: what a manager installs. */
    public byte[] lft(int switchDevice) {
        byte[] lft = baseLft[switchDevice].toArray(lidMax() + 1);
        for (int lid = firstBlock; lid < lft.length; lid++) {
            lft[lid] = (byte) outPort(switchDevice, lid);
        }
        return lft;
    }

    /** The VL rule, shared with the tables over the fabric's own LIDs. */
    public SlToVl slToVl() {
        return lanes;
    }

    /** SLs in use, paths and base tables together. */
    public int levelCount() {
        return levels;
    }
}
