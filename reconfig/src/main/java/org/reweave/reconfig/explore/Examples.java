package org.reweave.reconfig.explore;

import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.reweave.reconfig.explore.Model.Packet;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.reconfig.spi.Scheme;
import org.reweave.reconfig.spi.SchemeOptions;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/**
 * Small models of reconfigurations that can deadlock or lose packets. Those in which links fail also take schemes that
 * add paths.
 */
public final class Examples {
    static final Fabric RING = FabricGenerators.parse("torus:4");
    static final Fabric TRIANGLE = FabricGenerators.parse("torus:3");
    static final Fabric MESH = FabricGenerators.parse("mesh:3x3");
    static final Fabric TWO_LINKS = twoLinks();
    private static final int LMC = 2; // four LIDs a NIC for RFTR's paths

    /**
     * A model with a name.
     *
     * @param packets enough to show what it is about
     * @param build the model of a scheme and packets
     */
    public record Example(
            String name, String summary, List<Packet> packets, BiFunction<Scheme, List<Packet>, Model> build) {
        public Example {
            packets = List.copyOf(packets);
        }
    }

    private static final List<Example> ALL = List.of(
            new Example(
                    "triangle",
                    "three switches: old and new ways are free of deadlocks, but not both together",
                    List.of(new Packet(0, 2), new Packet(1, 0), new Packet(2, 1)),
                    Examples::triangle),
            new Example(
                    "ring",
                    "four switches, up*/down* from switch 0 and then from switch 2: the model of EBR's forwarding mark",
                    List.of(new Packet(0, 2), new Packet(1, 3), new Packet(2, 0), new Packet(3, 1)),
                    Examples::ring),
            new Example(
                    "two-links",
                    "two switches with two links between them, of which one fails",
                    List.of(new Packet(0, 1), new Packet(1, 0)),
                    Examples::twoLinks),
            new Example(
                    "mesh",
                    "a 3x3 mesh, a link of whose middle row fails under packets in both directions",
                    List.of(new Packet(1, 4), new Packet(4, 1), new Packet(1, 4), new Packet(4, 1)),
                    Examples::mesh),
            new Example(
                    "two-lanes",
                    "three switches, a link of which fails under packets on two VLs",
                    List.of(new Packet(0, 1), new Packet(0, 2)),
                    Examples::twoLanes),
            new Example(
                    "two-faults",
                    "four switches in a ring: a link fails, works again or not, and then it or another one fails",
                    List.of(new Packet(0, 1), new Packet(3, 2)),
                    Examples::twoFaults),
            new Example(
                    "bubble",
                    "four switches in a ring on one VL that bubble flow control keeps from being full; nothing changes",
                    IntStream.range(0, 8)
                            .mapToObj(i -> new Packet(i / 2, (i / 2 + 2) % 4))
                            .toList(),
                    Examples::bubble));

    private Examples() {}

    /** All of them, the smallest first. */
    public static List<Example> all() {
        return ALL;
    }

    // ---- three switches ----

    /**
     * Three switches with a NIC each. Old ways turn at switches 0 and 1, new ones at 1 and 2: neither routing can
     * deadlock, both together can. Packets 02, 10 and 21 are the ones that turn. The smallest model in which a
     * reconfiguration can go wrong.
     */
    static Model triangle(Scheme scheme, List<Packet> packets) {
        return Model.planned("triangle", scheme, triangle(TRIANGLE, 2, 1), triangle(TRIANGLE, 1, 0), packets);
    }

    /**
     * All packets take the direct link, except packets from 0 to 2, which pass 1, and one more pair, which passes a
     * third switch.
     */
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

    // ---- four in a ring ----

    /**
     * A ring of four switches with a NIC each is re-rooted: up*&#47;down* from switch 0, then from switch 2. The
     * forbidden turns of the two lie at opposite switches, so old and new ways together can go all around.
     */
    static Model ring(Scheme scheme, List<Packet> packets) {
        return Model.planned("4-ring re-rooted", scheme, ring(0), ring(2), packets);
    }

    /**
     * up*&#47;down* on the ring: shortest ways, those that could go round either way clockwise, except that no way
     * turns at the switch opposite to the root. The engine's own choice balances the two directions, which leaves no
     * cycle to be found.
     */
    private static RoutingTables ring(int root) {
        byte[][] lft = RoutingTables.emptyLfts(RING);
        for (int here = 0; here < 4; here++) {
            for (int nic = 0; nic < 4; nic++) {
                point(RING, lft, here, nic, here == nic ? RING.nicDevice(nic) : next(here, nic, root));
            }
        }
        return new RoutingTables(RING, "hand-made", lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
    }

    private static int next(int here, int there, int root) {
        int clockwise = (there - here + 4) % 4;
        boolean back = clockwise == 3 || clockwise == 2 && (here + 1) % 4 == (root + 2) % 4;
        return (here + (back ? 3 : 1)) % 4;
    }

    /**
     * A ring of four switches with a NIC each and dimension-order routing on one VL, whose channel dependencies are a
     * cycle with all ties towards plus. Two packets from each NIC to the opposite one fill all queues, unless switches
     * keep a bubble.
     */
    static Model bubble(Scheme scheme, List<Packet> packets) {
        return unchanged("4-ring with bubble flow control", scheme, dimensionOrder(RING), packets);
    }

    static RoutingTables dimensionOrder(Fabric fabric) {
        return EngineRegistry.load()
                .engine("dimension-order")
                .route(
                        fabric,
                        Faults.none(),
                        EngineOptions.none().with("vl", "bubble").with("ties", "plus"));
    }

    /** Nothing fails and no change is planned. */
    static Model unchanged(String name, Scheme scheme, RoutingTables tables, List<Packet> packets) {
        return Model.failing(name, scheme, faults -> tables, List.of(), packets).with(Bounds.LEAST.withSlots(2, 0));
    }

    // ---- failing links ----

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

    /**
     * Two switches with a NIC each and two links between them, either of which may fail: the smallest fabric that a
     * fault leaves whole. up*&#47;down* for what is left, on both VLs where the scheme has two.
     */
    static Model twoLinks(Scheme scheme, List<Packet> packets) {
        EngineOptions options = EngineOptions.none().with("root", "s0");
        EngineOptions all =
                scheme.description().leastLanes(SchemeOptions.DEFAULT) > 1 ? options.with("vls", "2") : options;
        List<Integer> links = IntStream.range(0, TWO_LINKS.linkCount())
                .filter(TWO_LINKS::isTrunk)
                .boxed()
                .toList();
        return failing("two links, one fails", scheme, TWO_LINKS, all, links, packets);
    }

    /** Packets go from the left to the right of the middle row, whose first link fails, and the other way. */
    static Model mesh(Scheme scheme, List<Packet> packets) {
        EngineOptions options = EngineOptions.none().with("root", "s0_0");
        int link = link(MESH, "s0_1", "s1_1");
        return failing("3x3 mesh, a link fails", scheme, MESH, options, List.of(link), packets);
    }

    /** A triangle whose NICs send on two VLs, by source and destination: from NIC 0 to 1 on VL 1 and to 2 on VL 0. */
    static Model twoLanes(Scheme scheme, List<Packet> packets) {
        EngineOptions options = EngineOptions.none().with("root", "s0").with("vls", "2");
        List<Integer> link = List.of(link(TRIANGLE, "s0", "s1"));
        return failing("triangle with two VLs, a link fails", scheme, TRIANGLE, options, link, packets);
    }

    /** Two opposite links of a ring, of which never more than one is down. */
    static Model twoFaults(Scheme scheme, List<Packet> packets) {
        EngineOptions options = EngineOptions.none().with("root", "s0");
        List<Integer> links = List.of(link(RING, "s0", "s1"), link(RING, "s2", "s3"));
        Model model = failing("4-ring, two faults and a recovery", scheme, RING, options, links, packets);
        return model.with(model.bounds().withFaults(2, 1, 1));
    }

    /** up*&#47;down* for what is left, or TFTR's tables where the scheme uses disjoint paths. */
    private static Model failing(
            String name,
            Scheme scheme,
            Fabric fabric,
            EngineOptions options,
            List<Integer> links,
            List<Packet> packets) {
        boolean disjoint = scheme.description().sources().contains(PathSource.DISJOINT);
        RoutingEngine engine = EngineRegistry.load().engine(disjoint ? "tftr" : "updown");
        return Model.failing(name, scheme, faults -> engine.route(fabric, faults, options), LMC, links, packets);
    }

    static RoutingTables upDown(Fabric fabric, Faults faults, EngineOptions options) {
        return EngineRegistry.load().engine("updown").route(fabric, faults, options);
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
}
