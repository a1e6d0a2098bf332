package org.reweave.routing.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.reweave.routing.RandomFabrics;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.table.AdaptiveTables;
import org.reweave.routing.table.Choices;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

class AdaptiveVerificationTest {
    private static RoutingTables route(String engine, Fabric fabric) {
        return EngineRegistry.load().engine(engine).route(fabric, Faults.none(), EngineOptions.none());
    }

    /** The tables' own hop as the escape on VL 0, and every minimal hop on another lane beside it. */
    private static RoutingTables withMinimalHops(RoutingTables escape, int adaptiveLane, boolean escapeEverywhere) {
        Fabric fabric = escape.fabric();
        SwitchGraph graph = SwitchGraph.of(fabric, Faults.none());
        int[][] distance = new int[fabric.switchCount()][fabric.switchCount()];
        for (int s = 0; s < distance.length; s++) {
            graph.distances(s, distance[s]);
        }
        return escape.with(new AdaptiveTables() {
            @Override
            public int laneCount() {
                return adaptiveLane + 1;
            }

            @Override
            public void choices(int s, int inPort, int inLane, int lid, int level, Choices choices) {
                int first = escape.outPort(s, lid);
                boolean last = !fabric.isSwitch(fabric.peer(s, first));
                if (last || escapeEverywhere || inLane == 0) {
                    choices.add(first, 0, true);
                }
                for (int port = 1; !last && port <= fabric.portCount(s); port++) {
                    int next = fabric.peer(s, port);
                    if (next >= 0 && fabric.isSwitch(next)) {
                        int to = exit(fabric, lid);
                        boolean repeats = adaptiveLane == 0 && port == first;
                        if (distance[to][next] < distance[to][s] && !repeats) {
                            choices.add(port, adaptiveLane, false);
                        }
                    }
                }
            }
        });
    }

    private static int exit(Fabric fabric, int lid) {
        for (int n = 0; n < fabric.nicCount(); n++) {
            if (fabric.nicLid(fabric.nicDevice(n), 1) == lid) {
                return fabric.attachedSwitch(fabric.nicDevice(n));
            }
        }
        throw new AssertionError("no NIC has LID " + lid);
    }

    /** Duato's own example: fully adaptive lanes over dimension-order ones. */
    @Test
    void anAcyclicEscapeMakesCyclicAdaptiveLanesHarmless() {
        RoutingTables tables = withMinimalHops(route("dimension-order", FabricGenerators.parse("mesh:4x4")), 1, true);
        AdaptiveVerification check = AdaptiveVerification.of(tables, Faults.none());
        assertThat(check.escapesConnected()).isTrue();
        assertThat(check.findCycle()).isEmpty();
        assertThat(check.delivered()).isEqualTo(16 * 15);
        assertThat(check.lanesUsed()).isEqualTo(2);
        assertThat(check.maxHops()).isEqualTo(7);
        assertThat(RouteReport.of(tables, Faults.none()).sound()).isTrue();
    }

    /**
     * Indirect dependencies: up*&#47;down* escapes alone have no cycle, but minimal hops between them turn down into
     * up.
     */
    @Test
    void anEscapeThatIsLeftAndEnteredAgainWhereItMayNotIsCyclic() {
        Fabric torus = FabricGenerators.parse("torus:4x4");
        RoutingTables updown = route("updown", torus);
        assertThat(ChannelDependencyGraph.of(updown, Faults.none()).acyclic()).isTrue();
        AdaptiveVerification check = AdaptiveVerification.of(withMinimalHops(updown, 1, true), Faults.none());
        assertThat(check.escapesConnected()).isTrue();
        assertThat(check.findCycle()).isNotEmpty().allSatisfy(c -> assertThat(c.lane())
                .isZero());
    }

    /** Cross dependencies: the adaptive hops use the lane of the escapes. */
    @Test
    void adaptiveHopsOnTheEscapesOwnLaneAreCyclic() {
        RoutingTables tables = withMinimalHops(route("dimension-order", FabricGenerators.parse("mesh:3x3")), 0, true);
        AdaptiveVerification check = AdaptiveVerification.of(tables, Faults.none());
        assertThat(check.findCycle()).isNotEmpty();
        assertThat(RouteReport.of(tables, Faults.none()).acyclic()).isFalse();
    }

    @Test
    void aStateWithoutAnEscapeIsReported() {
        RoutingTables tables = withMinimalHops(route("dimension-order", FabricGenerators.parse("mesh:3x3")), 1, false);
        AdaptiveVerification check = AdaptiveVerification.of(tables, Faults.none());
        assertThat(check.delivered()).isEqualTo(9 * 8);
        assertThat(check.escapesConnected()).isFalse();
        assertThat(RouteReport.of(tables, Faults.none()).sound()).isFalse();
    }

    @Test
    void choicesThatLeadInACircleOrNowhereAreNotDelivered() {
        Fabric ring = RandomFabrics.graph("ring", 3, new int[][] {{0, 1}, {1, 2}, {2, 0}});
        RoutingTables tables = route("updown", ring);
        AdaptiveVerification circle = AdaptiveVerification.of(tables.with(offering(ring, tables, true)), Faults.none());
        assertThat(circle.delivered()).isZero();
        assertThat(circle.failures().get(0)).contains("h1.1 may not reach h0.1");
        AdaptiveVerification nowhere =
                AdaptiveVerification.of(tables.with(offering(ring, tables, false)), Faults.none());
        assertThat(nowhere.delivered()).isZero();
    }

    /** All switch ports, or none, besides the last hop. */
    private static AdaptiveTables offering(Fabric fabric, RoutingTables tables, boolean all) {
        return new AdaptiveTables() {
            @Override
            public int laneCount() {
                return 1;
            }

            @Override
            public void choices(int s, int inPort, int inLane, int lid, int level, Choices choices) {
                if (!fabric.isSwitch(fabric.peer(s, tables.outPort(s, lid)))) {
                    choices.add(tables.outPort(s, lid), 0, true);
                } else if (all) {
                    choices.add(1, 0, true);
                    choices.add(2, 0, true);
                }
            }
        };
    }

    /** With one choice, all of them escapes, the extended graph is the ordinary one. */
    @Test
    void deterministicTablesAsAnAdaptiveFunctionGetTheSameVerdict() {
        int cyclic = 0;
        for (long seed = 1; seed <= 120; seed++) {
            Fabric fabric = RandomFabrics.untidy(seed);
            RoutingTables tables = route(seed % 3 == 0 ? "lash" : "min-hop", fabric);
            AdaptiveTables one = new AdaptiveTables() {
                @Override
                public int laneCount() {
                    return tables.slToVl().laneCount();
                }

                @Override
                public void choices(int s, int inPort, int inLane, int lid, int level, Choices choices) {
                    int port = tables.outPort(s, lid);
                    if (port > 0 && port < RoutingTables.UNREACHABLE) {
                        choices.add(port, tables.slToVl().lane(s, inPort, port, level), true);
                    }
                }
            };
            AdaptiveVerification check = AdaptiveVerification.of(tables.with(one), Faults.none());
            ChannelDependencyGraph graph = ChannelDependencyGraph.of(tables, Faults.none());
            Connectivity connectivity = Connectivity.of(tables, Faults.none());
            String reproduce = "untidy seed " + seed;
            assertThat(check.dependencyCount()).as(reproduce).isEqualTo(graph.dependencyCount());
            assertThat(check.findCycle().isEmpty()).as(reproduce).isEqualTo(graph.acyclic());
            assertThat(check.delivered()).as(reproduce).isEqualTo(connectivity.delivered());
            assertThat(check.meanHops()).as(reproduce).isCloseTo(connectivity.meanHops(), within(1e-9));
            assertThat(check.maxHops()).as(reproduce).isEqualTo(connectivity.maxHops());
            assertThat(check.maxLinkLoad()).as(reproduce).isEqualTo(connectivity.maxLinkLoad());
            cyclic += graph.acyclic() ? 0 : 1;
        }
        assertThat(cyclic).isPositive();
    }

    @Test
    void deterministicTablesHaveNoAdaptiveFunctionToVerify() {
        RoutingTables tables = route("updown", FabricGenerators.parse("mesh:2x2"));
        assertThatThrownBy(() -> AdaptiveVerification.of(tables, Faults.none()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("updown is deterministic; verify its tables");
    }
}
