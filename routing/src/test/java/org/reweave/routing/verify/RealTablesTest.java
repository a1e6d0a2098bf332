package org.reweave.routing.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.engine.EngineOptions;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.io.IbnetdiscoverReader;
import org.reweave.routing.io.SharedFiles;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/** Fabrics of real clusters, and tables that real subnet managers computed: what is known of them must be found. Skipped where the
 *  folder is absent. */
class RealTablesTest {
    private static Fabric fabric(String file) throws IOException {
        return IbnetdiscoverReader.read(SharedFiles.require(file)).fabric();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tartu_rocket8", "plafrim9", "topograph_ndr40", "ufm_lab2"})
    void updownServesAllPairsOfRealClustersWithoutCycles(String name) throws IOException {
        Fabric fabric = fabric("fabrics/" + name + ".ibnetdiscover");
        for (String tree : new String[] {"bfs", "dfs"}) {
            RoutingTables tables = EngineRegistry.load()
                    .engine("updown")
                    .route(fabric, Faults.none(), EngineOptions.none().with("tree", tree));
            for (Endpoints endpoints : Endpoints.values()) {
                Connectivity connectivity = Connectivity.of(tables, Faults.none(), endpoints);
                assertThat(connectivity.pairs())
                        .isGreaterThanOrEqualTo((long) fabric.nicCount() * (fabric.nicCount() - 1));
                assertThat(connectivity.delivered()).isEqualTo(connectivity.pairs());
                assertThat(ChannelDependencyGraph.of(tables, Faults.none(), endpoints)
                                .findCycle())
                        .isEmpty();
            }
        }
    }

    /** shared/fabrics/README.md: 15,500 of 15,500 pairs delivered over 1 to 6 switches, acyclic. */
    @Test
    void theTablesOfARunningClusterAreJudgedAsTheirOwnerDid() throws IOException {
        Fabric fabric = fabric("fabrics/plafrim9.ibnetdiscover");
        byte[][] lfts = RoutingTables.emptyLfts(fabric);
        for (String line : Files.readAllLines(SharedFiles.require("fabrics/lft/plafrim9/plafrim9.lft.csv"))) {
            String[] cells = line.split(",");
            for (int s = 0; s < lfts.length; s++) {
                if (cells[0].equals(String.valueOf(fabric.switchLid(s)))) {
                    lfts[s][Integer.parseInt(cells[2])] = (byte) Integer.parseInt(cells[3]);
                }
            }
        }
        RouteReport report = RouteReport.of(
                new RoutingTables(fabric, "plafrim", lfts, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL), Faults.none());
        assertThat(report.pairs()).isEqualTo(15_500);
        assertThat(report.delivered()).isEqualTo(15_500);
        assertThat(report.hopsMax()).isEqualTo(6);
        assertThat(report.acyclic()).isTrue();
    }

    /** SPEC §7. */
    @ParameterizedTest
    @CsvSource({
        "minhop, false",
        "dor, false",
        "sssp, false",
        "dnup, false",
        "lash, true",
        "dfsssp, true",
        "nue, true",
        "nue_vl0, true",
        "torus-2QoS, true",
        "updn+roots, true"
    })
    void openSmTablesOfATorusAreCyclicOrNotAsKnown(String engine, boolean acyclic) throws IOException {
        Fabric fabric = fabric("opensm/torus4x4_h1/torus4x4_h1.ibnetdiscover");
        Path folder = SharedFiles.require("opensm/torus4x4_h1/" + engine);
        RouteReport report = RouteReport.of(OpenSmTables.read(fabric, folder), Faults.none());
        assertThat(report.delivered()).isEqualTo(16 * 15);
        assertThat(report.acyclic()).isEqualTo(acyclic);
    }
}
