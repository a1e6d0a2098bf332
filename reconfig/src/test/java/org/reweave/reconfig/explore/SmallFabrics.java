package org.reweave.reconfig.explore;

import java.util.List;
import org.reweave.reconfig.explore.Model.Packet;
import org.reweave.reconfig.spi.DdrcMode;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.engine.EngineOptions;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/** The models that several tests explore. */
final class SmallFabrics {
    static final Fabric RING = FabricGenerators.parse("torus:4");
    static final Fabric PAIR = FabricGenerators.parse("mesh:2");
    static final Fabric SMALL_TREE = FabricGenerators.parse("k-ary-n-tree:2,2");
    static final Fabric TRIANGLE = FabricGenerators.parse("torus:3");
    static final Fabric TWO_LINKS = twoLinks();

    private SmallFabrics() {}

    private static Fabric twoLinks() {
        FabricBuilder builder = new FabricBuilder("two links");
        FabricBuilder.Node[] switches = {builder.addSwitch("s0", 3), builder.addSwitch("s1", 3)};
        for (int s = 0; s < 2; s++) {
            builder.connect(switches[s], 1, builder.addNic("n" + s, 1), 1);
        }
        for (int port = 2; port <= 3; port++) {
            builder.connect(switches[0], port, switches[1], port);
        }
        return builder.build();
    }

    static RoutingTables upDown(Fabric fabric, Faults faults, String root) {
        return upDown(fabric, faults, EngineOptions.none().with("root", root));
    }

    private static RoutingTables upDown(Fabric fabric, Faults faults, EngineOptions options) {
        return EngineRegistry.load().engine("updown").route(fabric, faults, options);
    }

    /** Two switches with a NIC each and two links between them, either of which may fail: the smallest fabric that a fault leaves whole.
     *  up*&#47;down* for what is left, on both VLs where the scheme has two. */
    static Model twoLinks(Scheme scheme, int... sourcesAndDestinations) {
        EngineOptions options = EngineOptions.none().with("root", "s0");
        EngineOptions all = scheme.laneCount(SchemeOptions.DEFAULT) > 1 ? options.with("vls", "2") : options;
        List<Integer> links = java.util.stream.IntStream.range(0, TWO_LINKS.linkCount())
                .filter(TWO_LINKS::isTrunk)
                .boxed()
                .toList();
        return Model.failing(
                "two links, one fails",
                scheme,
                faults -> upDown(TWO_LINKS, faults, all),
                links,
                packets(sourcesAndDestinations));
    }

    /** A ring of four switches with a NIC each is re-rooted: up*&#47;down* from switch 0, then from switch 2. The forbidden turns
     *  of the two lie at opposite switches, so old and new ways together can go all around. */
    static Model reRootedRing(Scheme scheme, int... sourcesAndDestinations) {
        return Model.planned("4-ring re-rooted", scheme, ring(0), ring(2), packets(sourcesAndDestinations));
    }

    /** up*&#47;down* on the ring: shortest ways, those that could go round either way clockwise, except that no way turns at the
     *  switch opposite to the root. The engine's own choice balances the two directions, which leaves no cycle to be found. */
    static RoutingTables ring(int root) {
        byte[][] lft = RoutingTables.emptyLfts(RING);
        for (int here = 0; here < 4; here++) {
            for (int nic = 0; nic < 4; nic++) {
                point(RING, lft, here, nic, here == nic ? RING.nicDevice(nic) : next(here, nic, root));
            }
        }
        return new RoutingTables(RING, "hand-made", lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
    }

    /** Three switches with a NIC each. Old ways turn at switches 0 and 1, new ones at 1 and 2: neither routing can deadlock, both together
     *  can. Packets 02, 10 and 21 are the ones that turn. The smallest model in which a reconfiguration can go wrong. */
    static Model triangle(Scheme scheme, int... sourcesAndDestinations) {
        return Model.planned(
                "triangle",
                scheme,
                triangle(TRIANGLE, 2, 1),
                triangle(TRIANGLE, 1, 0),
                packets(sourcesAndDestinations));
    }

    /** {@link #triangle(Scheme, int...)} with a second cable between switches 0 and 1 that no way leads over. When it fails the manager
     *  goes back to the first routing. So there may be two changes, between routings of which no two in turn may mix. */
    static Model triangleTwice(Scheme scheme, int... sourcesAndDestinations) {
        int spare = spareTriangle().linkCount() - 1;
        return new Model(
                "triangle re-rooted there and back",
                scheme,
                SchemeOptions.DEFAULT,
                new Model.Routing(
                        triangle(spareTriangle(), 2, 1),
                        faults -> triangle(
                                spareTriangle(),
                                faults.links().length == 0 ? 1 : 2,
                                faults.links().length == 0 ? 0 : 1),
                        true,
                        null),
                packets(sourcesAndDestinations),
                new Model.Bounds(1, 0, 0, 1, 0),
                new Model.Frailty(List.of(spare), List.of(), List.of()),
                true,
                1_000_000);
    }

    private static Fabric spareTriangle() {
        FabricBuilder builder = new FabricBuilder("triangle with a spare cable");
        List<FabricBuilder.Node> switches = new java.util.ArrayList<>();
        for (int s = 0; s < 3; s++) {
            switches.add(builder.addSwitch("s" + s, 4));
        }
        for (int s = 0; s < 3; s++) {
            builder.connect(switches.get(s), 2, switches.get((s + 1) % 3), 1);
        }
        for (int s = 0; s < 3; s++) {
            builder.connect(builder.addNic("n" + s, 1), 1, switches.get(s), 3);
        }
        builder.connect(switches.get(0), 4, switches.get(1), 4);
        return builder.build();
    }

    /** Two switches with a NIC each, whose tables are replaced by equal ones, for schemes with so many separators that a triangle is large: the
     *  scheme's own steps are all there, but no deadlock is near. The packets of NIC 1 go on VL 1. */
    static Model pair(Scheme scheme, int... sourcesAndDestinations) {
        RoutingTables tables = onTwoLanes(upDown(PAIR, Faults.none(), "s0"));
        return Model.planned("pair", scheme, tables, tables, packets(sourcesAndDestinations));
    }

    /** A tree whose NICs write routes, some links of which fail. */
    static Model sourceRouted(
            Scheme scheme, Fabric tree, Model.Bounds bounds, List<Integer> links, int... sourcesAndDestinations) {
        return Model.failing(
                        tree.name() + ", source routing",
                        scheme,
                        faults -> EngineRegistry.load().engine("fat-tree").route(tree, faults, EngineOptions.none()),
                        links,
                        packets(sourcesAndDestinations))
                .with(SchemeOptions.DEFAULT.with(DdrcMode.SOURCE_BROADCAST))
                .with(bounds);
    }

    /** The link between two switches. */
    static int link(Fabric fabric, String a, String b) {
        int device = fabric.deviceByName(a);
        for (int port = 1; port <= fabric.portCount(device); port++) {
            if (fabric.peer(device, port) == fabric.deviceByName(b)) {
                return fabric.link(device, port);
            }
        }
        throw new IllegalArgumentException(a + " and " + b + " have no link");
    }

    private static RoutingTables onTwoLanes(RoutingTables tables) {
        byte[][] lft = new byte[tables.fabric().switchCount()][];
        for (int s = 0; s < lft.length; s++) {
            lft[s] = tables.lft(s);
        }
        SlToVl laneIsLevel = new SlToVl() {
            @Override
            public int lane(int device, int inPort, int outPort, int level) {
                return level;
            }

            @Override
            public int laneCount() {
                return 2;
            }
        };
        PathLevels ofNicOne = new PathLevels() {
            @Override
            public int level(int sourceNicDevice, int destinationLid) {
                return sourceNicDevice == tables.fabric().nicDevice(1) ? 1 : 0;
            }

            @Override
            public int levelCount() {
                return 2;
            }
        };
        return new RoutingTables(tables.fabric(), "hand-made", lft, laneIsLevel, ofNicOne);
    }

    /** Everything goes straight, but for packets from 0 to 2 by 1, and one more pair by the third switch. */
    static RoutingTables triangle(Fabric fabric, int from, int to) {
        byte[][] lft = RoutingTables.emptyLfts(fabric);
        for (int here = 0; here < 3; here++) {
            for (int nic = 0; nic < 3; nic++) {
                boolean around = here == 0 && nic == 2 || here == from && nic == to;
                int next = here == nic ? fabric.nicDevice(nic) : around ? 3 - here - nic : nic;
                point(fabric, lft, here, nic, next);
            }
        }
        return new RoutingTables(fabric, "hand-made", lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
    }

    private static void point(Fabric fabric, byte[][] lft, int here, int nic, int next) {
        for (int port = 1; port <= fabric.portCount(here); port++) {
            if (fabric.peer(here, port) == next) {
                lft[here][fabric.nicLid(fabric.nicDevice(nic), 1)] = (byte) port;
                return; // by the first of two cables
            }
        }
    }

    private static int next(int here, int there, int root) {
        int clockwise = (there - here + 4) % 4;
        boolean back = clockwise == 3 || clockwise == 2 && (here + 1) % 4 == (root + 2) % 4;
        return (here + (back ? 3 : 1)) % 4;
    }

    /** @param sourcesAndDestinations as decimal digits: 31 is from NIC 3 to NIC 1 */
    static List<Packet> packets(int... sourcesAndDestinations) {
        return java.util.Arrays.stream(sourcesAndDestinations)
                .mapToObj(pair -> new Packet(pair / 10, pair % 10))
                .toList();
    }
}
