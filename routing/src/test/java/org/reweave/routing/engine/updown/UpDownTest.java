package org.reweave.routing.engine.updown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.reweave.routing.RandomFabrics;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.UpDownLegality;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.model.SeededSequence;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;
import org.reweave.routing.verify.Connectivity;
import org.reweave.routing.verify.RouteReport;

class UpDownTest {
    private final RoutingEngine updown = EngineRegistry.load().engine("updown");

    private static EngineOptions options(String tree, String root) {
        return EngineOptions.none().with("tree", tree).with("root", root);
    }

    /** From every switch, injected or not, to every LID of NICs and switches. */
    @Test
    void noPathTurnsFromDownToUpOnUntidyFabricsWithFaultsForBothTreesAndAnyRoot() {
        for (long seed = 1; seed <= 600; seed++) {
            Fabric fabric = RandomFabrics.untidy(seed);
            SeededSequence random = new SeededSequence(-seed);
            Faults faults = Faults.none();
            for (int failed = random.below(3); failed > 0 && fabric.linkCount() > 0; failed--) {
                faults = random.below(4) == 0
                        ? faults.withDevice(random.below(fabric.deviceCount()))
                        : faults.withLink(random.below(fabric.linkCount()));
            }
            int root = random.below(fabric.switchCount());
            boolean named = random.below(2) == 0 && faults.deviceUp(root);
            for (String tree : new String[] {"bfs", "dfs"}) {
                EngineOptions options = options(tree, named ? fabric.deviceName(root) : "auto");
                String reproduce = RandomFabrics.describe(fabric) + "; " + faults + "; " + options;
                RoutingTables tables = updown.route(fabric, faults, options);
                assertThat(UpDownLegality.violations(tables, faults, tree.equals("dfs"), named ? root : -1))
                        .as(reproduce)
                        .isEmpty();
                RouteReport report = RouteReport.of(tables, faults);
                assertThat(report.failures()).as(reproduce).isEmpty();
                assertThat(report.cycle()).as(reproduce).isEmpty();
            }
        }
    }

    @Test
    void withVlsPathsAreSpreadOverThemAndEachStaysOnOne() {
        Fabric fabric = FabricGenerators.parse("torus:4x4");
        RoutingTables tables =
                updown.route(fabric, Faults.none(), EngineOptions.none().with("vls", "2"));
        RouteReport report = RouteReport.of(tables, Faults.none());
        assertThat(report.failures()).isEmpty();
        assertThat(report.cycle()).isEmpty();
        int[] paths = new int[2];
        for (int from = 0; from < 16; from++) {
            for (int to = 0; to < 16; to++) {
                int level = tables.pathLevels().level(fabric.nicDevice(from), fabric.nicLid(fabric.nicDevice(to), 1));
                paths[level]++;
                assertThat(tables.slToVl().lane(0, 1, 2, level)).isEqualTo(level);
            }
        }
        assertThat(paths).containsExactly(128, 128);
        assertThatThrownBy(() ->
                        updown.route(fabric, Faults.none(), EngineOptions.none().with("vls", "9")))
                .hasMessageContaining("vls=9 is not a number from 1 to 8")
                .hasMessageContaining("1 to 8");
    }

    /**
     * s7 could reach s10 over s6 in two hops, up and down. But s5 above s7 has no way to s10 as short as down through
     * s7: were s7 to send up, packets from s5 would go up after down. So s7 goes down in three hops, over s8 and s9.
     */
    @Test
    void aSwitchThatOneAboveSendsDownThroughGoesDownItselfEvenWhereGoingUpIsShorter() {
        Fabric fabric = RandomFabrics.graph("trap", 11, new int[][] {
            {0, 1}, {0, 2}, {1, 3}, {2, 4}, {3, 5}, {4, 6}, {5, 7}, {6, 7}, {6, 8}, {6, 9}, {6, 10}, {7, 8}, {8, 9},
            {9, 10}
        });
        RoutingTables tables = updown.route(fabric, Faults.none(), options("bfs", "s0"));
        int lid = fabric.nicLid(fabric.deviceByName("h10"), 1);
        assertThat(fabric.peer(5, tables.outPort(5, lid))).isEqualTo(7);
        assertThat(fabric.peer(7, tables.outPort(7, lid))).isEqualTo(8);
        assertThat(UpDownLegality.violations(tables, Faults.none(), false, 0)).isEmpty();
        assertThat(Connectivity.of(tables, Faults.none()).lost()).isZero();
    }

    /** The oracle itself: min-hop on a ring must have turns that it finds. */
    @Test
    void theLegalityCheckFindsTheIllegalTurnsOfMinHop() {
        Fabric ring = RandomFabrics.graph("ring", 5, new int[][] {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}});
        RoutingTables tables = EngineRegistry.load().engine("min-hop").route(ring, Faults.none(), EngineOptions.none());
        assertThat(UpDownLegality.violations(tables, Faults.none(), false, 0))
                .contains("LID 5 goes up after down: s2 -> s3 -> s4");
    }

    /**
     * Root s0; s1 and s4 hang below it, and s1-s2-s3-s4 is a chain of the same level that only goes down by index.
     * Nobody sends down through s1 to s4, so s1 may take the two hops over the root and not the three along the chain.
     */
    @Test
    void aSwitchGoesUpWhereThatIsShorterAndNobodySendsDownThroughIt() {
        Fabric fabric =
                RandomFabrics.graph("chain", 5, new int[][] {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {2, 3}, {3, 4}});
        RoutingTables tables = updown.route(fabric, Faults.none(), options("bfs", "s0"));
        assertThat(tables.outPort(1, fabric.nicLid(fabric.deviceByName("h4"), 1)))
                .as("s1.1 leads to s0")
                .isEqualTo(1);
        assertThat(Connectivity.of(tables, Faults.none()).maxHops()).isEqualTo(3);
    }

    @Test
    void theAutomaticRootIsTheSwitchNearestToTheOthersAndTheLowestOfSeveral() {
        Fabric path = RandomFabrics.graph("path", 4, new int[][] {{3, 1}, {1, 2}, {2, 0}});
        UpDownOrder order = UpDownOrder.of(path, SwitchGraph.of(path, Faults.none()), UpDownOrder.Tree.BFS, "auto");
        assertThat(order.root(0)).isEqualTo(1);
        assertThat(order.byRank()).as("by level, then index").containsExactly(1, 2, 3, 0);
    }

    @Test
    void everyPartOfABrokenFabricHasATreeOfItsOwnAndDestinationsInOthersAreUnreachable() {
        Fabric path = RandomFabrics.graph("path", 4, new int[][] {{0, 1}, {1, 2}, {2, 3}});
        Faults cut = Faults.none().withLink(1);
        RoutingTables tables = updown.route(path, cut, options("dfs", "s3"));
        assertThat(tables.outPort(0, path.nicLid(path.deviceByName("h3"), 1))).isEqualTo(RoutingTables.UNREACHABLE);
        RouteReport report = RouteReport.of(tables, cut);
        assertThat(report.pairs()).isEqualTo(12);
        assertThat(report.delivered()).isEqualTo(4);
        assertThat(report.disconnected()).isEqualTo(8);
    }

    @Test
    void destinationsSpreadEvenlyOverParallelLinks() {
        FabricBuilder builder = new FabricBuilder("two switches, 4 cables");
        FabricBuilder.Node a = builder.addSwitch("a", 20);
        FabricBuilder.Node b = builder.addSwitch("b", 20);
        for (int port = 1; port <= 4; port++) {
            builder.connect(a, port, b, 5 - port);
        }
        for (int n = 0; n < 8; n++) {
            builder.connect(builder.addNic("a" + n, 1), 1, a, 5 + n);
            builder.connect(builder.addNic("b" + n, 1), 1, b, 5 + n);
        }
        Fabric fabric = builder.build();
        RoutingTables tables = updown.route(fabric, Faults.none(), EngineOptions.none());
        int[] perPort = new int[5];
        for (int n = 0; n < 8; n++) {
            perPort[tables.outPort(0, fabric.nicLid(fabric.deviceByName("b" + n), 1))]++;
        }
        assertThat(Arrays.copyOfRange(perPort, 1, 5)).containsOnly(2);
        assertThat(RouteReport.of(tables, Faults.none()).maxLinkLoad())
                .as("8 sources x 2 destinations")
                .isEqualTo(16);
    }

    @Test
    void everySwitchIsADestination() {
        Fabric fabric = FabricGenerators.parse("torus:4x4");
        RoutingTables tables = updown.route(fabric, Faults.none(), EngineOptions.none());
        for (int s = 0; s < fabric.switchCount(); s++) {
            for (int t = 0; t < fabric.switchCount(); t++) {
                int at = s;
                for (int hops = 0; at != t && hops < 16; hops++) {
                    at = fabric.peer(at, tables.outPort(at, fabric.switchLid(t)));
                }
                assertThat(at).isEqualTo(t);
                assertThat(tables.outPort(t, fabric.switchLid(t))).isZero();
            }
        }
    }

    @Test
    void badOptionsAreRefusedWithWhatIsPossible() {
        Fabric fabric = FabricGenerators.parse("torus:4x4");
        assertThatThrownBy(() -> updown.route(fabric, Faults.none(), options("tree", "auto")))
                .hasMessage("updown: tree=tree is not one of bfs, dfs");
        assertThatThrownBy(() -> updown.route(fabric, Faults.none(), options("bfs", "s0_9")))
                .hasMessage(
                        "updown: root=s0_9 is not a switch of torus:4x4; the nearest name is s0_0, and root=auto chooses one");
        assertThatThrownBy(() -> updown.route(fabric, Faults.none().withDevice(0), options("bfs", "s0_0")))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining("root=s0_0 has failed");
        assertThatThrownBy(() ->
                        updown.route(fabric, Faults.none(), EngineOptions.none().with("rot", "s0_0")))
                .hasMessageContaining("no option rot; it has root, tree");
    }
}
