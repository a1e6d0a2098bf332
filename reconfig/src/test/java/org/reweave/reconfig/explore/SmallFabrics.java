package org.reweave.reconfig.explore;

import java.util.List;
import java.util.function.Function;
import org.reweave.reconfig.ddrc.Ddrc;
import org.reweave.reconfig.ddrc.DdrcMode;
import org.reweave.reconfig.explore.Model.Packet;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/** The models that several tests explore. */
final class SmallFabrics {
    static final Fabric PAIR = FabricGenerators.parse("mesh:2");
    static final Fabric SMALL_TREE = FabricGenerators.parse("k-ary-n-tree:2,2");

    private SmallFabrics() {}

    static RoutingTables upDown(Fabric fabric, Faults faults, String root) {
        return Examples.upDown(fabric, faults, EngineOptions.none().with("root", root));
    }

    static Model twoLinks(Scheme scheme, int... sourcesAndDestinations) {
        return Examples.twoLinks(scheme, packets(sourcesAndDestinations));
    }

    static Model reRootedRing(Scheme scheme, int... sourcesAndDestinations) {
        return Examples.ring(scheme, packets(sourcesAndDestinations));
    }

    static Model triangle(Scheme scheme, int... sourcesAndDestinations) {
        return Examples.triangle(scheme, packets(sourcesAndDestinations));
    }

    static Model mesh(Scheme scheme, int... sourcesAndDestinations) {
        return Examples.mesh(scheme, packets(sourcesAndDestinations));
    }

    /**
     * {@link #triangle(Scheme, int...)} with a second cable between switches 0 and 1 that no way leads over. When it
     * fails the manager goes back to the first routing. So there may be two changes, between routings of which no two
     * in turn may mix.
     */
    static Model triangleTwice(Scheme scheme, int... sourcesAndDestinations) {
        return spareTriangle(
                "triangle re-rooted there and back",
                scheme,
                faults -> Examples.triangle(
                        spareTriangle(), faults.links().length == 0 ? 1 : 2, faults.links().length == 0 ? 0 : 1),
                sourcesAndDestinations);
    }

    /** {@link #triangleTwice} whose engine finds no tables once the spare cable has failed. */
    static Model triangleThenNoTables(Scheme scheme, int... sourcesAndDestinations) {
        return spareTriangle(
                "triangle re-rooted, then no tables",
                scheme,
                faults -> {
                    if (faults.links().length > 0) {
                        throw new UnroutableException("without the spare cable");
                    }
                    return Examples.triangle(spareTriangle(), 1, 0);
                },
                sourcesAndDestinations);
    }

    private static Model spareTriangle(
            String name, Scheme scheme, Function<Faults, RoutingTables> after, int... sourcesAndDestinations) {
        int spare = spareTriangle().linkCount() - 1;
        return new Model(
                name,
                scheme,
                SchemeOptions.DEFAULT,
                new Model.Routing(Examples.triangle(spareTriangle(), 2, 1), after, true, null),
                packets(sourcesAndDestinations),
                Bounds.LEAST.withFaults(1),
                Frailty.NONE.withLinks(List.of(spare)),
                true,
                false,
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

    /**
     * Two switches with a NIC each, whose tables are replaced by equal ones, for schemes with so many separators that a
     * triangle is large: the scheme's own steps are all there, but no deadlock is near. The packets of NIC 1 go on VL
     * 1.
     */
    static Model pair(Scheme scheme, int... sourcesAndDestinations) {
        RoutingTables tables = onTwoLanes(upDown(PAIR, Faults.none(), "s0"));
        return Model.planned("pair", scheme, tables, tables, packets(sourcesAndDestinations));
    }

    /** A switch with two NICs, whose tables are replaced by equal ones: the smallest fabric that packets cross. */
    static Model single(Scheme scheme, int... sourcesAndDestinations) {
        Fabric single = FabricGenerators.parse("mesh:1,nics=2");
        EngineOptions options = EngineOptions.none().with("root", "s0");
        EngineOptions all =
                scheme.description().leastLanes(SchemeOptions.DEFAULT) > 1 ? options.with("vls", "2") : options;
        RoutingTables tables = Examples.upDown(single, Faults.none(), all);
        return Model.planned("one switch", scheme, tables, tables, packets(sourcesAndDestinations));
    }

    /** {@link #single}, where the link of the second NIC may fail and come back at any time. */
    static Model nicAway(Scheme scheme, int... sourcesAndDestinations) {
        return comesBack(single(scheme, sourcesAndDestinations), 1).named("a NIC is away");
    }

    /**
     * {@link #twoLinks} of which one may fail, and the link of the NIC that is not the manager's, and one comes back.
     */
    static Model linkAndNicAway(Scheme scheme, int... sourcesAndDestinations) {
        Model model = twoLinks(scheme, sourcesAndDestinations);
        return comesBack(model, 1, model.fragile().get(0));
    }

    /** {@link #single}, whose switch restarts at any time. */
    static Model switchAway(Scheme scheme, int... sourcesAndDestinations) {
        return single(scheme, sourcesAndDestinations).withRestarts(List.of(0)).named("a switch restarts");
    }

    /** {@link #twoLinks}, where both links work and the switch that is not the manager's restarts at any time. */
    static Model neighbourAway(Scheme scheme, int... sourcesAndDestinations) {
        Model model = twoLinks(scheme, sourcesAndDestinations);
        return model.with(model.bounds().withFaults(0, 0, 0))
                .withRestarts(List.of(1))
                .named("two links, a switch restarts");
    }

    private static Model comesBack(Model model, int nic, int... further) {
        Fabric fabric = model.fabric();
        int device = fabric.nicDevice(nic);
        List<Integer> links = new java.util.ArrayList<>(List.of(fabric.link(device, fabric.attachedPort(device))));
        java.util.Arrays.stream(further).forEach(links::add);
        return model.withFragile(links).with(model.bounds().withFaults(links.size(), links.size(), 1));
    }

    /** A tree whose NICs write routes, some links of which fail. */
    static Model sourceRouted(
            Scheme scheme, Fabric tree, Bounds bounds, List<Integer> links, int... sourcesAndDestinations) {
        return Model.failing(
                        tree.name() + ", source routing",
                        scheme,
                        faults -> EngineRegistry.load().engine("fat-tree").route(tree, faults, EngineOptions.none()),
                        links,
                        packets(sourcesAndDestinations))
                .with(SchemeOptions.DEFAULT.with(Ddrc.MODE, DdrcMode.SOURCE_BROADCAST))
                .with(bounds);
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

    /** @param sourcesAndDestinations as decimal digits: 31 is from NIC 3 to NIC 1 */
    static List<Packet> packets(int... sourcesAndDestinations) {
        return java.util.Arrays.stream(sourcesAndDestinations)
                .mapToObj(pair -> new Packet(pair / 10, pair % 10))
                .toList();
    }
}
