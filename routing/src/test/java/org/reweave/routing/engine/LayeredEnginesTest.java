package org.reweave.routing.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.reweave.routing.RandomFabrics;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.engine.updown.UpDownOrder;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;
import org.reweave.routing.verify.ChannelDependencyGraph;
import org.reweave.routing.verify.Endpoints;
import org.reweave.routing.verify.RouteReport;

/** What LASH, MRoots and TOR owe beyond the contract of all engines. */
class LayeredEnginesTest {
    private static RoutingTables route(String engine, Fabric fabric, EngineOptions options) {
        return EngineRegistry.load().engine(engine).route(fabric, Faults.none(), options);
    }

    private static RoutingTables route(String engine, String fabric) {
        return route(engine, FabricGenerators.parse(fabric), EngineOptions.none());
    }

    /** OpenSM's lash does the torus in 2 layers as well (shared/opensm/torus4x4_h1/lash/pathsl.txt). */
    @Test
    void lashTakesTwoLayersOnASmallTorusAndOneOnATree() {
        assertThat(RouteReport.of(route("lash", "torus:4x4"), Faults.none()).vls())
                .isEqualTo(2);
        assertThat(RouteReport.of(route("lash", "mesh:5x1"), Faults.none()).vls())
                .isEqualTo(1);
    }

    /** In every layer but the first lies a path that none below takes: no layer is there for nothing. */
    @Test
    void lashUsesEveryLayerItDeclares() {
        for (long seed = 1; seed <= 40; seed++) {
            RoutingTables tables = route("lash", RandomFabrics.untidy(seed), EngineOptions.none());
            ChannelDependencyGraph graph = ChannelDependencyGraph.of(tables, Faults.none(), Endpoints.ALL_PORTS);
            if (graph.levelsUsed() > 0) {
                assertThat(graph.levelsUsed())
                        .as("untidy seed " + seed)
                        .isEqualTo(tables.pathLevels().levelCount());
            }
        }
    }

    @Test
    void lashAndTorRefuseWithTheNumberOfLanesTheyNeed() {
        EngineOptions one = EngineOptions.none().with("vls", "1");
        Fabric torus = FabricGenerators.parse("torus:4x4");
        assertThatThrownBy(() -> route("lash", torus, one))
                .isInstanceOf(UnroutableException.class)
                .hasMessage("lash needs 2 VLs on torus:4x4, and 1 are allowed by vls=1; updown needs one");
        assertThatThrownBy(() -> route("tor", FabricGenerators.parse("torus:5x5"), one))
                .isInstanceOf(UnroutableException.class)
                .hasMessage("tor needs 2 VLs on torus:5x5, and 1 are allowed by vls=1; updown needs one");
        for (String engine : new String[] {"lash", "tor"}) {
            for (String wrong : new String[] {"0", "16", "two", "", "99999"}) {
                assertThatThrownBy(
                                () -> route(engine, torus, EngineOptions.none().with("vls", wrong)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage(engine + ": vls=" + wrong + " is not a number from 1 to 15");
            }
        }
    }

    @Test
    void mrootsUsesEveryTreeAndKeepsEachDestinationInOne() {
        for (int roots = 1; roots <= 4; roots++) {
            Fabric torus = FabricGenerators.parse("torus:5x5");
            RoutingTables tables = route("mroots", torus, EngineOptions.none().with("roots", Integer.toString(roots)));
            assertThat(RouteReport.of(tables, Faults.none()).vls()).isEqualTo(roots);
            for (int to = torus.switchCount(); to < torus.deviceCount(); to++) {
                Set<Integer> levels = new HashSet<>();
                for (int from = torus.switchCount(); from < torus.deviceCount(); from++) {
                    levels.add(tables.pathLevels().level(from, torus.nicLid(to, 1)));
                }
                assertThat(levels).hasSize(1);
            }
        }
    }

    /** The point of several roots: less crowding around one, and shorter ways. */
    @Test
    void moreRootsMeanLessLoadOnTheBusiestLink() {
        Fabric torus = FabricGenerators.parse("torus:6x6");
        RouteReport one = RouteReport.of(route("updown", torus, EngineOptions.none()), Faults.none());
        RouteReport four =
                RouteReport.of(route("mroots", torus, EngineOptions.none().with("roots", "4")), Faults.none());
        assertThat(four.maxLinkLoad()).isLessThan(one.maxLinkLoad());
        assertThat(four.hopsMean()).isLessThan(one.hopsMean());
    }

    /** Lanes never fall on the way, and rise wherever a packet that has gone down goes up. */
    @Test
    void torChangesLanesExactlyAsItsOrderAsks() {
        for (String text : new String[] {"torus:8x8", "torus:5x5", "irregular:20,4,seed=6,nics=3"}) {
            Fabric fabric = FabricGenerators.parse(text);
            RoutingTables tables = route("tor", fabric, EngineOptions.none());
            UpDownOrder order =
                    UpDownOrder.of(fabric, SwitchGraph.of(fabric, Faults.none()), UpDownOrder.Tree.BFS, "auto");
            int rises = 0;
            for (int from = fabric.switchCount(); from < fabric.deviceCount(); from++) {
                for (int to = fabric.switchCount(); to < fabric.deviceCount(); to++) {
                    rises += from == to ? 0 : walk(tables, order, from, to);
                }
            }
            assertThat(rises).as(text).isPositive();
        }
    }

    private static int walk(RoutingTables tables, UpDownOrder order, int from, int to) {
        Fabric fabric = tables.fabric();
        int lid = fabric.nicLid(to, 1);
        int level = tables.pathLevels().level(from, 1, lid);
        int at = fabric.attachedSwitch(from);
        int inPort = fabric.peerPort(from, 1);
        int lane = 0;
        boolean wentDown = false;
        int rises = 0;
        while (true) {
            int port = tables.outPort(at, lid);
            int next = fabric.peer(at, port);
            if (!fabric.isSwitch(next)) {
                return rises;
            }
            int out = tables.slToVl().lane(at, inPort, port, level);
            boolean forbidden = wentDown && order.isUp(at, next);
            assertThat(out).isGreaterThanOrEqualTo(lane + (forbidden ? 1 : 0));
            rises += out > lane ? 1 : 0;
            lane = out;
            wentDown = !order.isUp(at, next);
            inPort = fabric.peerPort(at, port);
            at = next;
        }
    }

    @Test
    void theLevelOfANicIsThatOfItsAttachedPort() {
        for (long seed = 1; seed <= 60; seed++) {
            Fabric fabric = RandomFabrics.untidy(seed);
            RoutingTables tables = route("lash", fabric, EngineOptions.none());
            for (int nic = fabric.switchCount(); nic < fabric.deviceCount(); nic++) {
                int lid = fabric.attachedPort(nic) < 0 ? 0 : fabric.nicLid(nic, fabric.attachedPort(nic));
                for (int from = fabric.switchCount(); lid > 0 && from < fabric.deviceCount(); from++) {
                    if (fabric.attachedPort(from) > 0) {
                        assertThat(tables.pathLevels().level(from, lid))
                                .isEqualTo(tables.pathLevels().level(from, fabric.attachedPort(from), lid));
                    }
                }
            }
        }
    }
}
