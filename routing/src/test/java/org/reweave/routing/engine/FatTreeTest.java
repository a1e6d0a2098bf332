package org.reweave.routing.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.verify.RouteReport;

class FatTreeTest {
    private final RoutingEngine engine = EngineRegistry.load().engine("fat-tree");

    private RoutingTables route(Fabric fabric) {
        return engine.route(fabric, Faults.none(), EngineOptions.none());
    }

    /** The most loaded links are those up from the bottom: k NICs send to the k^n - k NICs elsewhere over k links, and d-mod-k gives
     *  each of these the same share. */
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
    void aFaultOnAFixedPathIsNamedAndUpdownSuggested() {
        Fabric fabric = FabricGenerators.parse("k-ary-n-tree:2,3");
        for (int link = 0; link < fabric.linkCount(); link++) {
            if (fabric.isTrunk(link)) {
                Faults fault = Faults.none().withLink(link);
                assertThatThrownBy(() -> engine.route(fabric, fault, EngineOptions.none()))
                        .isInstanceOf(UnroutableException.class)
                        .hasMessageContaining(fabric.linkName(link) + " has failed")
                        .hasMessageContaining("updown");
            }
        }
    }

    @Test
    void otherTopologiesAndTheAdaptiveModeAreRefused() {
        assertThatThrownBy(() -> route(FabricGenerators.parse("torus:4x4")))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining("fat-tree routes k-ary n-trees, and torus:4x4 is TORUS");
        Fabric tree = FabricGenerators.parse("k-ary-n-tree:2,2");
        assertThatThrownBy(() ->
                        engine.route(tree, Faults.none(), EngineOptions.none().with("mode", "adaptive")))
                .hasMessage("fat-tree: mode=adaptive is not supported; use mode=deterministic");
    }
}
