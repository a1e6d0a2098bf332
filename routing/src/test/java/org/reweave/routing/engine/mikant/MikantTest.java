package org.reweave.routing.engine.mikant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.verify.Connectivity;

public class MikantTest {
    private final RoutingEngine engine = EngineRegistry.load().engine("mikant");

    /** The devices from one NIC to another, by the tables. */
    public static List<String> path(RoutingTables tables, String from, String to) {
        Fabric fabric = tables.fabric();
        int at = fabric.deviceByName(from);
        int lid = fabric.nicLid(fabric.deviceByName(to), 1);
        List<String> path = new ArrayList<>(List.of(from));
        at = fabric.attachedSwitch(at);
        while (fabric.isSwitch(at)) {
            path.add(fabric.deviceName(at));
            at = fabric.peer(at, tables.outPort(at, lid));
        }
        path.add(fabric.deviceName(at));
        return path;
    }

    /** routing/docs/mikant.md: distances, in links, of the four examples on the slides. */
    @ParameterizedTest
    @CsvSource({"12222, 7", "02222, 8", "02022, 6", "02002, 4"})
    void examplesOfTheSlides(String to, int links) {
        Fabric fabric = FabricGenerators.parse("mikant:3,4");
        RoutingTables tables = engine.route(fabric, Faults.none(), EngineOptions.none());
        assertThat(path(tables, "p02000", "p" + to)).hasSize(links + 1).endsWith("p" + to);
    }

    @Test
    void aPacketTakesThePortOfItsDestinationsDigitOnTheWayUp() {
        Fabric fabric = FabricGenerators.parse("mikant:3,4");
        RoutingTables tables = engine.route(fabric, Faults.none(), EngineOptions.none());
        assertThat(path(tables, "p02000", "p12221"))
                .containsExactly(
                        "p02000", "g0l0_000", "g0l1_001", "g0l2_021", "g1l2_221", "g1l1_221", "g1l0_221", "p12221");
    }

    /** routing/docs/mikant.md: 2n - 1/(k-1) + 1/((k-1)k^n) - 1/2 links, self pairs included. */
    @ParameterizedTest
    @CsvSource({"2,2", "2,3", "3,3", "4,2", "3,4"})
    void averageDistanceIsTheFormulas(int k, int n) {
        Fabric fabric = FabricGenerators.parse("mikant:" + k + "," + n);
        Connectivity connectivity =
                Connectivity.of(engine.route(fabric, Faults.none(), EngineOptions.none()), Faults.none());
        double nodes = fabric.nicCount();
        double links = (connectivity.hopSum() + connectivity.pairs()) / (nodes * nodes);
        double formula = 2 * n - 1.0 / (k - 1) + 1 / ((k - 1) * Math.pow(k, n)) - 0.5;
        assertThat(links).isCloseTo(formula, org.assertj.core.api.Assertions.within(1e-9));
    }

    @Test
    void faultsAndOtherTopologiesAreRefused() {
        Fabric fabric = FabricGenerators.parse("mikant:2,3");
        int trunk = 0;
        assertThatThrownBy(() -> engine.route(fabric, Faults.none().withLink(trunk), EngineOptions.none()))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining(fabric.linkName(trunk) + " has failed")
                .hasMessageContaining("updown");
        assertThatThrownBy(() -> engine.route(FabricGenerators.parse("torus:3x3"), Faults.none(), EngineOptions.none()))
                .hasMessage(
                        "mikant routes mirrored k-ary n-trees, and torus:3x3 is of the family torus; updown routes any topology");
    }
}
