package org.reweave.routing.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

/**
 * A line of three switches with a NIC at each: in the middle packets come from, and go to, both neighbours and the NIC.
 */
class PathDependenciesTest {
    @Test
    void packetsGoOnByEveryChannelThatSomePathTakesAndNoOther() {
        Fabric fabric = FabricGenerators.parse("mesh:3");
        int middle = fabric.deviceByName("s1");
        byte[][] lft = RoutingTables.emptyLfts(fabric);
        for (int nic = 0; nic < 3; nic++) {
            int target = fabric.nicDevice(nic);
            for (int at = 0; at < 3; at++) {
                int next = nic == at ? target : fabric.deviceByName("s" + (nic < at ? at - 1 : at + 1));
                lft[fabric.deviceByName("s" + at)][fabric.nicLid(target, 1)] = (byte) portTo(fabric, at, next);
            }
        }
        RoutingTables tables = new RoutingTables(fabric, "line", lft, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
        long[] bits = PathDependencies.of(tables, 1)[middle];
        int ports = fabric.portCount(middle);
        for (int in = 1; in <= ports; in++) {
            for (int out = 1; out <= ports; out++) {
                int bit = (in - 1) * ports + out - 1;
                boolean wired = fabric.peer(middle, in) >= 0 && fabric.peer(middle, out) >= 0;
                assertThat(bits[bit >> 6] >>> bit & 1)
                        .as("from port %d to port %d", in, out)
                        .isEqualTo(wired && in != out ? 1 : 0);
            }
        }
    }

    private static int portTo(Fabric fabric, int at, int next) {
        int device = fabric.deviceByName("s" + at);
        int port = 1;
        while (fabric.peer(device, port) != next) {
            port++;
        }
        return port;
    }
}
