package org.reweave.routing.engine.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.routing.table.ForwardingTable;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

class FixedHopRuleTest {
    /** Fabrics with several pages of LIDs, so that tables share some with those of the switch before. */
    @ParameterizedTest
    @CsvSource({"torus:17x18, true", "torus:17x18, false", "mesh:9x9x4, true", "mesh:9x9x4, false"})
    void everyEntryIsThePortOfItsPairWhateverTheTableBefore(String generator, boolean together) {
        Fabric fabric = FabricGenerators.parse(generator);
        int noNic = fabric.switchCount() + 40;
        Faults faults = Faults.none().withDevice(noNic);
        GridCoordinates grid = new GridCoordinates(fabric, "test", GridCoordinates.Ties.ALTERNATE);
        FixedHopRule rule = new FixedHopRule("test", fabric, SwitchGraph.of(fabric, faults)) {
            @Override
            protected int nextSwitch(int switchDevice, int destinationSwitch, int nicOrdinal) {
                return grid.next(switchDevice, destinationSwitch);
            }

            @Override
            protected boolean waysToAll(int here, byte[] portTo, byte[] ways) {
                return together && here % 5 != 3 && grid.waysToAll(here, portTo, ways);
            }
        };
        ForwardingTable[] tables = rule.fill(faults);
        for (int here = 0; here < fabric.switchCount(); here++) {
            byte[] expected = new byte[fabric.largestLid() + 1];
            Arrays.fill(expected, (byte) 255);
            for (int device = 0; device < fabric.deviceCount(); device++) {
                int at = fabric.isSwitch(device) ? device : fabric.attachedSwitch(device);
                int lid = fabric.isSwitch(device) ? fabric.switchLid(device) : fabric.attachedLid(device);
                int next = at == here ? device : grid.next(here, at);
                if (device != noNic) {
                    expected[lid] = (byte) (device == here ? 0 : portTo(fabric, here, next));
                }
            }
            assertThat(tables[here].toArray()).as(fabric.deviceName(here)).isEqualTo(expected);
        }
    }

    private static int portTo(Fabric fabric, int here, int device) {
        int port = 1;
        while (fabric.peer(here, port) != device) {
            port++;
        }
        return port;
    }
}
