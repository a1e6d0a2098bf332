package org.reweave.routing.engine.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.Choices;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.LinkNames;
import org.reweave.routing.verify.AdaptiveVerification;
import org.reweave.routing.verify.Connectivity;
import org.reweave.routing.verify.RouteReport;

class FatTreeTest {
    private final RoutingEngine engine = EngineRegistry.load().engine("fat-tree");

    private RoutingTables route(Fabric fabric) {
        return engine.route(fabric, Faults.none(), EngineOptions.none());
    }

    /**
     * The most loaded links are those up from the bottom: k NICs send to the k^n - k NICs elsewhere over k links, and
     * d-mod-k gives each of these the same share.
     */
    @ParameterizedTest
    @CsvSource({"2,2", "2,3", "2,5", "3,3", "4,2", "4,3"})
    void noLinkCarriesMorePathsThanAnEvenShareOfTheBottomSwitchsTraffic(int k, int n) {
        Fabric fabric = FabricGenerators.parse("k-ary-n-tree:" + k + "," + n);
        RoutingTables tables = route(fabric);
        RouteReport report = RouteReport.of(tables, Faults.none());
        assertThat(report.sound()).isTrue();
        assertThat(report.vls()).isEqualTo(1);
        int nics = (int) Math.pow(k, n);
        assertThat(report.hopsMax()).isEqualTo(2 * n - 1);
        assertThat(report.maxLinkLoad())
                .as("k sources to all NICs elsewhere, over k links")
                .isEqualTo(nics - k);
    }

    @Test
    void eachTopSwitchLeadsDownToItsOwnDestinations() {
        Fabric fabric = FabricGenerators.parse("k-ary-n-tree:4,3");
        RoutingTables tables = route(fabric);
        for (int n = 0; n < fabric.nicCount(); n++) {
            int lid = fabric.nicLid(fabric.nicDevice(n), 1);
            Map<Integer, Integer> tops = new HashMap<>();
            for (int source = 0; source < fabric.nicCount(); source++) {
                int at = fabric.attachedSwitch(fabric.nicDevice(source));
                while (fabric.isSwitch(at)) {
                    if (fabric.coordinate(at, 0) == 0) {
                        tops.merge(at, 1, Integer::sum);
                    }
                    at = fabric.peer(at, tables.outPort(at, lid));
                }
            }
            assertThat(tops)
                    .as("all 48 far sources of NIC " + n + " meet in one top switch")
                    .hasSize(1)
                    .containsValue(48);
        }
    }

    /** By switch all NICs of a leaf share their ways, and leaves share top switches evenly. */
    @ParameterizedTest
    @ValueSource(strings = {"m-port-n-tree:8,3", "k-ary-n-tree:3,3"})
    void bySwitchTheNicsOfALeafAreReachedByTheSameWays(String name) {
        Fabric fabric = FabricGenerators.parse(name);
        RoutingTables tables =
                engine.route(fabric, Faults.none(), EngineOptions.none().with("by", "switch"));
        assertThat(RouteReport.of(tables, Faults.none()).sound()).isTrue();
        Map<List<Integer>, List<Integer>> ways = new HashMap<>(); // by leaves
        Map<Integer, Set<Integer>> leavesOfTop = new HashMap<>();
        for (int n = 0; n < fabric.nicCount(); n++) {
            int leaf = fabric.attachedSwitch(fabric.nicDevice(n));
            for (int source = 0; source < fabric.nicCount(); source++) {
                List<Integer> way = way(tables, source, n);
                List<Integer> leaves = List.of(way.get(0), leaf);
                List<Integer> other = ways.putIfAbsent(leaves, way);
                assertThat(other == null ? way : other)
                        .as("from %s to NIC %d", fabric.deviceName(way.get(0)), n)
                        .isEqualTo(way);
                int highest = way.get(way.size() / 2);
                if (fabric.coordinate(highest, 0) == 0) {
                    leavesOfTop.computeIfAbsent(highest, s -> new HashSet<>()).add(leaf);
                }
            }
        }
        long tops = IntStream.range(0, fabric.switchCount())
                .filter(s -> fabric.coordinate(s, 0) == 0)
                .count();
        assertThat(leavesOfTop).hasSize((int) tops);
        assertThat(leavesOfTop.values().stream().map(Set::size).distinct())
                .as("leaves of each top switch")
                .hasSize(1);
    }

    /** The switches that a packet crosses. */
    private static List<Integer> way(RoutingTables tables, int source, int destination) {
        Fabric fabric = tables.fabric();
        int lid = fabric.nicLid(fabric.nicDevice(destination), 1);
        List<Integer> way = new ArrayList<>();
        for (int at = fabric.attachedSwitch(fabric.nicDevice(source));
                fabric.isSwitch(at);
                at = fabric.peer(at, tables.outPort(at, lid))) {
            way.add(at);
        }
        return way;
    }

    @Test
    void everySwitchIsReachedFromEveryBottomSwitch() {
        Fabric fabric = FabricGenerators.parse("k-ary-n-tree:3,3");
        RoutingTables tables = route(fabric);
        for (int s = 0; s < fabric.switchCount(); s++) {
            for (int t = 0; t < fabric.switchCount(); t++) {
                int at = s;
                int port = -1;
                for (int hops = 0; at != t && hops < 6; hops++) {
                    port = tables.outPort(at, fabric.switchLid(t));
                    if (port == RoutingTables.UNREACHABLE) {
                        break;
                    }
                    at = fabric.peer(at, port);
                }
                if (fabric.coordinate(s, 0) == 2) {
                    assertThat(at)
                            .as(fabric.deviceName(s) + " to " + fabric.deviceName(t))
                            .isEqualTo(t);
                } else if (at != t) {
                    assertThat(port).as("cut off, not lost").isEqualTo(RoutingTables.UNREACHABLE);
                }
            }
        }
    }

    @Test
    void faultsAreRoutedAroundWhereAWayUpAndThenDownIsLeft() {
        Fabric fabric = FabricGenerators.parse("k-ary-n-tree:2,3");
        for (int link = 0; link < fabric.linkCount(); link++) {
            Faults fault = Faults.none().withLink(link);
            RouteReport report = RouteReport.of(engine.route(fabric, fault, EngineOptions.none()), fault);
            assertThat(report.sound()).as(fabric.linkName(link)).isTrue();
            assertThat(report.hopsMax()).isEqualTo(5);
        }
    }

    @Test
    void otherTopologiesAreRefusedWithTheCableThatDoesNotFit() {
        assertThatThrownBy(() -> route(FabricGenerators.parse("torus:3x3")))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining("fat-tree expects a fat tree, and in torus:3x3 the cable ")
                .hasMessageContaining(
                        "joins two switches that are both 1 links above the NICs; updown routes any topology");
        Fabric tree = FabricGenerators.parse("k-ary-n-tree:2,2");
        assertThatThrownBy(() ->
                        engine.route(tree, Faults.none(), EngineOptions.none().with("mode", "oblivious")))
                .hasMessage("fat-tree: mode=oblivious is not one of deterministic, adaptive, random");
    }

    /** Two leaves that no spine joins. */
    @Test
    void nicsWithoutAWayUpAndThenDownAreRefused() {
        Fabric clos = FabricGenerators.parse("clos:leaves=3,spines=2,parallel=1,nics=2");
        List<String> names = clos.deviceNames().subList(0, clos.switchCount());
        String first = names.get(clos.attachedSwitch(clos.nicDevice(0)));
        String last = names.get(clos.attachedSwitch(clos.nicDevice(clos.nicCount() - 1)));
        List<String> spines = names.stream()
                .filter(n -> clos.coordinate(clos.deviceByName(n), 0) == 0)
                .toList();
        Faults faults = Faults.none()
                .withLink(LinkNames.link(clos, first + "-" + spines.get(0)))
                .withLink(LinkNames.link(clos, last + "-" + spines.get(1)));
        assertThatThrownBy(() -> engine.route(clos, faults, EngineOptions.none()))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining("no way up and then down leads from " + last + " to " + first);
    }

    /** With whole trees and as many NICs as fit, every trunk carries the same. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "clos:leaves=6,spines=2,parallel=4,nics=24",
                "clos:leaves=4,spines=4,parallel=1,nics=8",
                "clos:pods=3,leaves=2,spines=2,cores=2,core-parallel=1,nics=4",
                "m-port-n-tree:4,3"
            })
    void wholeClosNetworksAreBalanced(String text) {
        Fabric fabric = FabricGenerators.parse(text);
        RoutingTables tables = route(fabric);
        Connectivity connectivity = Connectivity.of(tables, Faults.none());
        long[] most = new long[8];
        long[] least = new long[8];
        Arrays.fill(least, Long.MAX_VALUE);
        for (int directed = 0; directed < 2 * fabric.linkCount(); directed++) {
            if (fabric.isTrunk(directed >> 1)) {
                int from = fabric.coordinate(fabric.linkDevice(directed >> 1, directed & 1), 0);
                int to = fabric.coordinate(fabric.linkDevice(directed >> 1, directed & 1 ^ 1), 0);
                int kind = 2 * Math.min(from, to) + (from > to ? 1 : 0);
                most[kind] = Math.max(most[kind], connectivity.load(directed));
                least[kind] = Math.min(least[kind], connectivity.load(directed));
            }
        }
        for (int kind = 0; kind < most.length && most[kind] > 0; kind++) {
            assertThat((double) most[kind]).as(text + ", kind " + kind).isLessThanOrEqualTo(least[kind] * 1.5);
        }
    }

    @Test
    void adaptiveChoicesAllArriveAndSpreadEvenly() {
        for (String text :
                List.of("k-ary-n-tree:2,3", "k-ary-n-tree:4,2", "clos:leaves=4,spines=2,parallel=2,nics=3")) {
            Fabric fabric = FabricGenerators.parse(text);
            for (int link = -1; link < fabric.linkCount(); link++) {
                Faults faults = link < 0 ? Faults.none() : Faults.none().withLink(link);
                RoutingTables tables =
                        engine.route(fabric, faults, EngineOptions.none().with("mode", "adaptive"));
                AdaptiveVerification all = AdaptiveVerification.of(tables, faults);
                Connectivity one = Connectivity.of(tables, faults);
                assertThat(all.delivered()).as(text).isEqualTo(one.delivered());
                assertThat(all.escapesConnected()).as(text).isTrue();
                assertThat(all.findCycle()).as(text).isEmpty();
                assertThat(all.meanHops()).as(text).isCloseTo(one.meanHops(), within(1e-9));
                if (faults.isEmpty()) {
                    assertThat(all.maxLinkLoad()).as(text).isLessThanOrEqualTo(one.maxLinkLoad());
                }
            }
        }
    }

    @Test
    void anAdaptiveSwitchOffersEveryWayUp() {
        Fabric fabric = FabricGenerators.parse("k-ary-n-tree:4,3");
        RoutingTables tables =
                engine.route(fabric, Faults.none(), EngineOptions.none().with("mode", "adaptive"));
        int nic = fabric.deviceByName("p000");
        Choices choices = new Choices();
        int far = fabric.deviceByName("p333");
        tables.adaptive().orElseThrow().choices(fabric.attachedSwitch(nic), 1, 0, fabric.nicLid(far, 1), 0, choices);
        assertThat(choices.count()).isEqualTo(4);
        assertThat(choices.port(0)).isEqualTo(tables.outPort(fabric.attachedSwitch(nic), fabric.nicLid(far, 1)));
    }
}
