package org.reweave.routing.rftr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.engine.updown.UpDownOrder;
import org.reweave.routing.model.Deviation;
import org.reweave.routing.table.AddressedPaths;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Reachability-based fault-tolerant routing: after each fault the paths it broke are replaced by joining two subpaths
 * of others, with a VL transition at the joint where the underlying routing forbids the turn. The installed entries are
 * read through {@link AddressedPaths}.
 *
 * <p>Affected paths are dropped first, in one go; pairs are then served in ascending order, each new path is there for
 * the next, and those without a joint are tried again until nothing changes. Two VLs, one transition a path, must do; a
 * further VL is opened for pairs that remain. All NICs of a switch share their path to a NIC. Source: thesis ch. 5,
 * routing/docs/engines.md. Deviations: a switch reaches itself in no hops, so that a whole path may serve a neighbour
 * NIC; an address (LID) is shared by new paths whose entries agree, never by a pair's failed and new path.
 *
 * <p>Not thread-safe; {@link #copy} before faults to try several sets.
 */
@Deviation("thesis ch. 5, RFTR, intermediate switches")
@Deviation("thesis ch. 5, RFTR, addresses")
public final class Rftr implements AddressedPaths {
    /** Data VLs that a path may climb through. */
    public static final int MAX_LANES = 8;

    /** VLs that a path with a transition needs. */
    private static final int MIN_LANES = 2;

    /**
     * The effect of one fault.
     *
     * @param affected flows (switch, NIC) whose path broke, those of failed ends left out
     * @param restored of them, flows with a new path
     * @param lost flows without a joint: cut off, or not tolerated
     * @param refused flows with a joint but no VL, SL or LID left for any path: reconfigure (EBR)
     * @param changedEntries forwarding entries that the new paths installed or share
     */
    public record Outcome(int affected, int restored, int lost, int refused, int changedEntries) {}

    private final RftrPaths paths;
    private final TurnRule turns;
    private final int freeLanes;
    private final RftrJoiner joiner;
    private final List<Dropped> held = new ArrayList<>(); // paths that have failed and whose entries stay for now

    /** A path that has failed, with the entries that it had. */
    private record Dropped(int nic, int level, int address, int[] path) {}

    private Rftr(RftrPaths paths, TurnRule turns, int freeLanes) {
        this.paths = paths;
        this.turns = turns;
        this.freeLanes = freeLanes;
        this.joiner = new RftrJoiner(paths, turns);
    }

    /**
     * Starts from tables on one VL and one SL.
     *
     * @param lanes VLs for paths without a transition: 1, or 2 as in the thesis
     * @param seed of their draws
     * @throws UnroutableException when the tables use more than a VL, or turns that the rule forbids
     */
    public static Rftr of(RoutingTables tables, TurnRule turns, int lanes, long seed) {
        Fabric fabric = tables.fabric();
        if (tables.slToVl().laneCount() != 1 || tables.pathLevels().levelCount() != 1) {
            throw new UnroutableException("rftr starts from tables on one VL and one SL, and those of "
                    + tables.engine()
                    + " for " + fabric.name() + " use " + tables.slToVl().laneCount() + " and "
                    + tables.pathLevels().levelCount() + "; start from updown");
        }
        if (lanes < 1 || lanes > MAX_LANES) {
            throw new IllegalArgumentException(
                    "rftr: " + lanes + " VLs for paths without transitions; give 1 to " + MAX_LANES);
        }
        RftrPaths paths = new RftrPaths(new RftrWiring(fabric), tables, lanes, seed);
        for (int[] path : paths.path) {
            for (int i = 1; path != null && i < path.length; i++) {
                if (turns.isForbidden(path[i - 1] >> 1, path[i] >> 1)) {
                    throw new UnroutableException("rftr: the tables of " + tables.engine() + " for " + fabric.name()
                            + " take a turn that their rule forbids, through "
                            + fabric.linkName(path[i - 1] >> 2));
                }
            }
        }
        return new Rftr(paths, turns, lanes);
    }

    /** Starts from up*&#47;down* tables over a BFS tree with the root {@code auto}; parameters as in {@link #of}. */
    public static Rftr overUpDown(Fabric fabric, int lanes, long seed) {
        RoutingTables tables =
                EngineRegistry.load().engine("updown").route(fabric, Faults.none(), EngineOptions.none());
        SwitchGraph graph = SwitchGraph.of(fabric, Faults.none());
        UpDownOrder order = UpDownOrder.of(fabric, graph, UpDownOrder.Tree.BFS, "auto");
        return of(tables, TurnRules.upDown(fabric, order), lanes, seed);
    }

    /** An independent copy of this network and its state, all of whose failed paths are released. */
    public Rftr copy() {
        return new Rftr(new RftrPaths(paths), turns.copy(), freeLanes);
    }

    /**
     * One link or switch fails for good.
     *
     * @param draw of which the VLs of new paths without a transition are a function
     */
    public Outcome fail(Element kind, int element, long draw) {
        Outcome outcome = failWithOthers(kind, element, draw);
        release();
        return outcome;
    }

    /**
     * One of several links or switches fails for good, all of which become known at once. Until {@link #release} no new
     * path takes the place of an entry of the paths that were there before the first of them: packets may be on these.
     */
    public Outcome failWithOthers(Element kind, int element, long draw) {
        RftrWiring wiring = paths.wiring;
        int failedSwitch = kind == Element.SWITCH ? element : -1;
        int[] affected = paths.usersOf(kind == Element.LINK ? new int[] {element} : linksOf(element));
        int[][] dropped = new int[affected.length][];
        int waiting = 0;
        int[] queue = new int[affected.length];
        for (int i = 0; i < affected.length; i++) {
            dropped[i] = paths.path[affected[i]];
            paths.path[affected[i]] = null;
        }
        long[] old = new long[affected.length];
        for (int i = 0; i < affected.length; i++) {
            int flow = affected[i];
            old[i] = paths.level[flow] | (long) paths.address[flow] << 8;
            if (flow / wiring.nics != failedSwitch && wiring.nicSwitch[flow % wiring.nics] != failedSwitch) {
                queue[waiting++] = flow;
            }
        }
        if (failedSwitch >= 0) {
            dropLocal(failedSwitch);
        }
        Outcome outcome = serve(queue, waiting, draw);
        for (int i = 0; i < affected.length; i++) {
            held.add(new Dropped(affected[i] % wiring.nics, (int) old[i] & 0xff, (int) (old[i] >> 8), dropped[i]));
        }
        return outcome;
    }

    /** The entries of all paths that have failed may give way to others. */
    public void release() {
        for (Dropped path : held) {
            paths.levels.release(path.path, path.level);
            paths.addresses.release(path.nic, path.address, path.path);
        }
        held.clear();
    }

    /** Retries leftovers until none gets a path; a third VL, or more, is opened only to those that two cannot serve. */
    private Outcome serve(int[] queue, int waiting, long draw) {
        joiner.begin();
        int left = waiting;
        int refused = 0;
        int entries = 0;
        int maxLanes = Math.max(freeLanes, MIN_LANES);
        while (left > 0) {
            refused = 0;
            int kept = 0;
            for (int i = 0; i < left; i++) {
                int flow = queue[i];
                RftrJoiner.Answer answer = joiner.join(flow, draw, freeLanes, maxLanes);
                if (answer == RftrJoiner.Answer.INSTALLED) {
                    entries += paths.path[flow].length;
                } else {
                    queue[kept++] = flow;
                    refused += answer == RftrJoiner.Answer.NO_RESOURCES ? 1 : 0;
                }
            }
            if (kept == left && (refused == 0 || ++maxLanes > MAX_LANES)) {
                break;
            }
            left = kept;
        }
        return new Outcome(waiting, waiting - left, left - refused, refused, entries);
    }

    private int[] linksOf(int s) {
        Fabric fabric = paths.wiring.fabric;
        int[] links = new int[fabric.portCount(s)];
        int count = 0;
        for (int port = 1; port <= fabric.portCount(s); port++) {
            int link = fabric.link(s, port);
            if (link >= 0 && fabric.isTrunk(link)) {
                links[count++] = link;
            }
        }
        return Arrays.copyOf(links, count);
    }

    /** Paths within a failed switch use no link. */
    private void dropLocal(int s) {
        for (int nic = 0; nic < paths.wiring.nics; nic++) {
            if (paths.wiring.nicSwitch[nic] == s) {
                paths.path[s * paths.wiring.nics + nic] = null;
            }
        }
    }

    private int flow(int sourceNic, int destinationNic) {
        return paths.wiring.nicSwitch[sourceNic] * paths.wiring.nics + destinationNic;
    }

    @Override
    public Fabric fabric() {
        return paths.wiring.fabric;
    }

    @Override
    public int address(int sourceNic, int destinationNic) {
        int flow = flow(sourceNic, destinationNic);
        return paths.path[flow] == null ? -1 : paths.address[flow];
    }

    @Override
    public int level(int sourceNic, int destinationNic) {
        return paths.level[flow(sourceNic, destinationNic)];
    }

    @Override
    public int outPort(int switchDevice, int destinationNic, int address) {
        if (paths.wiring.nicSwitch[destinationNic] == switchDevice) {
            return paths.wiring.nicPort[destinationNic];
        }
        int port = paths.addresses.outPort(switchDevice, destinationNic, address);
        return port == 0 ? NO_ENTRY : port;
    }

    @Override
    public int lane(int switchDevice, int inPort, int outPort, int level) {
        Fabric fabric = paths.wiring.fabric;
        boolean injected = inPort == 0 || !fabric.isSwitch(fabric.peer(switchDevice, inPort));
        return paths.levels.lane(switchDevice, injected ? 0 : inPort, outPort, level);
    }

    @Override
    public int laneCount() {
        int most = 0;
        for (int flow = 0; flow < paths.path.length; flow++) {
            if (paths.path[flow] != null) {
                most = Math.max(most, paths.lane[flow] + RftrWiring.transitions(paths.path[flow]));
            }
        }
        return most + 1;
    }

    @Override
    public int levelCount() {
        int used = 0;
        for (int flow = 0; flow < paths.path.length; flow++) {
            if (paths.path[flow] != null && paths.path[flow].length > 0) {
                used |= 1 << paths.level[flow];
            }
        }
        return Math.max(1, 32 - Integer.numberOfLeadingZeros(used));
    }

    /** Addresses that a NIC has or had in use, the first included. */
    public int addressCount(int nic) {
        return paths.addresses.count(nic);
    }

    @Override
    public int addressCount() {
        int most = 1;
        for (int nic = 0; nic < paths.wiring.nics; nic++) {
            most = Math.max(most, paths.addresses.count(nic));
        }
        return most;
    }
}
