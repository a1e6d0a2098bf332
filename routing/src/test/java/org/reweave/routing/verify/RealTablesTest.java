package org.reweave.routing.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.io.IbnetdiscoverReader;
import org.reweave.routing.io.SharedFiles;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;

/**
 * Fabrics of real clusters, and tables that real subnet managers computed: what is known of them must be found. Skipped
 * where the folder is absent.
 */
class RealTablesTest {
    private static Fabric fabric(String file) throws IOException {
        return IbnetdiscoverReader.read(SharedFiles.require(file)).fabric();
    }

    private static RoutingTables imported(Fabric fabric, Path folder) {
        return EngineRegistry.load()
                .engine("imported")
                .route(fabric, Faults.none(), EngineOptions.none().with("dir", folder.toString()));
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

    /**
     * Parallel and missing cables, hosts at a spine (tartu_rocket8): fat trees all the same. plafrim9 has a leaf behind
     * a leaf.
     */
    @Test
    void realFatTreesAreRoutedAsSuchAndOthersRefused() throws IOException {
        for (String name : List.of("tartu_rocket8", "topograph_ndr40", "ufm_lab2")) {
            Fabric fabric = fabric("fabrics/" + name + ".ibnetdiscover");
            for (String mode : List.of("deterministic", "adaptive")) {
                RoutingTables tables = EngineRegistry.load()
                        .engine("fat-tree")
                        .route(fabric, Faults.none(), EngineOptions.none().with("mode", mode));
                assertThat(RouteReport.of(tables, Faults.none()).sound())
                        .as(name + ", " + mode)
                        .isTrue();
            }
            RouteReport minHop = RouteReport.of(
                    EngineRegistry.load().engine("min-hop").route(fabric, Faults.none(), EngineOptions.none()),
                    Faults.none());
            RouteReport fatTree = RouteReport.of(
                    EngineRegistry.load().engine("fat-tree").route(fabric, Faults.none(), EngineOptions.none()),
                    Faults.none());
            assertThat(fatTree.hopsMean()).isEqualTo(minHop.hopsMean());
            assertThat(fatTree.maxLinkLoad()).isLessThanOrEqualTo(minHop.maxLinkLoad());
        }
        assertThatThrownBy(() -> EngineRegistry.load()
                        .engine("fat-tree")
                        .route(fabric("fabrics/plafrim9.ibnetdiscover"), Faults.none(), EngineOptions.none()))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining("joins two switches that are both 1 links above the NICs");
    }

    /** The layered engines serve them too, on few lanes. */
    @ParameterizedTest
    @ValueSource(strings = {"lash", "mroots", "tor"})
    void layeredEnginesServeRealClusters(String engine) throws IOException {
        for (String name : List.of("tartu_rocket8", "plafrim9", "topograph_ndr40", "ufm_lab2")) {
            Fabric fabric = fabric("fabrics/" + name + ".ibnetdiscover");
            RouteReport report = RouteReport.of(
                    EngineRegistry.load().engine(engine).route(fabric, Faults.none(), EngineOptions.none()),
                    Faults.none());
            assertThat(report.sound()).as(name).isTrue();
            assertThat(report.vls()).as(name).isLessThanOrEqualTo(2);
        }
    }

    /** shared/fabrics/README.md: 15,500 of 15,500 pairs delivered over 1 to 6 switches, acyclic. */
    @Test
    void theTablesOfARunningClusterAreJudgedAsTheirOwnerDid() throws IOException {
        Fabric fabric = fabric("fabrics/plafrim9.ibnetdiscover");
        RouteReport report =
                RouteReport.of(imported(fabric, SharedFiles.require("fabrics/lft/plafrim9")), Faults.none());
        assertThat(report.pairs()).isEqualTo(15_500);
        assertThat(report.delivered()).isEqualTo(15_500);
        assertThat(report.hopsMax()).isEqualTo(6);
        assertThat(report.acyclic()).isTrue();
    }

    /** OpenSM's tables: routing/docs/engines.md. */
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
        RoutingTables tables = imported(fabric, SharedFiles.require("opensm/torus4x4_h1/" + engine));
        RouteReport report = RouteReport.of(tables, Faults.none());
        assertThat(report.delivered()).isEqualTo(16 * 15);
        assertThat(report.acyclic()).isEqualTo(acyclic);
        assertThat(report.mappingConflicts()).isZero();
        boolean severalLanes =
                Files.exists(SharedFiles.require("opensm/torus4x4_h1/" + engine).resolve("pathsl.txt.gz"));
        assertThat(tables.remarks()).hasSize(severalLanes ? 0 : 2);
    }

    /** On a fat tree only what is not a tree routing is cyclic; each must route every pair all the same. */
    @Test
    void openSmTablesOfTheOtherFabricsRouteEveryPair() throws IOException {
        for (String name : new String[] {"4ary3tree", "irregular16_s1"}) {
            Fabric fabric = fabric("opensm/" + name + "/" + name + ".ibnetdiscover");
            try (Stream<Path> folders = Files.list(SharedFiles.require("opensm/" + name))) {
                for (Path folder : folders.filter(Files::isDirectory).sorted().toList()) {
                    String engine = folder.getFileName().toString();
                    RouteReport report = RouteReport.of(imported(fabric, folder), Faults.none());
                    assertThat(report.delivered()).as(folder.toString()).isEqualTo(64 * 63);
                    if (List.of("lash", "dfsssp", "nue", "nue_vl0", "updn+roots")
                            .contains(engine)) {
                        assertThat(report.acyclic()).as(folder.toString()).isTrue();
                    }
                }
            }
        }
    }

    /** Both forms of the same tables. */
    @Test
    void theCsvOfARunningClusterSaysWhatItsIbrouteOutputSays(@TempDir Path folder) throws IOException {
        Fabric fabric = fabric("fabrics/plafrim9.ibnetdiscover");
        Path shared = SharedFiles.require("fabrics/lft/plafrim9");
        Files.copy(shared.resolve("plafrim9.lft.csv"), folder.resolve("lft.csv"));
        RoutingTables ibroute = imported(fabric, shared);
        RoutingTables csv = imported(fabric, folder);
        for (int s = 0; s < fabric.switchCount(); s++) {
            assertThat(csv.lft(s)).isEqualTo(ibroute.lft(s));
        }
    }
}
