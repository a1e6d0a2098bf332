package org.reweave.routing.table;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

class RoutingTablesTest {
    private final Fabric fabric = FabricGenerators.parse("torus:3x3");
    private final byte[][] lft = RoutingTables.emptyLfts(fabric);

    private void refused(String message) {
        assertThatThrownBy(() -> new RoutingTables(fabric, "mine", lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void aPortThatASwitchDoesNotHaveIsRefused() {
        int ports = fabric.portCount(4);
        lft[4][2] = (byte) ports;
        new RoutingTables(fabric, "mine", lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
        lft[4][2] = (byte) 200;
        refused("the table of switch " + fabric.deviceName(4) + " sends LID 2 to port 200; its ports are 1 to " + ports
                + ", 0 is itself and 255 unreachable");
    }

    @Test
    void aSwitchWithoutATableIsRefused() {
        lft[1] = null;
        refused("switch " + fabric.deviceName(1) + " has no table, but null");
    }
}
