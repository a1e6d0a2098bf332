package org.reweave.routing.engine.tree;

import java.util.Arrays;
import java.util.Set;
import org.reweave.routing.engine.build.FixedHopRule;
import org.reweave.routing.engine.build.ShapePlaces;
import org.reweave.routing.engine.spi.EngineDescription;
import org.reweave.routing.engine.spi.EngineDescription.Promise;
import org.reweave.routing.engine.spi.EngineOption;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.kns.IntermediateNodes;
import org.reweave.routing.kns.IntermediateTable;
import org.reweave.routing.kns.KnsForwarder;
import org.reweave.routing.kns.KnsGrid;
import org.reweave.routing.kns.KnsHeader;
import org.reweave.routing.kns.KnsRoutes;
import org.reweave.routing.kns.Ties;
import org.reweave.routing.kns.WholeCubes;
import org.reweave.routing.model.Deviation;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.Shape;
import org.reweave.routing.topology.SwitchGraph;

/**
 * Hybrid-DOR on k-ary n-direct s-indirect networks: the lowest dimension in which a router and the destination's differ
 * first, through that row's crossbar or, with s > 1, through its fat tree by d-mod-k. Minimal; dimensions only rise and
 * each tree is crossed up and then down, so one lane is enough.
 *
 * <p>With the option {@code intermediates} a tree that has lost a link or a switch is crossed by up*&#47;down*, and
 * pairs whose path has a fault go by that many intermediate routers at most, which their source writes into the
 * packet's header, on a lane more each; the option {@code adaptive} adds lanes that any sub-path may use, and the
 * option {@code order} lets packets cross dimensions on those lanes out of turn, which takes sub-paths too, and
 * {@code ties} says which of equally good intermediates is taken (KNS §4; {@code routing/docs/kns.md}).
 *
 * <p>Only routers' LIDs and NICs' are routed, not those of the switches between. Source: KNS §4, Hybrid-DOR; d-mod-k
 * within a tree is our choice, the paper leaves it open.
 */
@Deviation("KNS §4, adaptive option")
public final class HybridDor implements RoutingEngine {
    private static final String INTERMEDIATES = "intermediates";
    private static final String ADAPTIVE = "adaptive";
    private static final String ORDER = "order";
    private static final String ANY_ORDER = "any";
    private static final String RISING = "rising";
    private static final String PAIRS = "pairs";
    private static final EngineOption TIES = EngineOption.words(
            "ties", "which of equally good intermediates: by row, or drawn for each pair", "rows", PAIRS);
    private static final int MAX_LANES = 15;

    private static final EngineDescription DESCRIPTION = new EngineDescription(
            "hybrid-dor",
            "lowest dimension first on k-ary n-direct s-indirect networks: minimal, one lane; refuses faults, or with"
                    + " intermediates=1|2|.. goes around them, on a lane more each",
            Set.of(Promise.DEADLOCK_FREE, Promise.SHORTEST_PATHS),
            EngineOption.text(INTERMEDIATES, "0", "most intermediate routers of a path around faults"),
            EngineOption.text(ADAPTIVE, "0", "VLs more that any sub-path may use"),
            EngineOption.text(
                    ORDER,
                    RISING,
                    "order of dimensions on those VLs: rising, or any, which uses up sub-paths of intermediates"),
            TIES);

    @Override
    public EngineDescription description() {
        return DESCRIPTION;
    }

    @Override
    public RoutingTables route(Fabric fabric, Faults faults, EngineOptions options) {
        DESCRIPTION.requireKnown(options);
        int intermediates = number(options, INTERMEDIATES);
        IntermediateNodes.requireBound(intermediates);
        int adaptive = number(options, ADAPTIVE);
        if (adaptive < 0 || 1 + intermediates + adaptive > MAX_LANES) {
            throw new IllegalArgumentException("adaptive = " + adaptive + " is not in 0.."
                    + (MAX_LANES - 1 - intermediates) + ": there are " + MAX_LANES + " VLs, and sub-paths need "
                    + (1 + intermediates));
        }
        boolean anyOrder = isAnyOrder(options, intermediates, adaptive);
        Ties ties = TIES.of(name(), options).equals(PAIRS) ? Ties.PAIRS : Ties.ROWS;
        ShapePlaces places = new ShapePlaces(fabric, name(), Shape.Family.KNS, "k-ary n-direct s-indirect networks");
        places.requireNicsAtZero(name(), 0, "routers");
        SwitchGraph graph = SwitchGraph.of(fabric, faults);
        if (intermediates + adaptive > 0) {
            return around(fabric, faults, graph, places, intermediates, adaptive, anyOrder, ties);
        }
        ForwardingTable[] lft = new Rule(fabric, graph, places, RowDetours.none(fabric)).fill(faults);
        return new RoutingTables(fabric, name(), lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
    }

    private static int number(EngineOptions options, String name) {
        String text = options.get(name, "0");
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " = '" + text + "' is no number; use 1 or 2", e);
        }
    }

    private static boolean isAnyOrder(EngineOptions options, int intermediates, int adaptive) {
        String order = options.get(ORDER, RISING);
        if (!order.equals(RISING) && !order.equals(ANY_ORDER)) {
            throw new IllegalArgumentException(ORDER + " = '" + order + "'; use " + RISING + " or " + ANY_ORDER);
        }
        boolean any = order.equals(ANY_ORDER);
        if (any && (intermediates == 0 || adaptive == 0)) {
            throw new IllegalArgumentException(ORDER + " = any with intermediates = " + intermediates
                    + " and adaptive = " + adaptive
                    + ": a packet that crosses a lower dimension after a higher one begins another sub-path and enters it"
                    + " by adaptive VLs; raise both to at least 1, or use " + ORDER + " = " + RISING);
        }
        return any;
    }

    /**
     * Tables without the entries whose Hybrid-DOR path meets a fault: no packet with a list of intermediates uses such
     * an entry.
     */
    private RoutingTables around(
            Fabric fabric,
            Faults faults,
            SwitchGraph graph,
            ShapePlaces places,
            int intermediates,
            int adaptive,
            boolean anyOrder,
            Ties ties) {
        KnsGrid grid = grid(fabric);
        Rule rule = new Rule(fabric, graph, places, RowDetours.of(grid, faults)) {
            @Override
            protected void stuck(int switchDevice, int destinationSwitch, int next) {
                // left without an entry
            }
        };
        ForwardingTable[] lft = rule.fill(faults);
        KnsRoutes routes = KnsRoutes.of(grid, faults, intermediates, ties);
        IntermediateTable[] lists = new IntermediateTable[grid.routerCount()];
        Arrays.setAll(lists, routes::associative);
        requireLists(grid, graph, lists, intermediates);
        int[] routerOf = routersByLid(grid);
        WholeCubes cubes = new WholeCubes(grid, faults);
        return new RoutingTables(
                        fabric, name(), lft, new ConstantLanes(1 + intermediates + adaptive), PathLevels.SINGLE_LEVEL)
                .with(
                        (nic, lid) -> {
                            int source = grid.router(fabric.attachedSwitch(nic));
                            long header = lists[source].header(routerOf[lid]);
                            if (header == KnsHeader.UNREACHABLE) {
                                return 0;
                            }
                            return anyOrder ? cubes.allowed(header, source, routerOf[lid]) : header;
                        },
                        new KnsForwarder(grid, routerOf, 1 + intermediates, adaptive));
    }

    private KnsGrid grid(Fabric fabric) {
        try {
            return KnsGrid.of(fabric);
        } catch (IllegalArgumentException e) {
            throw new UnroutableException(name() + ": " + e.getMessage());
        }
    }

    private void requireLists(KnsGrid grid, SwitchGraph graph, IntermediateTable[] lists, int intermediates) {
        Fabric fabric = grid.fabric();
        for (int s = 0; s < lists.length; s++) {
            for (int d = 0; d < lists.length; d++) {
                boolean cut = lists[s].header(d) == KnsHeader.UNREACHABLE;
                if (cut && graph.connected(grid.device(s), grid.device(d))) {
                    throw new UnroutableException(name() + " cannot route " + fabric.name() + ": "
                            + fabric.deviceName(grid.device(s)) + " reaches " + fabric.deviceName(grid.device(d))
                            + " by no " + intermediates + " intermediate nodes; raise intermediates (at most "
                            + IntermediateNodes.MAX + "), or use updown");
                }
            }
        }
    }

    /** The router that a NIC's LID or a router's own belongs to; [lid], 0 where there is none. */
    private static int[] routersByLid(KnsGrid grid) {
        Fabric fabric = grid.fabric();
        int[] routerOf = new int[fabric.largestLid() + 1];
        for (int r = 0; r < grid.routerCount(); r++) {
            routerOf[fabric.switchLid(grid.device(r))] = r;
        }
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            int device = fabric.nicDevice(nic);
            for (int port = 1; port <= fabric.portCount(device); port++) {
                int peer = fabric.peer(device, port);
                if (peer >= 0 && fabric.isSwitch(peer)) {
                    routerOf[fabric.nicLid(device, port)] = grid.router(peer);
                }
            }
        }
        return routerOf;
    }

    /** Several lanes, of which packets enter on the first; the trail says when they go on to the next. */
    private record ConstantLanes(int laneCount) implements SlToVl {
        @Override
        public int lane(int device, int inPort, int outPort, int level) {
            return 0;
        }
    }

    private static class Rule extends FixedHopRule {
        private final ShapePlaces places;
        private final RowDetours detours;
        private final int stages;
        private final int arity; // of the trees: arity^stages = k

        Rule(Fabric fabric, SwitchGraph graph, ShapePlaces places, RowDetours detours) {
            super("hybrid-dor", fabric, graph);
            this.places = places;
            this.detours = detours;
            this.stages = (places.size(0) - 1) / (places.dimensions() - 1);
            int root = 2;
            while (power(root, stages) < places.size(1)) {
                root++;
            }
            this.arity = root;
        }

        private static long power(int base, int exponent) {
            long power = 1;
            for (int i = 0; i < exponent; i++) {
                power *= base;
            }
            return power;
        }

        /** Coordinate 0 is 0 for a router, else it tells the dimension and the tier of a network's switch. */
        @Override
        protected int nextSwitch(int here, int destination, int nicOrdinal) {
            if (places.at(destination, 0) != 0) {
                return NONE;
            }
            int kind = places.at(here, 0);
            if (kind > 0) {
                return inNetwork(here, (kind - 1) % stages, 1 + (kind - 1) / stages, destination);
            }
            int dimension = 1;
            while (places.at(here, dimension) == places.at(destination, dimension)) {
                dimension++;
            }
            int bottom = 1 + (dimension - 1) * stages + stages - 1;
            return places.changed(here, 0, bottom, dimension, places.at(here, dimension) / arity);
        }

        /** @param dimension of the network, as a coordinate of the fabric */
        private int inNetwork(int here, int tier, int dimension, int destination) {
            int x = places.at(destination, dimension);
            int from = places.at(here, dimension);
            int to = x / arity; // its bottom switch
            boolean below = true;
            for (int digit = 0; digit < tier; digit++) {
                below &= digit(from, digit) == digit(to, digit);
            }
            if (below && tier == stages - 1) {
                return places.changed(here, 0, 0, dimension, x);
            }
            if (detours.cover(here)) {
                return detours.next(here, x);
            }
            int kind = places.at(here, 0);
            if (below) {
                return places.changed(here, 0, kind + 1, dimension, withDigit(from, tier, digit(to, tier)));
            }
            int value = tier == stages - 1 ? x % arity : digit(to, tier);
            return places.changed(here, 0, kind - 1, dimension, withDigit(from, tier - 1, value));
        }

        private int digit(int place, int digit) {
            return (int) (place / power(arity, digit) % arity);
        }

        private int withDigit(int place, int digit, int value) {
            return (int) (place + (value - digit(place, digit)) * power(arity, digit));
        }
    }
}
