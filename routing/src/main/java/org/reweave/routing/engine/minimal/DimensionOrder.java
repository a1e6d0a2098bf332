package org.reweave.routing.engine.minimal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.reweave.routing.engine.build.FixedHopRule;
import org.reweave.routing.engine.build.GridCoordinates;
import org.reweave.routing.engine.spi.EngineDescription;
import org.reweave.routing.engine.spi.EngineDescription.Promise;
import org.reweave.routing.engine.spi.EngineOption;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.model.Deviation;
import org.reweave.routing.table.BubbleRings;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Dimension-order routing: corrects the lowest differing coordinate first, by the shorter way round. To a destination
 * half a ring away it alternates between the ways ({@link GridCoordinates.Ties}), or goes towards plus with
 * {@code ties=plus}.
 *
 * <p>A mesh needs one lane. On a torus each ring has a dateline and two lanes: a path that crosses it is on VL 1 of
 * that ring from its first hop there to its last, any other on VL 0. The service level says which datelines a path
 * crosses, bit b for the b-th wrapped dimension, so that switches need only (out port, SL). Neither lane closes the
 * ring: on VL 0 no path uses the dateline link, on VL 1 paths of at most half a ring around the dateline leave the
 * opposite link unused. Source: routing/docs/engines.md; datelines: Dally and Seitz. Deviation: the lane is chosen for
 * the ring, not changed at the dateline, since SLtoVL does not know the lane a packet arrived on.
 *
 * <p>With {@code vl=bubble} a torus needs one lane and switches with bubble flow control: the tables declare the rings
 * whose dependencies they close ({@link BubbleRings}).
 */
@Deviation("Dally and Seitz, datelines")
public final class DimensionOrder implements RoutingEngine {
    private static final int MAX_LEVELS = 16;
    private static final String BUBBLE =
            "bubble flow control is a promise of the switches and not in the tables: switches without it deadlock";

    private static final EngineOption VL = EngineOption.words(
            "vl", "how a torus avoids cycles: two lanes with a dateline, or one with bubbles", "dateline", "bubble");

    private static final EngineOption TIES = EngineOption.words(
            "ties",
            "the way to destinations half a ring away: both, by the parity of the destination's place, or towards plus",
            "alternate",
            "plus");

    private static final EngineDescription DESCRIPTION = new EngineDescription(
            "dimension-order",
            "lowest dimension first, minimal: meshes on 1 VL, tori on 2 VLs with datelines or 1 VL with bubbles (vl=bubble);"
                    + " refuses faults",
            Set.of(Promise.DEADLOCK_FREE, Promise.SHORTEST_PATHS),
            VL,
            TIES);

    @Override
    public EngineDescription description() {
        return DESCRIPTION;
    }

    @Override
    public RoutingTables route(Fabric fabric, Faults faults, EngineOptions options) {
        DESCRIPTION.requireKnown(options);
        boolean bubble = VL.of(name(), options).equals("bubble");
        GridCoordinates grid = new GridCoordinates(
                fabric,
                name(),
                TIES.of(name(), options).equals("plus") ? GridCoordinates.Ties.PLUS : GridCoordinates.Ties.ALTERNATE);
        if (!bubble && 1 << grid.wrappedDimensions() > MAX_LEVELS) {
            throw new UnroutableException(
                    "dimension-order needs one bit of the service level per wrapped dimension, and " + fabric.name()
                            + " has " + grid.wrappedDimensions()
                            + "; 4 are possible (16 service levels); use vl=bubble or updown");
        }
        SwitchGraph graph = SwitchGraph.of(fabric, faults);
        FixedHopRule rule = new FixedHopRule(name(), fabric, graph) {
            @Override
            protected int nextSwitch(int switchDevice, int destinationSwitch, int nicOrdinal) {
                return grid.next(switchDevice, destinationSwitch);
            }

            @Override
            protected boolean waysToAll(int here, byte[] portTo, byte[] ways) {
                return grid.waysToAll(here, portTo, ways);
            }
        };
        ForwardingTable[] lft = rule.fill(faults);
        if (bubble || grid.wrappedDimensions() == 0) {
            RoutingTables tables = new RoutingTables(fabric, name(), lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
            List<int[]> rings = bubble ? rings(fabric, faults, grid) : List.of();
            return rings.isEmpty()
                    ? tables
                    : tables.with(new BubbleRings(fabric, rings, 0)).withRemarks(List.of(BUBBLE));
        }
        return new RoutingTables(
                fabric, name(), lft, new DatelineLanes(fabric, grid), new DatelineLevels(fabric, grid));
    }

    /**
     * The directed links of the rings that need a bubble. A ring without one of its links is none: paths that would
     * need the link lead to nothing that is still connected.
     */
    private static List<int[]> rings(Fabric fabric, Faults faults, GridCoordinates grid) {
        List<int[]> rings = new ArrayList<>();
        for (int[] switches : grid.closedRings()) {
            int[] links = new int[switches.length];
            for (int i = 0; i < links.length; i++) {
                links[i] = onlyLink(fabric, faults, switches[i], switches[(i + 1) % links.length]);
            }
            if (Arrays.stream(links).allMatch(link -> link >= 0)) {
                rings.add(links);
            }
        }
        return rings;
    }

    /**
     * The working link from a switch to the next one of its ring; -1 = there is none. With parallel links the room that
     * the bubble keeps free on one would be of no use to a packet that goes by the other.
     */
    private static int onlyLink(Fabric fabric, Faults faults, int from, int to) {
        int found = -1;
        for (int port = 1; port <= fabric.portCount(from); port++) {
            if (fabric.peer(from, port) == to && faults.portUp(fabric, from, port)) {
                if (found >= 0) {
                    throw new UnroutableException("dimension-order: vl=bubble needs rings of single links, and "
                            + fabric.deviceName(from) + " and " + fabric.deviceName(to) + " of " + fabric.name()
                            + " have several; use vl=dateline, or updown");
                }
                found = fabric.directedLink(from, port);
            }
        }
        return found;
    }

    /**
     * VL = the bit of the SL that belongs to the out port's dimension; 0 towards NICs, from NICs, and where there is no
     * ring.
     */
    private static final class DatelineLanes implements SlToVl {
        private final Fabric fabric;
        private final byte[] bit; // [dense port]; -1 = always VL 0

        DatelineLanes(Fabric fabric, GridCoordinates grid) {
            this.fabric = fabric;
            this.bit = new byte[fabric.totalPorts()];
            Arrays.fill(bit, (byte) -1);
            for (int s = 0; s < fabric.switchCount(); s++) {
                for (int port = 1; port <= fabric.portCount(s); port++) {
                    int peer = fabric.peer(s, port);
                    if (peer >= 0 && fabric.isSwitch(peer)) {
                        bit[fabric.portIndex(s, port)] = (byte) grid.datelineBit(s, peer);
                    }
                }
            }
        }

        @Override
        public int lane(int device, int inPort, int outPort, int level) {
            int shift = bit[fabric.portIndex(device, outPort)];
            return shift < 0 ? 0 : level >> shift & 1;
        }

        @Override
        public int laneCount() {
            return 2;
        }
    }

    /** SL = the datelines that the path from the NIC's attached switch to the LID's crosses. */
    private static final class DatelineLevels implements PathLevels {
        private final Fabric fabric;
        private final GridCoordinates grid;
        private final int[] switchOfLid; // [LID]; -1 = no such LID

        DatelineLevels(Fabric fabric, GridCoordinates grid) {
            this.fabric = fabric;
            this.grid = grid;
            this.switchOfLid = new int[fabric.largestLid() + 1];
            Arrays.fill(switchOfLid, -1);
            for (int s = 0; s < fabric.switchCount(); s++) {
                switchOfLid[fabric.switchLid(s)] = s;
                for (int port = 1; port <= fabric.portCount(s); port++) {
                    int peer = fabric.peer(s, port);
                    if (peer >= 0 && !fabric.isSwitch(peer)) {
                        switchOfLid[fabric.nicLid(peer, fabric.peerPort(s, port))] = s;
                    }
                }
            }
        }

        @Override
        public int level(int sourceNicDevice, int destinationLid) {
            int from = fabric.attachedSwitch(sourceNicDevice);
            int to = switchOfLid[destinationLid];
            return from < 0 || to < 0 ? 0 : grid.datelinesCrossed(from, to);
        }

        @Override
        public int levelCount() {
            return 1 << grid.wrappedDimensions();
        }
    }
}
