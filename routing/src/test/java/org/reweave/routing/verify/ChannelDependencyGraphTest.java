package org.reweave.routing.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.reweave.routing.RandomFabrics;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.model.SeededSequence;
import org.reweave.routing.table.BubbleRings;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

class ChannelDependencyGraphTest {
    private static RoutingTables route(String engine, Fabric fabric) {
        return EngineRegistry.load().engine(engine).route(fabric, Faults.none(), EngineOptions.none());
    }

    /** Every switch of a ring sends clockwise: the textbook deadlock. */
    private static RoutingTables clockwise(Fabric ring, SlToVl slToVl, PathLevels levels) {
        byte[][] lfts = RoutingTables.emptyLfts(ring);
        for (int n = 0; n < ring.nicCount(); n++) {
            int nic = ring.nicDevice(n);
            for (int s = 0; s < ring.switchCount(); s++) {
                int port = 1;
                while (ring.peer(s, port) != (s + 1) % ring.switchCount()) {
                    port++;
                }
                boolean here = ring.attachedSwitch(nic) == s;
                lfts[s][ring.nicLid(nic, 1)] = (byte) (here ? ring.peerPort(nic, 1) : port);
            }
        }
        return new RoutingTables(ring, "clockwise", lfts, slToVl, levels);
    }

    private static final Fabric RING = RandomFabrics.graph("ring", 4, new int[][] {{0, 1}, {1, 2}, {2, 3}, {3, 0}});

    @Test
    void aRingRoutedOneWayRoundHasItsWholeTurnAsWitness() {
        ChannelDependencyGraph graph =
                ChannelDependencyGraph.of(clockwise(RING, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL), Faults.none());
        assertThat(graph.acyclic()).isFalse();
        assertThat(graph.findCycle().stream().map(Channel::toString))
                .containsExactly("s0.1->s1.1 VL0", "s1.2->s2.1 VL0", "s2.2->s3.1 VL0", "s3.2->s0.2 VL0");
        assertThat(graph.channelCount()).isEqualTo(4);
        assertThat(graph.dependencyCount()).isEqualTo(4);
    }

    @Test
    void onlyPathsOfRealPacketsCount() {
        RoutingTables all = clockwise(RING, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
        byte[][] lfts = new byte[4][];
        Arrays.setAll(lfts, all::lft);
        for (byte[] lft : lfts) {
            lft[RING.nicLid(RING.deviceByName("h1"), 1)] = (byte) RoutingTables.UNREACHABLE;
            lft[RING.nicLid(RING.deviceByName("h3"), 1)] = (byte) RoutingTables.UNREACHABLE;
        }
        Faults silent = Faults.none().withDevice(RING.deviceByName("h1")).withDevice(RING.deviceByName("h3"));
        RoutingTables tables = new RoutingTables(RING, "two NICs", lfts, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
        ChannelDependencyGraph graph = ChannelDependencyGraph.of(tables, silent);
        assertThat(graph.findCycle())
                .as("packets of h0 and h2 pass on in s1 and s3 only")
                .isEmpty();
        assertThat(graph.dependencyCount()).isEqualTo(2);
    }

    @Test
    void aLaneThatIsForgottenAfterTheDatelineLinkLeavesTheRingClosed() {
        SlToVl forgetful = lanes((device, in, out, level) -> device == 3 ? 1 : 0);
        assertThat(ChannelDependencyGraph.of(clockwise(RING, forgetful, PathLevels.SINGLE_LEVEL), Faults.none())
                        .findCycle())
                .hasToString("[s0.1->s1.1 VL0, s1.2->s2.1 VL0, s2.2->s3.1 VL0, s3.2->s0.2 VL1]");
    }

    /**
     * Level 1 = the packet passes s3-s0. It is on VL 1 from there on: at s3 and s0, and at s1 unless it started there.
     */
    @Test
    void aLaneThatIsKeptFromTheDatelineLinkOnOpensTheRing() {
        PathLevels crossing = new PathLevels() {
            @Override
            public int level(int sourceNicDevice, int destinationLid) {
                int to = 0;
                while (RING.nicLid(RING.nicDevice(to), 1) != destinationLid) {
                    to++;
                }
                return to < RING.attachedSwitch(sourceNicDevice) ? 1 : 0;
            }

            @Override
            public int levelCount() {
                return 2;
            }
        };
        SlToVl kept = lanes((device, in, out, level) ->
                level == 1 && (device == 3 || device == 0 || device == 1 && RING.isSwitch(RING.peer(1, in))) ? 1 : 0);
        ChannelDependencyGraph graph = ChannelDependencyGraph.of(clockwise(RING, kept, crossing), Faults.none());
        assertThat(graph.findCycle()).isEmpty();
        assertThat(graph.lanesUsed()).isEqualTo(2);
        assertThat(graph.levelsUsed()).isEqualTo(2);
    }

    private interface LaneRule {
        int lane(int device, int inPort, int outPort, int level);
    }

    private static SlToVl lanes(LaneRule rule) {
        return new SlToVl() {
            @Override
            public int lane(int device, int inPort, int outPort, int level) {
                return rule.lane(device, inPort, outPort, level);
            }

            @Override
            public int laneCount() {
                return 2;
            }
        };
    }

    @Test
    void aLaneBeyondTheDeclaredOnesIsAnErrorWithItsPlace() {
        RoutingTables tables =
                clockwise(RING, lanes((device, in, out, level) -> device == 2 ? 5 : 0), PathLevels.SINGLE_LEVEL);
        assertThatThrownBy(() -> ChannelDependencyGraph.of(tables, Faults.none()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("s2 maps in port")
                .hasMessageContaining("to VL 5, but the tables declare 2 lanes");
    }

    @Test
    void minHopOnATorusIsCyclicAndUpDownIsNot() {
        Fabric torus = FabricGenerators.parse("torus:4x4");
        assertThat(RouteReport.of(route("min-hop", torus), Faults.none()).cycle())
                .isNotEmpty();
        assertThat(RouteReport.of(route("updown", torus), Faults.none()).sound())
                .isTrue();
    }

    /** Against paths walked one by one and a search of our own, with random rules for lanes and levels. */
    @Test
    void dependenciesAndVerdictAgreeWithWalkingEveryPacket() {
        int cyclic = 0;
        for (long seed = 1; seed <= 300; seed++) {
            Fabric fabric = RandomFabrics.untidy(seed);
            RoutingTables shortest = route(seed % 3 == 0 ? "updown" : "min-hop", fabric);
            byte[][] lfts = new byte[fabric.switchCount()][];
            Arrays.setAll(lfts, shortest::lft);
            int mixed = (int) seed;
            boolean plain = seed % 2 == 0;
            SlToVl slToVl = plain
                    ? SlToVl.SINGLE_LANE
                    : lanes((device, in, out, level) ->
                            (int) (SeededSequence.mix(mixed + device + 7L * in + 49L * out + 999L * level) & 1));
            PathLevels levels = plain ? PathLevels.SINGLE_LEVEL : randomLevels(seed);
            RoutingTables tables = new RoutingTables(fabric, "random", lfts, slToVl, levels);
            Set<List<Integer>> expected = walkEveryPacket(tables);
            ChannelDependencyGraph graph = ChannelDependencyGraph.of(tables, Faults.none());
            String reproduce = "untidy seed " + seed;
            assertThat(graph.dependencyCount()).as(reproduce).isEqualTo(expected.size());
            List<Channel> cycle = graph.findCycle();
            assertThat(cycle.isEmpty()).as(reproduce).isEqualTo(erodes(expected));
            for (int i = 0; i < cycle.size(); i++) {
                Channel wanted = cycle.get((i + 1) % cycle.size());
                assertThat(expected).as(reproduce).contains(List.of(id(cycle.get(i)), id(wanted)));
            }
            cyclic += cycle.isEmpty() ? 0 : 1;
        }
        assertThat(cyclic).as("both verdicts occur").isBetween(20, 280);
    }

    private static PathLevels randomLevels(long seed) {
        return new PathLevels() {
            @Override
            public int level(int sourceNicDevice, int destinationLid) {
                return (int) (SeededSequence.mix(seed + 31L * sourceNicDevice + 1000L * destinationLid) & 3);
            }

            @Override
            public int levelCount() {
                return 4;
            }
        };
    }

    private static int id(Channel channel) {
        return channel.directedLink() * 2 + channel.lane();
    }

    /** All (held, wanted) pairs of channels between switches. */
    private static Set<List<Integer>> walkEveryPacket(RoutingTables tables) {
        Fabric fabric = tables.fabric();
        Set<List<Integer>> found = new HashSet<>();
        for (int a = fabric.switchCount(); a < fabric.deviceCount(); a++) {
            for (int b = fabric.switchCount(); b < fabric.deviceCount(); b++) {
                if (a == b) {
                    continue;
                }
                int lid = fabric.nicLid(b, fabric.attachedPort(b));
                int level = tables.pathLevels().level(a, lid);
                int at = fabric.attachedSwitch(a);
                int inPort = fabric.peerPort(a, fabric.attachedPort(a));
                int held = -1;
                while (fabric.isSwitch(at) && tables.outPort(at, lid) != RoutingTables.UNREACHABLE) {
                    int port = tables.outPort(at, lid);
                    int wanted =
                            fabric.directedLink(at, port) * 2 + tables.slToVl().lane(at, inPort, port, level);
                    boolean trunk = fabric.isSwitch(fabric.peer(at, port));
                    if (held >= 0 && trunk) {
                        found.add(List.of(held, wanted));
                    }
                    held = wanted;
                    inPort = fabric.peerPort(at, port);
                    at = fabric.peer(at, port);
                }
            }
        }
        return found;
    }

    /** Takes away channels that nothing more is wanted from, until none is left or a cycle remains. */
    private static boolean erodes(Set<List<Integer>> dependencies) {
        List<List<Integer>> left = new ArrayList<>(dependencies);
        while (true) {
            Set<Integer> holders = new HashSet<>();
            left.forEach(d -> holders.add(d.get(0)));
            if (!left.removeIf(d -> !holders.contains(d.get(1)))) {
                return left.isEmpty();
            }
        }
    }

    private static int[] links(Fabric fabric, int... switches) {
        int[] links = new int[switches.length];
        for (int i = 0; i < links.length; i++) {
            int port = 1;
            while (fabric.peer(switches[i], port) != switches[(i + 1) % links.length]) {
                port++;
            }
            links[i] = fabric.directedLink(switches[i], port);
        }
        return links;
    }

    private static List<String> besidesRings(RoutingTables tables) {
        return ChannelDependencyGraph.of(tables, Faults.none()).findCycleBesidesRings().stream()
                .map(Channel::toString)
                .toList();
    }

    @Test
    void aDeclaredRingIsNoCycleButOneInAnotherDirectionOrOnAnotherLaneIs() {
        RoutingTables tables = clockwise(RING, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
        int[] clockwise = links(RING, 0, 1, 2, 3);
        assertThat(besidesRings(tables)).hasSize(4);
        assertThat(besidesRings(tables.with(new BubbleRings(RING, List.of(clockwise), 0))))
                .isEmpty();
        assertThat(besidesRings(tables.with(new BubbleRings(RING, List.of(links(RING, 3, 2, 1, 0)), 0))))
                .hasSize(4);
        assertThat(besidesRings(tables.with(new BubbleRings(RING, List.of(clockwise), 1))))
                .hasSize(4);
    }

    @Test
    void ringsThatWaitForEachOtherAreACycle() {
        Fabric torus = FabricGenerators.parse("torus:4x4");
        RoutingTables bubble = EngineRegistry.load()
                .engine("dimension-order")
                .route(torus, Faults.none(), EngineOptions.none().with("vl", "bubble"));
        assertThat(besidesRings(bubble)).isEmpty();
        byte[][] lfts = new byte[16][];
        Arrays.setAll(lfts, bubble::lft);
        for (int nic : new int[] {5, 10, 15, 0}) { // some paths turn from the second dimension into the first
            int s = torus.attachedSwitch(torus.nicDevice(nic));
            int x = torus.coordinate(s, 0);
            int y = torus.coordinate(s, 1);
            for (int from = 0; from < 16; from++) {
                boolean column = torus.coordinate(from, 0) != x && torus.coordinate(from, 1) != y;
                if (column) {
                    int next = torus.deviceByName(
                            "s" + torus.coordinate(from, 0) + "_" + (torus.coordinate(from, 1) + 1) % 4);
                    int port = 1;
                    while (torus.peer(from, port) != next) {
                        port++;
                    }
                    lfts[from][torus.nicLid(torus.nicDevice(nic), 1)] = (byte) port;
                }
            }
        }
        RoutingTables mixed = new RoutingTables(torus, "mixed", lfts, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL)
                .with(bubble.rings().orElseThrow());
        assertThat(besidesRings(mixed)).isNotEmpty();
        assertThat(RouteReport.of(mixed, Faults.none()).sound()).isFalse();
    }

    @Test
    void aRingThatVisitsASwitchTwiceMayOnlyBeFollowedInItsOrder() {
        Fabric eight = RandomFabrics.graph(
                "eight", 5, new int[][] {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {3, 4}, {4, 0}}); // two rounds through 0
        byte[][] lfts = RoutingTables.emptyLfts(eight);
        for (int n = 0; n < eight.nicCount(); n++) {
            int nic = eight.nicDevice(n);
            int target = eight.attachedSwitch(nic);
            for (int s = 0; s < 5; s++) {
                boolean far = s == 0 && (target == 3 || target == 4);
                int next = s == 0 ? far ? 3 : 1 : s == 2 || s == 4 ? 0 : s + 1;
                int port = s == target ? eight.peerPort(nic, 1) : 1;
                while (s != target && eight.peer(s, port) != next) {
                    port++;
                }
                lfts[s][eight.nicLid(nic, 1)] = (byte) port;
            }
        }
        RoutingTables tables = new RoutingTables(eight, "eight", lfts, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
        BubbleRings whole = new BubbleRings(eight, List.of(links(eight, 0, 1, 2, 0, 3, 4)), 0);
        assertThat(besidesRings(tables.with(whole)))
                .as("2->0 waits for 0->1, not for 0->3 alone")
                .hasSize(3);
    }

    @Test
    void linksThatAreNoRingAreRefused() {
        int[] broken = links(RING, 0, 1, 2, 3);
        int kept = broken[1];
        broken[1] = broken[2];
        assertThatThrownBy(() -> new BubbleRings(RING, List.of(broken), 0))
                .hasMessageContaining("does not lead to the next link of ring 0");
        broken[1] = kept;
        assertThatThrownBy(() -> new BubbleRings(RING, List.of(broken, broken), 0))
                .hasMessageContaining("is twice in ring 1");
    }
}
