package org.reweave.routing.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.routing.RandomFabrics;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.model.SeededSequence;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

class ConnectivityTest {
    @Test
    void everyLostPairIsNamedOnceAndHotLinksHaveTheLoadsOfAWalk() {
        for (int seed = 1; seed <= 10; seed++) {
            Fabric fabric = FabricGenerators.parse("irregular:8,3,seed=" + seed);
            RoutingTables tables =
                    EngineRegistry.load().engine("updown").route(fabric, Faults.none(), EngineOptions.none());
            Faults faults = Faults.none().withLink(0).withDevice(seed % 8);
            List<Connectivity.LostPair> lost = new ArrayList<>();
            Connectivity check = Connectivity.of(tables, faults, lost::add);

            long[] load = new long[2 * fabric.linkCount()];
            List<String> expected = new ArrayList<>();
            for (int d = fabric.switchCount(); d < fabric.deviceCount(); d++) {
                for (int s = fabric.switchCount(); s < fabric.deviceCount(); s++) {
                    if (s != d && !walk(tables, faults, s, d, load)) {
                        expected.add(s + " " + d);
                    }
                }
            }
            assertThat(lost.stream().map(pair -> pair.source() + " " + pair.destination()))
                    .containsExactlyElementsOf(expected);
            assertThat(lost.stream().filter(pair -> !pair.connected())).hasSize((int) check.disconnected());
            List<HotLink> hot = RouteReport.of(tables, faults).hottestLinks();
            assertThat(hot.get(0).paths()).isEqualTo(check.maxLinkLoad());
            assertThat(hot).allSatisfy(link -> assertThat(link.paths()).isEqualTo(load[link.directedLink()]));
        }
    }

    /** Follows one packet; counts its links when it arrives. */
    private static boolean walk(RoutingTables tables, Faults faults, int source, int destination, long[] load) {
        Fabric fabric = tables.fabric();
        List<Integer> links = new ArrayList<>();
        int device = source;
        int port = 1;
        for (int hops = 0; hops <= fabric.switchCount() + 1; hops++) {
            if (port < 1 || port > fabric.portCount(device) || !faults.portUp(fabric, device, port)) {
                return false;
            }
            links.add(fabric.directedLink(device, port));
            device = fabric.peer(device, port);
            if (device == destination) {
                links.forEach(link -> load[link]++);
                return true;
            }
            if (!fabric.isSwitch(device)) {
                return false;
            }
            port = tables.outPort(device, fabric.nicLid(destination, 1));
        }
        return false;
    }

    /** s0 - s1 - s2, a NIC at each; ports: s0.1-s1.1, s1.2-s2.1. */
    private static final Fabric PATH = RandomFabrics.graph("path", 3, new int[][] {{0, 1}, {1, 2}});

    private static int lid(Fabric fabric, String nic) {
        return fabric.nicLid(fabric.deviceByName(nic), 1);
    }

    private static byte[][] routed(Fabric fabric) {
        RoutingTables tables =
                EngineRegistry.load().engine("min-hop").route(fabric, Faults.none(), EngineOptions.none());
        byte[][] lfts = new byte[fabric.switchCount()][];
        Arrays.setAll(lfts, tables::lft);
        return lfts;
    }

    private static RoutingTables tables(Fabric fabric, byte[][] lfts) {
        return new RoutingTables(fabric, "by hand", lfts, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
    }

    private static String firstFailure(byte[][] lfts, Faults faults) {
        return Connectivity.of(tables(PATH, lfts), faults).failures().get(0).toString();
    }

    @Test
    void hopsAreSwitchesCrossedAndLoadsArePathsPerDirectionOfALink() {
        Connectivity check = Connectivity.of(tables(PATH, routed(PATH)), Faults.none());
        assertThat(check.pairs()).isEqualTo(6);
        assertThat(check.delivered()).isEqualTo(6);
        assertThat(check.hopSum())
                .as("four neighbours cross 2 switches, the two ends 3")
                .isEqualTo(4 * 2 + 2 * 3);
        assertThat(check.maxHops()).isEqualTo(3);
        assertThat(check.load(PATH.directedLink(0, 1))).as("s0 to h1 and to h2").isEqualTo(2);
        int nic = PATH.deviceByName("h1");
        assertThat(check.load(PATH.directedLink(nic, 1))).as("h1 sends to two").isEqualTo(2);
        assertThat(check.load(PATH.directedLink(1, PATH.peerPort(nic, 1))))
                .as("two send to h1")
                .isEqualTo(2);
    }

    @Test
    void anUnreachableEntryIsNamed() {
        byte[][] lfts = routed(PATH);
        lfts[1][lid(PATH, "h2")] = (byte) RoutingTables.UNREACHABLE;
        Connectivity check = Connectivity.of(tables(PATH, lfts), Faults.none());
        assertThat(check.lost()).isEqualTo(2);
        assertThat(check.failures().get(0))
                .hasToString(
                        "h0.1 does not reach h2.1: s1 has LID " + lid(PATH, "h2") + " as unreachable, after s0 -> s1");
    }

    @Test
    void aLoopIsNamedWithItsSwitches() {
        byte[][] lfts = routed(PATH);
        lfts[1][lid(PATH, "h2")] = 1;
        assertThat(firstFailure(lfts, Faults.none()))
                .isEqualTo("h0.1 does not reach h2.1: the tables loop: s0 -> s1 -> s0");
    }

    @Test
    void portsThatAreDeadEmptyOrLeadToAnotherNicAreNamed() {
        byte[][] lfts = routed(PATH);
        Faults away = Faults.none().withLink(PATH.link(1, 2));
        assertThat(Connectivity.of(tables(PATH, lfts), away).disconnected())
                .as("no other way: not the tables' fault")
                .isEqualTo(4);
        lfts[0][lid(PATH, "h1")] = 3;
        assertThat(firstFailure(lfts, Faults.none())).contains("h0.1 does not reach h1.1: s0.3 leads nowhere");
        lfts[0][lid(PATH, "h1")] = 0;
        assertThat(firstFailure(lfts, Faults.none())).contains("s0 keeps LID " + lid(PATH, "h1") + " as its own");
        lfts[0][lid(PATH, "h1")] = 2;
        assertThat(firstFailure(lfts, Faults.none())).contains("s0.2 leads to h0.1, which is not the destination");
    }

    @Test
    void aFailedLinkOnAPathIsTheTablesFaultWhenAnotherWayExists() {
        Fabric ring = FabricGenerators.parse("torus:4");
        RoutingTables tables = tables(ring, routed(ring));
        Connectivity check = Connectivity.of(tables, Faults.none().withLink(0));
        assertThat(check.disconnected()).isZero();
        assertThat(check.lost()).isPositive();
        assertThat(check.failures().get(0).reason()).contains("has failed, after");
    }

    @Test
    void aNicWithTwoPortsIsOneEndpointOrTwo() {
        FabricBuilder builder = new FabricBuilder("dual");
        FabricBuilder.Node s = builder.addSwitch("s", 3);
        FabricBuilder.Node dual = builder.addNic("dual", 2);
        builder.connect(dual, 1, s, 1).connect(dual, 2, s, 2).connect(builder.addNic("single", 1), 1, s, 3);
        Fabric fabric = builder.build();
        RoutingTables tables = tables(fabric, routed(fabric));
        assertThat(Connectivity.of(tables, Faults.none()).pairs()).isEqualTo(2);
        assertThat(Connectivity.of(tables, Faults.none(), Endpoints.ALL_PORTS).delivered())
                .isEqualTo(6);
    }

    /** Against a walk pair by pair, on tables with random damage. */
    @Test
    void theMemoisedWalkAgreesWithWalkingEveryPair() {
        for (long seed = 1; seed <= 200; seed++) {
            Fabric fabric = RandomFabrics.untidy(seed);
            byte[][] lfts = routed(fabric);
            SeededSequence random = new SeededSequence(seed);
            for (int damage = random.below(6); damage > 0; damage--) {
                lfts[random.below(lfts.length)][1 + random.below(lfts[0].length - 1)] = (byte) random.below(20);
            }
            RoutingTables tables = tables(fabric, lfts);
            Connectivity check = Connectivity.of(tables, Faults.none());
            long[] load = new long[2 * fabric.linkCount()];
            long[] deliveredAndHops = walkEveryPair(tables, load);
            String reproduce = "untidy seed " + seed;
            assertThat(check.delivered()).as(reproduce).isEqualTo(deliveredAndHops[0]);
            assertThat(check.hopSum()).as(reproduce).isEqualTo(deliveredAndHops[1]);
            for (int directed = 0; directed < load.length; directed++) {
                assertThat(check.load(directed)).as(reproduce).isEqualTo(load[directed]);
            }
        }
    }

    private static long[] walkEveryPair(RoutingTables tables, long[] load) {
        Fabric fabric = tables.fabric();
        long delivered = 0;
        long hopSum = 0;
        for (int a = fabric.switchCount(); a < fabric.deviceCount(); a++) {
            for (int b = fabric.switchCount(); b < fabric.deviceCount(); b++) {
                List<Integer> path = a == b ? List.of() : path(tables, a, b);
                if (!path.isEmpty()) {
                    delivered++;
                    hopSum += path.size() - 1;
                    path.forEach(directed -> load[directed]++);
                }
            }
        }
        return new long[] {delivered, hopSum};
    }

    /** The directed links from one NIC to another, or nothing. */
    private static List<Integer> path(RoutingTables tables, int from, int to) {
        Fabric fabric = tables.fabric();
        int lid = fabric.nicLid(to, fabric.attachedPort(to));
        List<Integer> path = new ArrayList<>(List.of(fabric.directedLink(from, fabric.attachedPort(from))));
        int at = fabric.attachedSwitch(from);
        while (path.size() <= fabric.switchCount()) {
            int port = tables.outPort(at, lid);
            if (port == 0 || port > fabric.portCount(at) || fabric.link(at, port) < 0) {
                return List.of();
            }
            path.add(fabric.directedLink(at, port));
            int peerPort = fabric.peerPort(at, port);
            at = fabric.peer(at, port);
            if (!fabric.isSwitch(at)) {
                return fabric.nicLid(at, peerPort) == lid ? path : List.of();
            }
        }
        return List.of();
    }
}
