package org.reweave.emulator.race;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.ObjLongConsumer;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.paths.HeldPaths;
import org.reweave.reconfig.paths.Path;
import org.reweave.reconfig.spi.Promise;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.verify.TableWalk;

/**
 * Follows the paths in NICs through the tables in switches, in runs of schemes that add paths:
 * {@link Promise#UNAFFECTED_KEEP_PATHS} when a NIC has new paths, {@link Promise#EVERY_PAIR_HAS_A_PATH} and
 * {@link Promise#PATHS_LEAD_THERE} when a change is complete, {@link Promise#MARKS_AS_PATHS_ARE} at both; and whether
 * NICs leave paths on which packets are lost: {@link Promise#MIGRATION_FOLLOWS}. It uses installed state only, and
 * judges no more once the manager may take for failed what works, or once tables of an engine have come.
 *
 * <p>A NIC's paths come after the entries that they use, and a change is complete after all of them, so that devices
 * may be ahead of each other.
 */
final class PathsWatch {
    private final Fabric fabric;
    private final int registers;
    private final ObjLongConsumer<Promise> breaks;
    private final ForwardingTable[] tables; // by switch, in force
    private final HeldPaths[] paths; // by NIC
    private final BitSet down = new BitSet(); // links
    private final BitSet doubted = new BitSet(); // links that have ever been down: the manager may take them for down
    private final int migrateAfter; // time-outs of a packet; 0 = NICs leave no path by themselves
    private final long timeout; // of the transport
    private final long[][] wentOver; // by NIC and destination: when the NIC left a path by itself last
    private final long[] due; // by NIC: when it has to leave a path; -1 = it need not
    private final int[] dueTo; // by NIC: the destination of that path
    private final long cutOffAt;
    private final long[] downSince; // by link
    private final long[][] markedAt; // by NIC and place: when the mark came that is there
    private long lastDown;
    private long lastUp;
    private long lookedAt = -1; // when the last discovery began; -1 = none has, or traps were believed
    private boolean isFound; // a discovery has found the change whose tables come next
    private boolean isOver;

    /** @param breaks gets each broken promise with its cycle */
    PathsWatch(Network network, ObjLongConsumer<Promise> breaks) {
        this.fabric = network.fabric();
        this.registers = network.registers();
        this.breaks = breaks;
        this.tables = new ForwardingTable[fabric.switchCount()];
        for (int device = 0; device < tables.length; device++) {
            tables[device] = network.lftAtStart(device);
        }
        this.paths = new HeldPaths[fabric.nicCount()];
        for (int nic = 0; nic < paths.length; nic++) {
            paths[nic] = network.pathsAtStart(nic);
        }
        this.downSince = new long[fabric.linkCount()];
        this.markedAt = new long[fabric.nicCount()][fabric.nicCount() * registers];
        this.migrateAfter = network.resolved().scenario().reconfiguration().migrateAfter();
        this.timeout = network.resolved().scenario().nics().transport().timeout();
        this.wentOver = new long[paths.length][paths.length];
        this.due = new long[paths.length];
        Arrays.fill(due, -1);
        this.dueTo = new int[paths.length];
        this.cutOffAt = CutOff.first(network);
        network.resolved().faults().stream()
                .filter(fault -> fault.at() == 0 && fault.element() == PlannedFault.Element.LINK)
                .forEach(fault -> fails(fault.number(), 0));
    }

    /** The witness of a device. */
    DeviceLog.Witness of(int device) {
        return new DeviceLog.Witness() {
            @Override
            public void event(long cycle, EventKind kind, long a, long b, long c, long d) {
                look(device, cycle);
                if (kind == EventKind.TIMED_OUT && migrateAfter > 0 && c % migrateAfter == 0) {
                    leaves(device, (int) a - fabric.nicDevice(0), cycle);
                }
                take(cycle, device, kind, a, b, d);
            }

            @Override
            public void fact(long cycle, Fact fact, long a, long b, long c) {
                look(device, cycle);
                isOver |= fact == Fact.ASKED_IN_VAIN;
                if (fact == Fact.FLOW_REPEATED && migrateAfter > 0) {
                    leaves(device, (int) a, cycle);
                } else if (fact == Fact.WENT_OVER) {
                    wentOver[device - fabric.switchCount()][(int) a] = cycle;
                }
            }

            @Override
            public void tables(long cycle, ForwardingTable inForce) {
                tables[device] = inForce;
            }

            @Override
            public void paths(long cycle, HeldPaths held) {
                hold(cycle, device - fabric.switchCount(), held);
            }
        };
    }

    /**
     * A NIC has to leave the path to another one in this cycle: it has another one, and what was lost was sent after it
     * left a path last, by a clock that runs slow too.
     */
    private void leaves(int device, int to, long cycle) {
        int nic = device - fabric.switchCount();
        int usable = 0;
        for (int register = 0; register < registers; register++) {
            usable += Path.isUsable(paths[nic].at(to * registers + register)) ? 1 : 0;
        }
        if (usable > 1 && wentOver[nic][to] < cycle - timeout - timeout / 2) {
            due[nic] = cycle;
            dueTo[nic] = to;
        }
    }

    /** The cycle is over in which a NIC had to leave a path. */
    private void look(int device, long cycle) {
        int nic = device - fabric.switchCount();
        if (nic < 0 || nic >= due.length || due[nic] < 0 || cycle <= due[nic]) {
            return;
        }
        if (wentOver[nic][dueTo[nic]] != due[nic]) {
            breaks.accept(Promise.MIGRATION_FOLLOWS, due[nic]);
        }
        due[nic] = -1;
    }

    private void take(long cycle, int device, EventKind kind, long a, long b, long d) {
        switch (kind) {
            case PORT_DOWN -> fails(fabric.link(device, (int) a), cycle);
            case PORT_UP -> {
                down.clear(fabric.link(device, (int) a));
                lastUp = Math.max(lastUp, cycle);
            }
            case DEVICE_DOWN, UNREACHABLE, NOT_TOLERATED -> isOver = true;
            case CHANGE_FOUND -> {
                isOver |= b == 1;
                isFound = true;
            }
            case SWEEP_DONE -> lookedAt = d;
            case TABLES_READY -> {
                lookedAt = isFound ? lookedAt : -1; // else by a trap, which may be late
                isFound = false;
            }
            case RECONFIGURED -> complete(cycle);
            default -> {
                // says nothing about paths
            }
        }
    }

    private void fails(int link, long cycle) {
        downSince[link] = down.get(link) ? downSince[link] : cycle;
        down.set(link);
        doubted.set(link);
        lastDown = Math.max(lastDown, cycle);
    }

    private void hold(long cycle, int nic, HeldPaths held) {
        for (int place = 0; place < fabric.nicCount() * registers && !isOver; place++) {
            long before = paths[nic].at(place);
            boolean works = Path.isUsable(before) && leads(nic, place / registers, before, doubted);
            if (works && held.at(place) != before) {
                breaks.accept(Promise.UNAFFECTED_KEEP_PATHS, cycle);
            }
            mark(cycle, nic, place, before, held.at(place));
        }
        paths[nic] = held;
    }

    private void mark(long cycle, int nic, int place, long before, long after) {
        if (Path.plain(before) != Path.plain(after) || Path.isUsable(before)) {
            markedAt[nic][place] = cycle;
        } else if (Path.isUsable(after) && !leads(nic, place / registers, after, downSince(markedAt[nic][place]))) {
            breaks.accept(Promise.MARKS_AS_PATHS_ARE, cycle);
        }
    }

    /** Links that have been down without a break since a cycle. */
    private BitSet downSince(long cycle) {
        BitSet links = (BitSet) down.clone();
        down.stream().filter(link -> downSince[link] >= cycle).forEach(links::clear);
        return links;
    }

    private void complete(long cycle) {
        if (isOver || cycle >= cutOffAt || lookedAt <= lastDown) {
            return;
        }
        for (int nic = 0; nic < paths.length; nic++) {
            for (int to = 0; to < paths.length; to++) {
                if (nic != to && hasLink(nic) && hasLink(to)) {
                    judge(cycle, nic, to);
                }
            }
        }
    }

    /** A NIC whose link has been away may be told later. */
    private boolean hasLink(int nic) {
        return !doubted.get(fabric.link(fabric.nicDevice(nic), fabric.attachedPort(fabric.nicDevice(nic))));
    }

    private void judge(long cycle, int nic, int to) {
        boolean any = false;
        for (int register = 0; register < registers; register++) {
            long path = paths[nic].at(to * registers + register);
            any |= Path.isUsable(path);
            boolean leads = path != 0 && leads(nic, to, path, down);
            if (Path.isUsable(path) && !leads) {
                breaks.accept(Promise.PATHS_LEAD_THERE, cycle);
            } else if (leads && !Path.isUsable(path) && lookedAt > lastUp) {
                breaks.accept(Promise.MARKS_AS_PATHS_ARE, cycle);
            }
        }
        if (!any) {
            breaks.accept(Promise.EVERY_PAIR_HAS_A_PATH, cycle);
        }
    }

    /**
     * Whether a path leads to its destination by the tables in force, past some links. The destination's own link is
     * not the routing's business.
     */
    private boolean leads(int nic, int to, long path, BitSet without) {
        int lid = Path.destinationLid(path);
        int end = TableWalk.end(
                fabric,
                fabric.attachedSwitch(fabric.nicDevice(nic)),
                at -> tables[at].port(lid),
                link -> fabric.isTrunk(link) && without.get(link));
        return end == fabric.nicDevice(to);
    }
}
