package org.reweave.routing.engine.minimal;

import java.util.Arrays;
import java.util.Set;
import org.reweave.routing.engine.build.FixedHopRule;
import org.reweave.routing.engine.build.GridCoordinates;
import org.reweave.routing.engine.build.TableFiller;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.model.Deviation;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Dimension-order routing: corrects the lowest differing coordinate first, by the shorter way round (exactly half:
 * towards plus).
 *
 * <p>A mesh needs one lane. On a torus each ring has a dateline and two lanes: a path that crosses it is on VL 1 of
 * that ring from its first hop there to its last, any other on VL 0. The service level says which datelines a path
 * crosses, bit b for the b-th wrapped dimension, so that switches need only (out port, SL). Neither lane closes the
 * ring: on VL 0 no path uses the dateline link, on VL 1 paths of at most half a ring around the dateline leave the
 * opposite link unused. Source: routing/docs/engines.md; datelines: Dally and Seitz. Deviation: the lane is chosen for
 * the ring, not changed at the dateline, since SLtoVL does not know the lane a packet arrived on.
 */
@Deviation("Dally and Seitz, datelines")
public final class DimensionOrder implements RoutingEngine {
    private static final int MAX_LEVELS = 16;

    @Override
    public String name() {
        return "dimension-order";
    }

    @Override
    public String summary() {
        return "lowest dimension first, minimal: meshes on 1 VL, tori on 2 VLs with datelines; refuses faults";
    }

    @Override
    public Set<String> optionNames() {
        return Set.of("vl");
    }

    @Override
    public boolean deadlockFree() {
        return true;
    }

    @Override
    public boolean minimal() {
        return true;
    }

    @Override
    public RoutingTables route(Fabric fabric, Faults faults, EngineOptions options) {
        options.requireKnown(name(), optionNames());
        String vl = options.get("vl", "dateline");
        if (vl.equals("bubble")) {
            throw new IllegalArgumentException("dimension-order: vl=bubble is not supported; use vl=dateline");
        } else if (!vl.equals("dateline")) {
            throw new IllegalArgumentException("dimension-order: vl=" + vl + " is not known; use vl=dateline");
        }
        GridCoordinates grid = new GridCoordinates(fabric, name());
        if (1 << grid.wrappedDimensions() > MAX_LEVELS) {
            throw new UnroutableException(
                    "dimension-order needs one bit of the service level per wrapped dimension, and " + fabric.name()
                            + " has " + grid.wrappedDimensions() + "; 4 are possible (16 service levels); use updown");
        }
        SwitchGraph graph = SwitchGraph.of(fabric, faults);
        FixedHopRule rule = new FixedHopRule(name(), fabric, graph) {
            @Override
            protected int nextSwitch(int switchDevice, int destinationSwitch, int nicOrdinal) {
                return grid.next(switchDevice, destinationSwitch);
            }
        };
        byte[][] lft = TableFiller.fill(fabric, faults, graph, rule);
        if (grid.wrappedDimensions() == 0) {
            return new RoutingTables(fabric, name(), lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
        }
        return new RoutingTables(
                fabric, name(), lft, new DatelineLanes(fabric, grid), new DatelineLevels(fabric, grid));
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
            this.switchOfLid = new int[RoutingTables.lidMax(fabric) + 1];
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
