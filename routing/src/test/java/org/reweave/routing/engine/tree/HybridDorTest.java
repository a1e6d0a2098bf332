package org.reweave.routing.engine.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.mikant.MikantTest;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.verify.RouteReport;

class HybridDorTest {
    private final RoutingEngine engine = EngineRegistry.load().engine("hybrid-dor");

    private RoutingTables route(String text) {
        return engine.route(FabricGenerators.parse(text), Faults.none(), EngineOptions.none());
    }

    @Test
    void dimensionsAreCrossedInIncreasingOrder() {
        assertThat(MikantTest.path(route("kns:4,3"), "n1_2_3", "n3_2_0"))
                .containsExactly("n1_2_3", "r1_2_3", "x0_2_3", "r3_2_3", "x2_3_2", "r3_2_0", "n3_2_0");
    }

    /**
     * KNS §4: minimal, no virtual channels. A network of s stages takes 2s-1 switches at most, a router each dimension
     * and one more.
     */
    @ParameterizedTest
    @CsvSource({"'kns:4,2', 5", "'kns:3,3', 7", "'kns:9,2,s=2', 9", "'kns:8,1,s=3,nics=2', 7"})
    void everyPairIsServedOnOneLane(String text, int hopsMax) {
        RouteReport report = RouteReport.of(route(text), Faults.none());
        assertThat(report.sound()).isTrue();
        assertThat(report.vls()).isEqualTo(1);
        assertThat(report.hopsMax()).isEqualTo(hopsMax);
    }

    /** Within a row's tree the ways up are shared evenly. */
    @Test
    void aTreeOfARowIsBalanced() {
        assertThat(RouteReport.of(route("kns:16,1,s=2"), Faults.none()).maxLinkLoad())
                .as("a router's link carries 15 paths each way, a tree's no more")
                .isEqualTo(15);
    }

    @Test
    void faultsAreRefused() {
        Fabric fabric = FabricGenerators.parse("kns:3,2");
        assertThatThrownBy(() -> engine.route(fabric, Faults.none().withLink(0), EngineOptions.none()))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining("has failed");
    }
}
