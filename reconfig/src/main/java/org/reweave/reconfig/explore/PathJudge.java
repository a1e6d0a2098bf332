package org.reweave.reconfig.explore;

import java.util.function.IntToLongFunction;
import org.reweave.reconfig.explore.Model.Packet;
import org.reweave.reconfig.paths.Path;
import org.reweave.reconfig.spi.Promise;
import org.reweave.routing.verify.TableWalk;

/**
 * Follows the paths in NICs through the tables in switches, in one state. The judge uses installed state only: neither
 * the manager's intentions nor the source of a path.
 */
final class PathJudge {
    private final World world;
    private final Tables tables;
    private final long doubted; // links that the manager knows, or was told, to be down
    private final boolean[] reached;

    PathJudge(World world, Tables tables) {
        this.world = world;
        this.tables = tables;
        this.doubted = world.desk.manager.believed();
        this.reached = Discovery.reached(world.fabric, world.desk.manager.nic(), doubted);
    }

    void judge(Watch watch) {
        for (int nic = 0; nic < world.fabric.nicCount(); nic++) {
            int device = world.fabric.nicDevice(nic);
            if (!reached[device] || (world.desk.manager.silentNics() >>> nic & 1) != 0) {
                continue;
            }
            if (world.nicTables[nic] != tables.at(device, world.desk.target)) {
                watch.breaks(Promise.NICS_SWITCHED_OVER, world.fabric.deviceName(device));
            }
            for (int to = 0; to < world.fabric.nicCount(); to++) {
                if (to != nic && reached[world.fabric.nicDevice(to)]) {
                    judge(watch, nic, to);
                }
            }
        }
    }

    private void judge(Watch watch, int nic, int to) {
        boolean any = false;
        for (int register = 0; register < tables.registers(); register++) {
            long path = tables.held(world.nicTables[nic], nic, to, register);
            any |= Path.isUsable(path);
            if (Path.isUsable(path) && !leadsThere(nic, to, Path.destinationLid(path), doubted)) {
                watch.breaks(Promise.PATHS_LEAD_THERE, pair(nic, to) + " by LID " + Path.destinationLid(path));
            }
        }
        if (!any && world.desk.manager.believed() == world.desk.manager.known()) {
            watch.breaks(Promise.EVERY_PAIR_HAS_A_PATH, pair(nic, to));
        }
    }

    private String pair(int nic, int to) {
        return world.fabric.deviceName(world.fabric.nicDevice(nic)) + " to "
                + world.fabric.deviceName(world.fabric.nicDevice(to));
    }

    /** Whether a path leads to its destination by the tables in force, over whatever links. */
    boolean isComplete(int packet, long path) {
        Packet ends = world.packets.get(packet);
        return leadsThere(ends.source(), ends.destination(), Path.destinationLid(path), 0);
    }

    /** Judges what is to be in the place of tables and paths, when some links are down. */
    void judgePlan(Watch watch, long before, long after, long down) {
        for (int nic = 0; nic < world.fabric.nicCount(); nic++) {
            for (int to = 0; to < world.fabric.nicCount(); to++) {
                for (int register = 0; register < tables.registers() && to != nic; register++) {
                    long path = tables.held(before, nic, to, register);
                    int lid = Path.destinationLid(path);
                    boolean works = Path.isUsable(path) && leads(nic, to, lid, down, at -> before);
                    boolean stays =
                            tables.held(after, nic, to, register) == path && leads(nic, to, lid, down, at -> after);
                    if (works && !stays) {
                        watch.breaks(Promise.UNAFFECTED_KEEP_PATHS, pair(nic, to) + " by LID " + lid);
                    }
                }
            }
        }
    }

    private boolean leadsThere(int nic, int to, int lid, long without) {
        return leads(nic, to, lid, without, at -> world.tables[at]);
    }

    /** @param number of the tables of a switch */
    private boolean leads(int nic, int to, int lid, long without, IntToLongFunction number) {
        int first = world.fabric.attachedSwitch(world.fabric.nicDevice(nic));
        int end = TableWalk.end(
                world.fabric,
                first,
                at -> tables.outPort(number.applyAsLong(at), at, lid),
                link -> (without >>> link & 1) != 0);
        return end == world.fabric.nicDevice(to);
    }
}
