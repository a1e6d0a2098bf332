package org.reweave.reconfig.explore;

import static org.reweave.reconfig.explore.SmallFabrics.packets;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.reweave.reconfig.localreroute.Dlr;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.rerouting.LocalRerouting;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/**
 * Models on the 2-ary 3-tree. NIC 4b + 2a + c is the one at port c + 1 of bottom switch t2_ba. Without faults packets
 * from it to 4B + 2A + C go up to middle switch t1_Ca; to the other half (A not a) on to top switch t0_CB and down to
 * t1_CA; and in both cases down to t2_BA.
 */
final class FatTrees {
    static final Fabric TREE = FabricGenerators.parse("k-ary-n-tree:2,3");
    private static final Function<Faults, RoutingTables> ROUTES = routes(TREE);

    /** A link between the lower tiers that packets for NIC 0 go down, and its like in the other half, for NIC 3. */
    static final int LOW = link("t1_00", "t2_00");

    static final int LOW_ACROSS = link("t1_11", "t2_01");

    /** A link between the upper tiers. */
    static final int HIGH = link("t0_00", "t1_00");

    /** Packets that come down the two low links, enough of them to fill the channels there and back. */
    private static final int[] RING = {60, 60, 60, 60, 43, 43, 43, 43};

    private FatTrees() {}

    private static Function<Faults, RoutingTables> routes(Fabric fabric) {
        return faults -> EngineRegistry.load().engine("fat-tree").route(fabric, faults, EngineOptions.none());
    }

    /**
     * A 2-ary 2-tree, for full searches: the link from top switch t0_0 down to the switch of NICs 0 and 1 fails, and
     * may work again.
     */
    static Model smallTree(Scheme scheme, LocalRerouting rule, int... sourcesAndDestinations) {
        Fabric tree = FabricGenerators.parse("k-ary-n-tree:2,2");
        List<Integer> link = List.of(tree.link(tree.deviceByName("t0_0"), 1));
        String name = "2-ary 2-tree " + rule.methodName();
        return returning(Model.failing(name, scheme, routes(tree), link, packets(sourcesAndDestinations))
                .with(SchemeOptions.DEFAULT.with(Dlr.ALGORITHM, rule)));
    }

    /**
     * A 3-ary 2-tree, the smallest that promises to survive two faults. NIC 3b + c is at port c + 1 of bottom switch
     * t1_b; packets for it from other switches go by top switch t0_c. Two links fail, of the three down to t1_0 and two
     * to t1_1, where packets turn.
     */
    static Model wideTree(Scheme scheme, LocalRerouting rule, int... sourcesAndDestinations) {
        Fabric tree = FabricGenerators.parse("k-ary-n-tree:3,2");
        List<Integer> fragile = List.of(
                link(tree, "t0_0", "t1_0"),
                link(tree, "t0_0", "t1_1"),
                link(tree, "t0_1", "t1_0"),
                link(tree, "t0_1", "t1_1"),
                link(tree, "t0_2", "t1_0"));
        String name = "3-ary 2-tree " + rule.methodName();
        Model model = Model.failing(name, scheme, routes(tree), fragile, packets(sourcesAndDestinations))
                .with(SchemeOptions.DEFAULT.with(Dlr.ALGORITHM, rule));
        return model.with(model.bounds().withFaults(2, 2, 0));
    }

    /** One of some links fails under packets. */
    static Model tree(Scheme scheme, LocalRerouting rule, List<Integer> links, int... sourcesAndDestinations) {
        return Model.failing(
                        "2-ary 3-tree " + rule.methodName(), scheme, ROUTES, links, packets(sourcesAndDestinations))
                .with(SchemeOptions.DEFAULT.with(Dlr.ALGORITHM, rule));
    }

    /** The fault may be over before the packets are. */
    static Model returning(Model model) {
        return model.with(model.bounds().withFaults(1, 1, 1));
    }

    /** One link works again before the other one fails, but packets that went round it may still be there. */
    static Model inTurn(Model model) {
        return model.with(Bounds.LEAST.withFaults(2, 1, 1));
    }

    /**
     * Two links fail, in different halves of the tree. Packets round each of them turn back up where the others' way up
     * begins: on one lane they can wait for each other in a ring of eight channels.
     */
    static Model ringOfTurns(Scheme scheme, LocalRerouting rule) {
        Model model = tree(scheme, rule, List.of(LOW, LOW_ACROSS), RING);
        return model.with(model.bounds().withFaults(2, 2, 0));
    }

    /** Tables for no fault, as a new routing that goes round both of these links all the same: down, and up again. */
    static Model tablesThatTurn(Scheme scheme) {
        RoutingTables before = ROUTES.apply(Faults.none());
        byte[][] lft = new byte[TREE.switchCount()][];
        for (int s = 0; s < lft.length; s++) {
            lft[s] = before.lft(s);
        }
        point(lft, "t1_00", 0, "t2_10");
        point(lft, "t2_10", 0, "t1_10");
        point(lft, "t1_11", 3, "t2_11");
        point(lft, "t2_11", 3, "t1_01");
        RoutingTables after = new RoutingTables(TREE, "hand-made", lft, before.slToVl(), before.pathLevels());
        return Model.planned("2-ary 3-tree, turning tables", scheme, before, after, packets(RING));
    }

    private static void point(byte[][] lft, String from, int nic, String to) {
        int here = TREE.deviceByName(from);
        int end = TREE.nicDevice(nic);
        for (int port = 1; port <= TREE.portCount(here); port++) {
            if (TREE.peer(here, port) == TREE.deviceByName(to)) {
                lft[here][TREE.nicLid(end, TREE.attachedPort(end))] = (byte) port;
            }
        }
    }

    static int link(String upper, String lower) {
        return link(TREE, upper, lower);
    }

    private static int link(Fabric tree, String upper, String lower) {
        int device = tree.deviceByName(upper);
        for (int port = 1; port <= tree.portCount(device); port++) {
            if (tree.peer(device, port) == tree.deviceByName(lower)) {
                return tree.link(device, port);
            }
        }
        throw new IllegalArgumentException(upper + " and " + lower + " have no link");
    }

    static List<Integer> trunks() {
        List<Integer> trunks = new ArrayList<>();
        for (int link = 0; link < TREE.linkCount(); link++) {
            if (TREE.isTrunk(link)) {
                trunks.add(link);
            }
        }
        return trunks;
    }

    /** Switches that are not of the bottom tier. */
    static List<Integer> upperSwitches() {
        List<Integer> upper = new ArrayList<>();
        for (int device = 0; device < TREE.switchCount(); device++) {
            if (TREE.coordinate(device, 0) < 2) {
                upper.add(device);
            }
        }
        return upper;
    }
}
