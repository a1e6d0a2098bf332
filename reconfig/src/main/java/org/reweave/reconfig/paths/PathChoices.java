package org.reweave.reconfig.paths;

import org.reweave.routing.table.PathTables;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Which paths NICs are to hold after faults: those in their registers are marked, and registers whose path has failed
 * get another of the pair's disjoint paths, or RFTR's, that works and is not in another register. Whether a path works
 * is read from the forwarding tables.
 */
final class PathChoices {
    private final DeviceTables tables;
    private final Fabric fabric;
    private final Faults faults;
    private final PathTables disjoint;
    private final JoinedPaths joined; // null = there are none
    private final boolean[] reached; // by device

    /**
     * @param tables what NICs hold, with the forwarding tables in which paths are followed
     * @param reached pairs of NICs elsewhere may lack paths
     */
    PathChoices(DeviceTables tables, Faults faults, PathTables disjoint, JoinedPaths joined, boolean[] reached) {
        this.tables = tables;
        this.fabric = disjoint.fabric();
        this.faults = faults;
        this.disjoint = disjoint;
        this.joined = joined;
        this.reached = reached;
    }

    /**
     * The tables with paths marked, and with others in the place of those that have failed.
     *
     * @param reload whether others are put there
     */
    DeviceTables choose(boolean reload) {
        HeldPaths[] paths = new HeldPaths[fabric.nicCount()];
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            long[] held = tables.paths()[nic].toArray();
            for (int to = 0; to < fabric.nicCount(); to++) {
                mark(nic, to, held);
                if (reload) {
                    reload(nic, to, held);
                }
            }
            paths[nic] = HeldPaths.of(held);
        }
        return new DeviceTables(tables.registers(), tables.lft(), tables.lanes(), paths);
    }

    /** Ordered pairs of NICs that the manager reaches and of which the one holds no path to the other that works. */
    static int lacking(DeviceTables tables, boolean[] reached) {
        int switches = tables.lft().length;
        int registers = tables.registers();
        int lacking = 0;
        for (int device = switches; device < reached.length; device++) {
            for (int to = 0; reached[device] && to < reached.length - switches; to++) {
                if (to == device - switches || !reached[switches + to]) {
                    continue;
                }
                boolean has = false;
                for (int register = 0; register < registers; register++) {
                    has |= Path.isUsable(tables.paths()[device - switches].at(to * registers + register));
                }
                lacking += has ? 0 : 1;
            }
        }
        return lacking;
    }

    private void mark(int nic, int to, long[] held) {
        for (int register = 0; register < tables.registers(); register++) {
            int place = to * tables.registers() + register;
            long path = Path.plain(held[place]);
            held[place] = works(nic, to, path) ? path : Path.failed(path);
        }
    }

    private void reload(int nic, int to, long[] held) {
        for (int register = 0; register < tables.registers(); register++) {
            int place = to * tables.registers() + register;
            if (!Path.isUsable(held[place]) && reached[fabric.nicDevice(nic)]) {
                long other = another(nic, to, held);
                held[place] = other == 0 ? held[place] : other;
            }
        }
    }

    private long another(int nic, int to, long[] held) {
        int count = disjoint.pathCount(nic, to);
        for (int path = 0; path < count; path++) {
            long candidate = DeviceTables.path(disjoint, nic, to, path);
            if (!holds(held, to, candidate) && works(nic, to, candidate)) {
                return candidate;
            }
        }
        long last = joined == null ? 0 : joined.layer().path(joined.paths(), nic, to);
        return last != 0 && !holds(held, to, last) && works(nic, to, last) ? last : 0;
    }

    private boolean holds(long[] held, int to, long path) {
        for (int register = 0; register < tables.registers(); register++) {
            if (Path.plain(held[to * tables.registers() + register]) == path) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a path leads to its destination over elements that work. A path that RFTR has replaced does not count as
     * working: its service level may have another meaning by now.
     */
    private boolean works(int nic, int to, long path) {
        int lid = Path.destinationLid(path);
        boolean ofJoined = joined != null && joined.layer().plan().isJoined(lid);
        if (path == 0 || ofJoined && path != joined.layer().path(joined.paths(), nic, to)) {
            return false;
        }
        int target = fabric.nicDevice(to);
        int at = fabric.attachedSwitch(fabric.nicDevice(nic));
        for (int hops = 0; hops <= fabric.switchCount() && at >= 0 && faults.deviceUp(at); hops++) {
            int port = tables.lft()[at].port(lid);
            boolean leads = port >= 1 && port <= fabric.portCount(at) && port != RoutingTables.UNREACHABLE;
            int next = leads ? fabric.peer(at, port) : -1;
            if (next == target) {
                return true; // a NIC's own link is not the routing's business
            }
            if (next < 0 || !fabric.isSwitch(next) || !faults.portUp(fabric, at, port)) {
                return false;
            }
            at = next;
        }
        return false;
    }
}
