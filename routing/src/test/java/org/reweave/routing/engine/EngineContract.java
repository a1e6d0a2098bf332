package org.reweave.routing.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.routing.RandomFabrics;
import org.reweave.routing.engine.spi.EngineDescription.Promise;
import org.reweave.routing.engine.spi.EngineOption;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.model.SeededSequence;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;
import org.reweave.routing.verify.ChannelDependencyGraph;
import org.reweave.routing.verify.Connectivity;
import org.reweave.routing.verify.Endpoints;

/**
 * What every engine owes on every fabric: route all that is connected, or say why not; and be what it claims to be. A
 * test of an engine extends this class.
 */
public abstract class EngineContract {
    static final List<String> REGULAR = List.of(
            "torus:4x4",
            "torus:5x3",
            "torus:2x2",
            "torus:8x2,nics=2",
            "torus:3x3x3",
            "torus:4x2x4",
            "torus:6",
            "torus:3x3x3x3",
            "mesh:4x4",
            "mesh:5x1",
            "mesh:2x3x4",
            "k-ary-n-tree:2,3",
            "k-ary-n-tree:4,2",
            "k-ary-n-tree:3,3",
            "k-ary-n-tree:2,4",
            "k-ary-n-tree:4,1",
            "hypercube:4",
            "m-port-n-tree:4,3",
            "clos:leaves=4,spines=2,parallel=2,nics=3",
            "clos:pods=3,leaves=2,spines=2,cores=2,core-parallel=2,nics=2",
            "mikant:3,3",
            "kns:3,2",
            "kns:4,2,s=2",
            "flattened-butterfly:3,3",
            "dragonfly:1,3,1",
            "irregular:12,3,seed=5",
            "irregular:20,4,seed=6,nics=3");

    private int routed;
    private int refused;

    protected abstract List<RoutingEngine> engines();

    /** How often an engine has routed in this test. */
    int routed() {
        return routed;
    }

    /** How often an engine has refused in this test. */
    int refused() {
        return refused;
    }

    @Test
    protected void everyEngineServesRegularFabricsOrRefusesWithAReason() {
        for (String text : REGULAR) {
            Fabric fabric = FabricGenerators.parse(text);
            for (RoutingEngine engine : engines()) {
                check(engine, fabric, Faults.none(), text);
            }
        }
        assertThat(routed).isPositive();
    }

    @Test
    protected void everyEngineServesRegularFabricsWithAnySingleFaultOrRefusesWithAReason() {
        for (String text : List.of(
                "torus:4x4",
                "torus:5x3",
                "mesh:3x4",
                "k-ary-n-tree:2,3",
                "k-ary-n-tree:4,2",
                "irregular:12,3,seed=5")) {
            Fabric fabric = FabricGenerators.parse(text);
            List<Faults> singles = new ArrayList<>();
            for (int link = 0; link < fabric.linkCount(); link++) {
                singles.add(Faults.none().withLink(link));
            }
            for (int device = 0; device < fabric.deviceCount(); device++) {
                singles.add(Faults.none().withDevice(device));
            }
            for (Faults faults : singles) {
                for (RoutingEngine engine : engines()) {
                    check(engine, fabric, faults, text + ", " + faults);
                }
            }
        }
    }

    @Test
    protected void everyEngineServesUntidyFabricsOrRefusesWithAReason() {
        for (long seed = 1000; seed < 1200; seed++) {
            Fabric fabric = RandomFabrics.untidy(seed);
            SeededSequence random = new SeededSequence(seed);
            Faults faults = fabric.linkCount() > 0 && random.below(2) == 0
                    ? Faults.none().withLink(random.below(fabric.linkCount()))
                    : Faults.none();
            for (RoutingEngine engine : engines()) {
                check(engine, fabric, faults, RandomFabrics.describe(fabric) + "; " + faults);
            }
        }
    }

    @Test
    protected void everyOptionIsExplainedAndRefusesOtherValuesThanItsOwn() {
        Fabric fabric = FabricGenerators.parse("torus:4x4");
        for (RoutingEngine engine : engines()) {
            for (EngineOption option : engine.description().options()) {
                assertThat(option.meaning()).as(option.key()).isNotBlank();
                if (!option.words().isEmpty() || option.most() > 0) {
                    EngineOptions wrong = EngineOptions.none().with(option.key(), "no-such-value");
                    assertThatThrownBy(() -> engine.route(fabric, Faults.none(), wrong))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining(engine.name() + ": " + option.key() + "=no-such-value is not ");
                }
            }
        }
    }

    private void check(RoutingEngine engine, Fabric fabric, Faults faults, String where) {
        String reproduce = engine.name() + " on " + where;
        RoutingTables tables;
        try {
            tables = engine.route(fabric, faults, EngineOptions.none());
        } catch (UnroutableException e) {
            refused++;
            assertThat(e.getMessage())
                    .as(reproduce)
                    .startsWith(engine.name())
                    .contains(fabric.name())
                    .contains("updown");
            return;
        }
        routed++;
        assertThat(tables.engine()).isEqualTo(engine.name());
        for (Endpoints endpoints : Endpoints.values()) {
            Connectivity connectivity = Connectivity.of(tables, faults, endpoints);
            assertThat(connectivity.failures()).as(reproduce).isEmpty();
            assertThat(connectivity.lost()).as(reproduce).isZero();
            if (engine.description().promises().contains(Promise.SHORTEST_PATHS)) {
                assertThat(connectivity.hopSum())
                        .as("switches crossed by " + reproduce)
                        .isEqualTo(shortest(fabric, faults, endpoints));
            }
            if (engine.description().promises().contains(Promise.DEADLOCK_FREE)) {
                assertThat(ChannelDependencyGraph.of(tables, faults, endpoints).findCycle())
                        .as(reproduce)
                        .isEmpty();
            }
        }
        requireDeclaredResources(tables, reproduce);
        for (int s = 0; s < fabric.switchCount(); s++) {
            assertThat(tables.outPort(s, fabric.switchLid(s))).as(reproduce).isZero();
        }
    }

    private static void requireDeclaredResources(RoutingTables tables, String reproduce) {
        assertThat(tables.slToVl().laneCount()).as(reproduce).isBetween(1, 15);
        assertThat(tables.pathLevels().levelCount()).as(reproduce).isBetween(1, 16);
        assertThat(tables.slToVl().conflictCount()).as(reproduce).isZero();
        assertThat(tables.slToVl().discards()).as(reproduce).isFalse();
        assertThat(tables.adaptive()).as(reproduce).isEmpty();
    }

    /** Sum over all connected pairs of the least switches to cross. */
    private static long shortest(Fabric fabric, Faults faults, Endpoints endpoints) {
        List<int[]> ports = new ArrayList<>();
        for (int n = 0; n < fabric.nicCount(); n++) {
            int nic = fabric.nicDevice(n);
            for (int port = 1; port <= fabric.portCount(nic); port++) {
                if (fabric.peer(nic, port) >= 0
                        && (endpoints == Endpoints.ALL_PORTS || port == fabric.attachedPort(nic))) {
                    ports.add(new int[] {nic, port});
                }
            }
        }
        SwitchGraph graph = SwitchGraph.of(fabric, faults);
        int[] distance = new int[fabric.switchCount()];
        long sum = 0;
        for (int[] from : ports) {
            if (!faults.portUp(fabric, from[0], from[1])) {
                continue;
            }
            graph.distances(fabric.peer(from[0], from[1]), distance);
            for (int[] to : ports) {
                int hops = distance[fabric.peer(to[0], to[1])];
                sum += to != from && hops >= 0 && faults.portUp(fabric, to[0], to[1]) ? hops + 1 : 0;
            }
        }
        return sum;
    }
}
