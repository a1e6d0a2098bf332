package org.reweave.reconfig.paths;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.spi.PathSource;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.table.PathTables;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/** What devices have when disjoint paths stand beside an engine's tables. */
class DeviceTablesTest {
    private final Fabric fabric = FabricGenerators.parse("flattened-butterfly:4,2,nics=1");
    private final RoutingTables tables = EngineRegistry.load()
            .engine("tftr")
            .route(fabric, Faults.none(), EngineOptions.none().with("paths", "2"));
    private final PathTables paths = tables.paths().orElseThrow();
    private final DeviceTables both =
            StartingPaths.of(tables, List.of(PathSource.DISJOINT), () -> null).tables();

    @Test
    void aSwitchOnAPathLeadsItsLidAlongIt() {
        forEachLid((device, lid) -> {
            int along = paths.outPort(device, lid);
            if (along != PathTables.NO_ENTRY) {
                assertThat(both.lft()[device][lid] & 0xff).isEqualTo(along);
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
                assertThat(both.lft()[device][lid] & 0xff).isEqualTo(tables.outPort(device, base));
                off[0]++;
            }
        });
        assertThat(off[0]).isPositive();
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
