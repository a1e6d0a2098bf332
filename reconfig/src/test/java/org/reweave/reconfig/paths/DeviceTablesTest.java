package org.reweave.reconfig.paths;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.table.PathTables;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Addressing;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.Shape;

/** What devices have when disjoint paths stand beside an engine's tables. */
class DeviceTablesTest {
    private final Fabric fabric = FabricGenerators.parse("flattened-butterfly:4,2,nics=1");
    private final RoutingTables tables = EngineRegistry.load()
            .engine("tftr")
            .route(fabric, Faults.none(), EngineOptions.none().with("paths", "2"));
    private final PathTables paths = tables.paths().orElseThrow();
    private final DeviceTables both = StartingPaths.of(
                    tables, Addressing.LID16, List.of(PathSource.DISJOINT), () -> null)
            .tables();

    @Test
    void aSwitchOnAPathLeadsItsLidAlongIt() {
        forEachLid((device, lid) -> {
            int along = paths.outPort(device, lid);
            if (along != PathTables.NO_ENTRY) {
                assertThat(both.lft()[device].port(lid)).isEqualTo(along);
            }
        });
    }

    /**
     * While another routing is installed, a switch that has it may send such a packet to one that has not, and that the
     * path never met.
     */
    @Test
    void aSwitchOffAPathLeadsItsLidAsItLeadsTheNics() {
        int[] off = new int[1];
        forEachLid((device, lid) -> {
            if (paths.outPort(device, lid) == PathTables.NO_ENTRY) {
                int base = DeviceTables.baseLid(fabric, paths.nicOf(lid));
                assertThat(both.lft()[device].port(lid)).isEqualTo(tables.outPort(device, base));
                off[0]++;
            }
        });
        assertThat(off[0]).isPositive();
    }

    /** With one SL, with one for each layer, and with trails. */
    @Test
    void pathsOfAnEngineAreTheLidLevelAndLaneThatItsTablesName() {
        pathsAreListed("mesh:3x2", "min-hop", EngineOptions.none());
        pathsAreListed("torus:4x4", "lash", EngineOptions.none());
        pathsAreListed("kns:4,2", "hybrid-dor", EngineOptions.none().with("intermediates", "1"));
    }

    private static void pathsAreListed(String generator, String engine, EngineOptions options) {
        Fabric routed = FabricGenerators.parse(generator);
        RoutingTables ofEngine = EngineRegistry.load().engine(engine).route(routed, Faults.none(), options);
        for (int registers = 1; registers <= 2; registers++) {
            HeldPaths[] held = engineTables(ofEngine, registers).paths();
            for (int nic = 0; nic < held.length; nic++) {
                long[] listed = listed(ofEngine, nic, registers);
                assertThat(held[nic].toArray())
                        .as(engine + ", " + registers + " registers, NIC " + nic)
                        .isEqualTo(listed);
                assertThat(held[nic]).isEqualTo(HeldPaths.of(listed)).hasSameHashCodeAs(Arrays.hashCode(listed));
            }
        }
    }

    private static DeviceTables engineTables(RoutingTables tables, int registers) {
        int nics = tables.fabric().nicCount();
        return DeviceTables.of(tables, AddressPlan.single(nics, tables.lidMax() + 1), registers);
    }

    private static long[] listed(RoutingTables tables, int nic, int registers) {
        Fabric fabric = tables.fabric();
        int device = fabric.nicDevice(nic);
        int places = fabric.nicCount() * registers;
        long[] words = new long[tables.trails().isPresent() ? 2 * places : places];
        for (int to = 0; to < fabric.nicCount(); to++) {
            int lid = DeviceTables.baseLid(fabric, to);
            int level = tables.pathLevels().level(device, lid);
            words[to * registers] =
                    Path.of(lid, level, tables.slToVl().lane(device, 0, fabric.attachedPort(device), level));
            if (tables.trails().isPresent()) {
                words[places + to * registers] = tables.trails().orElseThrow().trail(device, lid);
            }
        }
        return words;
    }

    @Test
    void aNicWithoutACableHoldsNoPathAndNobodyHoldsOneToIt() {
        FabricBuilder builder = new FabricBuilder("loose", Shape.irregular());
        FabricBuilder.Node only = builder.addSwitch("s", 3);
        for (int nic = 0; nic < 2; nic++) {
            builder.connect(builder.addNic("n" + nic, 1), 1, only, 1 + nic);
        }
        builder.addNic("loose", 1);
        Fabric loose = builder.build();
        HeldPaths[] held = engineTables(
                        EngineRegistry.load().engine("min-hop").route(loose, Faults.none(), EngineOptions.none()), 1)
                .paths();
        assertThat(held[2].toArray()).containsOnly(0);
        assertThat(held[0].at(1)).isNotZero();
        assertThat(held[0].at(2)).isZero();
    }

    private interface Check {
        void at(int device, int lid);
    }

    private void forEachLid(Check check) {
        for (int device = 0; device < fabric.switchCount(); device++) {
            for (int lid = paths.lid(0, 0); lid <= paths.lidMax(); lid++) {
                check.at(device, lid);
            }
        }
    }
}
