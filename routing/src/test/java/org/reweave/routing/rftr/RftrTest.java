package org.reweave.routing.rftr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.AddressedPaths;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.tolerance.FaultSets;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

class RftrTest {
    @Test
    void onlyBrokenPairsChangeAndEachGetsANewAddress() {
        Fabric fabric = FabricGenerators.parse("torus:5x5");
        Rftr rftr = Rftr.overUpDown(fabric, 2, 7);
        int link = fabric.link(0, 1);
        List<List<Integer>> before = routes(rftr);
        List<Integer> addresses = addresses(rftr);
        Rftr.Outcome outcome = rftr.fail(Element.LINK, link, 7);
        List<List<Integer>> after = routes(rftr);
        int changed = 0;
        for (int pair = 0; pair < before.size(); pair++) {
            boolean broken = before.get(pair).stream().anyMatch(directed -> directed >> 1 == link);
            assertThat(after.get(pair).stream().noneMatch(directed -> directed >> 1 == link))
                    .isTrue();
            if (broken) {
                changed++;
                assertThat(addresses(rftr).get(pair)).isNotEqualTo(addresses.get(pair));
            } else {
                assertThat(after.get(pair)).isEqualTo(before.get(pair));
                assertThat(addresses(rftr).get(pair)).isEqualTo(addresses.get(pair));
            }
        }
        assertThat(changed).isPositive();
        assertThat(outcome.affected()).isEqualTo(changed);
        assertThat(outcome.restored()).isEqualTo(changed);
    }

    /** Thesis Fig. 5.1: a mesh under dimension-order routing, where no other path exists within the routing. */
    @Test
    void aForbiddenTurnAtTheJointCostsAVirtualLane() {
        Fabric fabric = FabricGenerators.parse("mesh:3x3");
        Rftr rftr = Rftr.of(tables(fabric, "dimension-order"), TurnRules.dimensionOrder(fabric), 1, 1);
        assertThat(rftr.laneCount()).isEqualTo(1);
        int from = fabric.deviceByName("s0_0");
        int to = fabric.deviceByName("s1_0");
        for (int port = 1; port <= fabric.portCount(from); port++) {
            if (fabric.peer(from, port) == to) {
                assertThat(rftr.fail(Element.LINK, fabric.link(from, port), 1).lost())
                        .isZero();
            }
        }
        assertThat(rftr.laneCount()).isEqualTo(2);
        assertThat(rftr.levelCount()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dimension-order", "updown"})
    void anyTablesCanBeUnderneathWithTheCyclesOfTheirDependenciesAsTurnRule(String engine) {
        Fabric fabric = FabricGenerators.parse("mesh:4x4");
        RoutingTables tables = tables(fabric, engine);
        Rftr intact = Rftr.of(tables, TurnRules.byDependencies(fabric, paths(fabric, tables)), 2, 1);
        for (int link : FaultSets.trunks(fabric)) {
            Rftr rftr = intact.copy();
            Rftr.Outcome outcome = rftr.fail(Element.LINK, link, 1);
            assertThat(outcome.restored()).isEqualTo(outcome.affected());
            assertThat(routes(rftr)).allMatch(route -> route != null);
        }
    }

    @Test
    void aCopyIsNotTouchedByWhatStrikesTheOriginal() {
        Fabric fabric = FabricGenerators.parse("torus:4x4");
        Rftr original = Rftr.overUpDown(fabric, 2, 1);
        Rftr copy = original.copy();
        List<List<Integer>> before = routes(copy);
        for (int link = 0; link < 5; link++) {
            original.fail(Element.LINK, FaultSets.trunks(fabric)[link], 1);
        }
        assertThat(routes(copy)).isEqualTo(before);
    }

    /**
     * Both links became known together: packets may still be on the paths of before, whose entries must stay so long.
     */
    @Test
    void entriesOfBrokenPathsStayUntilAllFaultsFoundTogetherAreAnswered() {
        Fabric fabric = FabricGenerators.parse("torus:4x4");
        int[] links = FaultSets.trunks(fabric);
        int takenOver = 0;
        for (int second = 1; second < links.length; second++) {
            Rftr together = Rftr.overUpDown(fabric, 2, 7);
            Rftr apart = together.copy();
            List<int[]> before = entries(together);
            together.failWithOthers(Element.LINK, links[0], 1);
            together.failWithOthers(Element.LINK, links[second], 2);
            apart.fail(Element.LINK, links[0], 1);
            apart.fail(Element.LINK, links[second], 2);
            assertThat(before).allMatch(entry -> stands(entry, together));
            takenOver +=
                    (int) before.stream().filter(entry -> !stands(entry, apart)).count();
        }
        assertThat(takenOver)
                .as("entries that give way when each fault is answered alone")
                .isPositive();
    }

    @Test
    void theSameFaultsGiveTheSamePaths() {
        Fabric fabric = FabricGenerators.parse("irregular:24,4,seed=3");
        Rftr one = Rftr.overUpDown(fabric, 2, 5);
        Rftr two = Rftr.overUpDown(fabric, 2, 5);
        for (int link : Arrays.copyOf(FaultSets.trunks(fabric), 6)) {
            assertThat(one.fail(Element.LINK, link, 9)).isEqualTo(two.fail(Element.LINK, link, 9));
        }
        assertThat(addresses(one)).isEqualTo(addresses(two));
    }

    @Test
    void tablesThatNeedSeveralLanesOrCloseCyclesAreRefused() {
        Fabric torus = FabricGenerators.parse("torus:4x4");
        RoutingTables lanes = tables(torus, "dimension-order");
        assertThatThrownBy(() -> Rftr.of(lanes, TurnRules.byDependencies(torus, List.of()), 2, 1))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining("tables on one VL")
                .hasMessageContaining("start from updown");
        RoutingTables cyclic = tables(torus, "min-hop");
        assertThatThrownBy(() -> TurnRules.byDependencies(torus, paths(torus, cyclic)))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining("cyclic channel dependencies");
        assertThatThrownBy(() -> TurnRules.dimensionOrder(torus))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining("meshes only");
    }

    private static RoutingTables tables(Fabric fabric, String engine) {
        return EngineRegistry.load().engine(engine).route(fabric, Faults.none(), EngineOptions.none());
    }

    private static List<int[]> paths(Fabric fabric, RoutingTables tables) {
        List<int[]> paths = new ArrayList<>();
        for (int s = 0; s < fabric.switchCount(); s++) {
            for (int nic = 0; nic < fabric.nicCount(); nic++) {
                List<Integer> path = new ArrayList<>();
                int lid = fabric.nicLid(fabric.nicDevice(nic), 1);
                for (int at = s; at != fabric.attachedSwitch(fabric.nicDevice(nic)); ) {
                    path.add(fabric.directedLink(at, tables.outPort(at, lid)));
                    at = fabric.peer(at, tables.outPort(at, lid));
                }
                paths.add(path.stream().mapToInt(Integer::intValue).toArray());
            }
        }
        return paths;
    }

    private static List<Integer> addresses(AddressedPaths paths) {
        List<Integer> addresses = new ArrayList<>();
        int nics = paths.fabric().nicCount();
        for (int pair = 0; pair < nics * nics; pair++) {
            addresses.add(paths.address(pair / nics, pair % nics));
        }
        return addresses;
    }

    /** The directed links of every pair's path, followed by installed entries; null where they do not arrive. */
    private static List<List<Integer>> routes(AddressedPaths paths) {
        Fabric fabric = paths.fabric();
        List<List<Integer>> routes = new ArrayList<>();
        for (int source = 0; source < fabric.nicCount(); source++) {
            for (int destination = 0; destination < fabric.nicCount(); destination++) {
                List<Integer> route = new ArrayList<>();
                int s = fabric.attachedSwitch(fabric.nicDevice(source));
                int address = paths.address(source, destination);
                while (fabric.isSwitch(s) && route.size() <= fabric.switchCount()) {
                    int out = paths.outPort(s, destination, address);
                    if (out < 0) {
                        break;
                    }
                    if (fabric.isSwitch(fabric.peer(s, out))) {
                        route.add(fabric.directedLink(s, out));
                    }
                    s = fabric.peer(s, out);
                }
                routes.add(s == fabric.nicDevice(destination) ? route : null);
            }
        }
        return routes;
    }

    /** Whether a switch still sends packets to an address of a NIC out of the port of before. */
    private static boolean stands(int[] entry, AddressedPaths paths) {
        return paths.outPort(entry[0], entry[1], entry[2]) == entry[3];
    }

    /** Switch, destination, address and port of every entry that a path uses. */
    private static List<int[]> entries(AddressedPaths paths) {
        Fabric fabric = paths.fabric();
        List<int[]> entries = new ArrayList<>();
        for (int source = 0; source < fabric.nicCount(); source++) {
            for (int destination = 0; destination < fabric.nicCount(); destination++) {
                int address = paths.address(source, destination);
                int at = fabric.attachedSwitch(fabric.nicDevice(source));
                while (fabric.isSwitch(at)) {
                    int out = paths.outPort(at, destination, address);
                    entries.add(new int[] {at, destination, address, out});
                    at = fabric.peer(at, out);
                }
            }
        }
        return entries;
    }
}
