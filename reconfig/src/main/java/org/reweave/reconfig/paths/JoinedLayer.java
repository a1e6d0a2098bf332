package org.reweave.reconfig.paths;

import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.rftr.Rftr;
import org.reweave.routing.table.AddressedPaths;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.topology.Fabric;

/**
 * How RFTR's paths are written into the tables of devices: LIDs of their own, and VLs and SLs of their own where other
 * paths exist, so that no packet of one kind ever waits for one of the other because of its routing.
 *
 * @param atStart RFTR's network before the first fault of the run; never changed, only copied
 * @param firstLane VL that stands for RFTR's first
 * @param firstLevel SL that stands for RFTR's first
 * @param lanes VLs that switches have
 */
public record JoinedLayer(Rftr atStart, AddressPlan plan, int firstLane, int firstLevel, int lanes) {
    /**
     * VL, behind the first, of the last link of a path that has climbed; the others keep theirs. NICs accept every
     * packet that arrives, so this VL only has to exist.
     */
    private static final int LAST_LANE = 1;

    /** Whether the available VLs, SLs and LIDs suffice for a set of paths. */
    public boolean hasRoomFor(Rftr paths) {
        return firstLane + Math.max(paths.laneCount(), 1 + LAST_LANE) <= lanes
                && firstLevel + paths.levelCount() <= LaneRows.LEVELS
                && paths.addressCount() <= 1 << plan.joinedLmc();
    }

    /** The path of a pair as a NIC holds it; 0 = RFTR has none. */
    long path(Rftr paths, int nic, int to) {
        Fabric fabric = paths.fabric();
        int at = fabric.attachedSwitch(fabric.nicDevice(nic));
        if (at < 0 || nic == to || fabric.attachedSwitch(fabric.nicDevice(to)) < 0) {
            return 0;
        }
        int address = paths.address(nic, to);
        if (address < 0) {
            return 0;
        }
        int level = paths.level(nic, to);
        int lane = lane(paths, at, 0, paths.outPort(at, to, address), level);
        return Path.of(plan.joinedLid(to, address), firstLevel + level, firstLane + lane);
    }

    private static int lane(Rftr paths, int s, int inPort, int outPort, int level) {
        Fabric fabric = paths.fabric();
        return fabric.isSwitch(fabric.peer(s, outPort))
                ? paths.lane(s, inPort, outPort, level)
                : Math.min(level, LAST_LANE);
    }

    /**
     * Tables with RFTR's entries written over them. An entry that no path uses any more stays until another path needs
     * its place: packets on their way may still need it.
     */
    DeviceTables over(DeviceTables tables, Rftr paths) {
        Fabric fabric = paths.fabric();
        ForwardingTable[] lft = new ForwardingTable[fabric.switchCount()];
        long[][] rows = new long[lft.length][];
        for (int s = 0; s < lft.length; s++) {
            ForwardingTable.Draft draft = tables.lft()[s].draft();
            rows[s] = tables.lanes()[s].clone();
            writeEntries(paths, s, draft);
            lft[s] = draft.toTable();
            writeLanes(paths, s, rows[s]);
        }
        return new DeviceTables(tables.registers(), lft, rows, tables.paths());
    }

    private void writeEntries(Rftr paths, int s, ForwardingTable.Draft lft) {
        for (int nic = 0; nic < plan.nics(); nic++) {
            for (int address = 0; address < paths.addressCount(nic); address++) {
                int port = paths.outPort(s, nic, address);
                if (port != AddressedPaths.NO_ENTRY) {
                    lft.set(plan.joinedLid(nic, address), port);
                }
            }
        }
    }

    private void writeLanes(Rftr paths, int s, long[] rows) {
        Fabric fabric = paths.fabric();
        int ports = fabric.portCount(s);
        for (int in = 0; in <= ports; in++) {
            for (int out = 1; out <= ports; out++) {
                for (int level = 0; level < paths.levelCount() && fabric.peer(s, out) >= 0; level++) {
                    int lane = lane(paths, s, in, out, level);
                    if (lane != AddressedPaths.NO_ENTRY) {
                        int row = in * ports + out - 1;
                        int shift = 4 * (firstLevel + level);
                        rows[row] = rows[row] & ~(15L << shift) | (long) (firstLane + lane) << shift;
                    }
                }
            }
        }
    }

    /** A copy of tables with RFTR's path in every NIC's first register for each destination that RFTR has a path to. */
    DeviceTables inFirstRegister(DeviceTables tables, Rftr paths) {
        HeldPaths[] all = new HeldPaths[plan.nics()];
        for (int nic = 0; nic < plan.nics(); nic++) {
            long[] held = tables.paths()[nic].toArray();
            for (int to = 0; to < plan.nics(); to++) {
                long path = path(paths, nic, to);
                if (path != 0) {
                    held[to * tables.registers()] = path;
                }
            }
            all[nic] = HeldPaths.of(held);
        }
        return new DeviceTables(tables.registers(), tables.lft(), tables.lanes(), all);
    }

    /**
     * The tables at the start of the run.
     *
     * @throws UnroutableException when the paths around what does not work then have no room
     */
    public DeviceTables atStart(DeviceTables tables, boolean inUse) {
        if (!hasRoomFor(atStart)) {
            throw new UnroutableException("RFTR's paths around what does not work at the start need "
                    + atStart.laneCount() + " VLs, " + atStart.levelCount() + " SLs and " + atStart.addressCount()
                    + " LIDs of a NIC; raise device.switch.vls or reconfiguration.lmc, or let less fail at 0ns");
        }
        DeviceTables with = over(tables, atStart);
        return inUse ? inFirstRegister(with, atStart) : with;
    }
}
