package org.reweave.reconfig.explore;

import java.util.Set;
import org.reweave.reconfig.manager.ManagerState.Phase;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.Milestone;
import org.reweave.reconfig.spi.Promise;

/** Observes the steps of a world and records the first broken promise. */
final class Watch {
    private final Set<Promise> promises;
    private final Set<Integer> listedCases;
    private final World world;
    private final Tables tables;
    private Promise broken;
    private String how;

    /** @param listedCases in which a rule of the scheme may discard */
    Watch(Set<Promise> promises, Set<Integer> listedCases, World world, Tables tables) {
        this.promises = promises;
        this.listedCases = listedCases;
        this.world = world;
        this.tables = tables;
    }

    void clear() {
        broken = null;
        how = null;
    }

    Promise broken() {
        return broken;
    }

    String how() {
        return how;
    }

    void breaks(Promise promise, String text) {
        if (broken == null && promises.contains(promise)) {
            broken = promise;
            how = text;
        }
    }

    private String name(int device) {
        return world.fabric.deviceName(device);
    }

    void injected(int packet, long path) {
        if (!tables.isRouted(world.desk.target)
                && promises.contains(Promise.PATHS_COMPLETE)
                && !new PathJudge(world, tables).isComplete(packet, path)) {
            breaks(Promise.PATHS_COMPLETE, "packet " + packet);
        }
    }

    /** The manager has computed what is to be in the place of tables and paths, when some links are down. */
    void computed(long before, long after, long down) {
        if (promises.contains(Promise.UNAFFECTED_KEEP_PATHS) && !tables.isRouted(after)) {
            new PathJudge(world, tables).judgePlan(this, before, after, down);
        }
    }

    void discarded(int packet, int device, int ruleCase, boolean room) {
        String text = "packet " + packet + " at " + name(device) + ", case " + ruleCase;
        if (room) {
            breaks(Promise.NO_DISCARD_WITH_ROOM, text);
        }
        breaks(Promise.NO_DISCARD, text);
        breaks(Promise.LOST_ONLY_WITH_FAULT, text);
        if (!tables.isRouted(world.desk.target)) {
            breaks(Promise.PATHS_DISCARD_NOTHING, text);
        }
        if (!listedCases.contains(ruleCase)) {
            breaks(Promise.LISTED_CASES_ONLY, text);
        }
    }

    /**
     * No way leads on from a switch. One that has restarted without tables has none before it is sent some, and none
     * leads to a switch that is away; nor to one that was cut off while the manager brought the fabric up.
     */
    void unreachable(int packet, int device) {
        boolean isBlank = world.tables[device] == Tables.BLANK && (world.restarted >>> device & 1) != 0;
        if (isBlank || world.hasMissedSwitch() || world.mayHaveBeenCutApart()) {
            return;
        }
        String text = "packet " + packet + " at " + name(device);
        breaks(Promise.ALWAYS_A_WAY, text);
        breaks(Promise.LOST_ONLY_WITH_FAULT, text);
    }

    void deadOutput(int packet, int device) {
        breaks(Promise.LOST_ONLY_WITH_FAULT, "packet " + packet + " at " + name(device) + ", for a dead link");
    }

    void delivered(int packet, int device) {
        if (device != world.destinationDevice(packet)) {
            breaks(Promise.RIGHT_NIC, "packet " + packet + " at " + name(device));
        }
        for (int earlier = 0; earlier < packet; earlier++) {
            if (world.packets.get(earlier).equals(world.packets.get(packet))
                    && world.fate[earlier] == Fate.TRAVELLING) {
                breaks(Promise.ORDER, "packet " + packet + " before packet " + earlier + " at " + name(device));
            }
        }
    }

    /** A packet comes to a switch. */
    void visits(int packet, int device) {
        if (!world.remembersVisits) {
            return;
        }
        if ((world.visited[packet] >>> device & 1) != 0) {
            breaks(Promise.NO_REVISIT, "packet " + packet + " at " + name(device));
        }
        world.visited[packet] |= 1L << device;
    }

    void tablesSent(int device) {
        if (!world.isEmpty() && world.unseen == 0) {
            breaks(Promise.TABLES_TO_EMPTY_FABRIC, "tables are sent to " + name(device));
        }
    }

    /** A NIC is sent its first paths while the manager brings the fabric up. */
    void firstPathsSent(int nicDevice) {
        boolean[] reached = Discovery.reached(world.fabric, world.desk.manager.nic(), world.desk.manager.known());
        for (int device = 0; device < world.fabric.switchCount(); device++) {
            boolean hasNone = world.tables[device] == Tables.BLANK && (world.restarted >>> device & 1) == 0;
            if (hasNone && reached[device]) {
                breaks(
                        Promise.TABLES_BEFORE_PATHS,
                        name(nicDevice) + " is sent paths, and " + name(device) + " has no tables");
            }
        }
    }

    /** Judges after a step whether the scheme keeps out of a bring-up. */
    void bringsUp() {
        boolean acts = world.desk.timers != 0 || world.desk.reports.count() > 0;
        for (int i = 0; i < world.desk.smps.count(); i++) {
            acts |= world.desk.smps.argument(i) != ManagerEffect.UNTOLD;
        }
        for (long queue : world.outputs) {
            for (long rest = queue; rest != 0; rest = Queues.withoutFirst(rest)) {
                acts |= !Queues.isPacket(Queues.get(rest, 0));
            }
        }
        if (acts) {
            breaks(Promise.FIRST_TABLES_UNTOLD, "before the manager has sent all first tables");
        }
    }

    void reached(Milestone milestone) {
        if (milestone == Milestone.DRAINED && !world.isEmpty() && world.unseen == 0) {
            breaks(Promise.DRAINED_IS_EMPTY, "the manager says that the fabric is drained");
        }
        if (milestone == Milestone.STORED && world.unseen == 0) {
            allStored();
        }
    }

    /** Tables that a switch has stored may be in force there already, by the first token of the change. */
    private void allStored() {
        boolean[] reached = Discovery.reached(world.fabric, world.desk.manager.nic(), world.desk.manager.known());
        for (int device = 0; device < world.fabric.switchCount(); device++) {
            long due = tables.at(device, world.desk.target);
            if (reached[device] && world.stored[device] != due && world.tables[device] != due) {
                breaks(Promise.STORED_AS_SAID, name(device) + " has not stored its tables");
            }
        }
    }

    /** Judges the manager's claim that a change is complete. */
    void done() {
        behind(Promise.DONE_MEANS_INSTALLED, world.unsent);
        judgePaths();
    }

    /** @param excused switches that need not have the last tables, a bit each */
    private void behind(Promise promise, long excused) {
        boolean[] reached = Discovery.reached(world.fabric, world.desk.manager.nic(), world.desk.manager.known());
        for (int device = 0; device < world.fabric.switchCount(); device++) {
            boolean isInstalled =
                    world.tables[device] == tables.at(device, world.desk.target) && !world.isMixed(device);
            if (reached[device] && !isInstalled && (excused >>> device & 1) == 0) {
                breaks(promise, name(device) + " has older tables");
            }
        }
    }

    private void judgePaths() {
        if (promises.contains(Promise.PATHS_LEAD_THERE)) {
            new PathJudge(world, tables).judge(this);
        }
    }

    /** Judges an end: a state without a mandatory step. */
    void end() {
        for (int packet = 0; packet < world.fate.length; packet++) {
            if (world.fate[packet] == Fate.TRAVELLING) {
                breaks(Promise.NO_DEADLOCK, "packet " + packet + " and whatever it waits for");
            }
        }
        if (world.desk.manager.phase() != Phase.IDLE) {
            breaks(Promise.RUN_ENDS, "the manager waits for ever, phase " + world.desk.manager.phase());
        }
        if (world.startsBare() && world.desk.manager.isBare()) {
            endsBare();
        } else if (world.desk.target != Tables.BEFORE
                || world.desk.manager.state().change() > 0) {
            behind(Promise.ALL_ON_NEW, 0);
        }
        judgePaths();
    }

    /** A fabric stays bare for as long as there are no tables for what is found. */
    private void endsBare() {
        if (tables.next(world.desk.target, world.desk.manager.known()).change() != null) {
            breaks(Promise.RUN_ENDS, "the manager rests although there are tables for the bare fabric");
        }
    }

    void halted(int nicDevice) {
        breaks(Promise.ALL_INJECT, name(nicDevice));
    }
}
