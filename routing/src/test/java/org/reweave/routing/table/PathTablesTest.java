package org.reweave.routing.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

class PathTablesTest {
    private final RoutingTables base = EngineRegistry.load()
            .engine("spftr")
            .route(FabricGenerators.parse("torus:5x5,nics=2"), Faults.none(), EngineOptions.none());
    private final Fabric fabric = base.fabric();
    private final PathTables paths = base.paths().orElseThrow();

    @Test
    void everyNicHasAnAlignedBlockAboveAllLidsOfTheFabric() {
        int size = 1 << paths.lmc();
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            assertThat(paths.lid(nic, 0) % size).isZero();
            assertThat(paths.lid(nic, 0)).isGreaterThan(base.lidMax());
            assertThat(paths.addressCount(nic)).isBetween(2, size);
            for (int address = 0; address < size; address++) {
                assertThat(paths.nicOf(paths.lid(nic, address))).isEqualTo(nic);
            }
        }
        assertThat(paths.nicOf(base.lidMax())).isEqualTo(-1);
        assertThat(paths.nicOf(paths.lidMax() + 1)).isEqualTo(-1);
    }

    @Test
    void theTableOfASwitchHasTheFabricsOwnLidsAndAllBlocks() {
        for (int s = 0; s < fabric.switchCount(); s++) {
            byte[] lft = paths.lft(s);
            assertThat(lft).hasSize(paths.lidMax() + 1);
            for (int lid = 1; lid < lft.length; lid++) {
                assertThat(lft[lid] & 0xff).isEqualTo(paths.outPort(s, lid));
                if (lid <= base.lidMax()) {
                    assertThat(lft[lid] & 0xff).isEqualTo(base.outPort(s, lid));
                }
            }
        }
    }

    @Test
    void addressZeroIsTheTreeOfTheFabricsOwnLids() {
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            int device = fabric.nicDevice(nic);
            for (int s = 0; s < fabric.switchCount(); s++) {
                assertThat(paths.outPort(s, paths.lid(nic, 0))).isEqualTo(base.outPort(s, fabric.nicLid(device, 1)));
            }
        }
    }

    @Test
    void nicsOfOneSwitchHaveOnePathAndShareTheirPathsToOthers() {
        assertThat(paths.pathCount(0, 0)).isZero();
        assertThat(paths.pathCount(0, 1)).isEqualTo(1);
        for (int destination = 2; destination < fabric.nicCount(); destination++) {
            assertThat(paths.pathCount(0, destination)).isEqualTo(4);
            for (int path = 0; path < 4; path++) {
                assertThat(paths.address(1, destination, path)).isEqualTo(paths.address(0, destination, path));
                assertThat(paths.level(1, destination, path)).isEqualTo(paths.level(0, destination, path));
                assertThat(hops(0, destination, path))
                        .as("path %d to %d comes after shorter ones", path, destination)
                        .isGreaterThanOrEqualTo(path == 0 ? 1 : hops(0, destination, path - 1));
            }
        }
    }

    private int hops(int source, int destination, int path) {
        int lid = paths.destinationLid(source, destination, path);
        int hops = -1;
        for (int at = fabric.attachedSwitch(fabric.nicDevice(source)); fabric.isSwitch(at); hops++) {
            at = fabric.peer(at, paths.outPort(at, lid));
        }
        return hops;
    }
}
