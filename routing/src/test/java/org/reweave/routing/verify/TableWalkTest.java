package org.reweave.routing.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

/** Four switches in a row, s0 to s3, with a NIC each. */
class TableWalkTest {
    private static final Fabric ROW = FabricGenerators.parse("mesh:4x1");

    /** The port of a switch that leads to a device beside the switch. */
    private static int port(int from, int to) {
        for (int port = 1; port <= ROW.portCount(from); port++) {
            if (ROW.peer(from, port) == to) {
                return port;
            }
        }
        throw new AssertionError(ROW.deviceName(from) + " is not beside " + ROW.deviceName(to));
    }

    private static int nicOf(int device) {
        for (int nic = 0; nic < ROW.nicCount(); nic++) {
            if (ROW.attachedSwitch(ROW.nicDevice(nic)) == device) {
                return ROW.nicDevice(nic);
            }
        }
        throw new AssertionError(ROW.deviceName(device) + " has no NIC");
    }

    private static int toTheRight(int device) {
        return port(device, device < 3 ? device + 1 : nicOf(3));
    }

    @Test
    void entriesThatLeadOnEndAtTheNicOfTheLastSwitch() {
        assertThat(TableWalk.end(ROW, 0, TableWalkTest::toTheRight, link -> false))
                .isEqualTo(nicOf(3));
    }

    @Test
    void entriesOverAnAvoidedLinkLeadNowhereAlsoWhereItIsTheNics() {
        int middle = ROW.link(1, port(1, 2));
        int last = ROW.link(3, port(3, nicOf(3)));
        assertThat(TableWalk.end(ROW, 0, TableWalkTest::toTheRight, link -> link == middle))
                .isEqualTo(TableWalk.NOWHERE);
        assertThat(TableWalk.end(ROW, 0, TableWalkTest::toTheRight, link -> link == last))
                .isEqualTo(TableWalk.NOWHERE);
        assertThat(TableWalk.end(ROW, 2, TableWalkTest::toTheRight, link -> link == middle))
                .isEqualTo(nicOf(3));
    }

    @Test
    void entriesInARingAndMissingOnesLeadNowhere() {
        IntUnaryOperator ring = device -> port(device, device == 1 ? 2 : 1);
        assertThat(TableWalk.end(ROW, 1, ring, link -> false)).isEqualTo(TableWalk.NOWHERE);
        for (int none : new int[] {0, RoutingTables.UNREACHABLE}) {
            assertThat(TableWalk.end(ROW, 0, device -> device == 2 ? none : toTheRight(device), link -> false))
                    .isEqualTo(TableWalk.NOWHERE);
        }
    }
}
