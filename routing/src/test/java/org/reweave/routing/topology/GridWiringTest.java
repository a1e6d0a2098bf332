package org.reweave.routing.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GridWiringTest {
    @Test
    void anEightByEightTorusHasTwoTrunksAndOneNicASwitch() {
        Fabric fabric = FabricGenerators.parse("torus:8x8");

        assertThat(fabric.name()).isEqualTo("torus:8x8");
        assertThat(fabric.shape()).isEqualTo(new Shape(Shape.Family.TORUS, new int[] {8, 8}));
        assertThat(fabric.switchCount()).isEqualTo(64);
        assertThat(fabric.nicCount()).isEqualTo(64);
        assertThat(fabric.linkCount()).isEqualTo(2 * 64 + 64);
    }

    @Test
    void portsGoUpAndDownEachDimensionThenToTheNics() {
        Fabric fabric = FabricGenerators.parse("torus:4x5,nics=2");

        assertThat(neighbour(fabric, "s3_4", 1)).isEqualTo("s0_4.2");
        assertThat(neighbour(fabric, "s3_4", 2)).isEqualTo("s2_4.1");
        assertThat(neighbour(fabric, "s3_4", 3)).isEqualTo("s3_0.4");
        assertThat(neighbour(fabric, "s3_4", 4)).isEqualTo("s3_3.3");
        assertThat(neighbour(fabric, "s3_4", 5)).isEqualTo("n3_4_0.1");
        assertThat(neighbour(fabric, "s3_4", 6)).isEqualTo("n3_4_1.1");
    }

    @Test
    void theEdgesOfAMeshLeaveTheirPortsEmpty() {
        Fabric fabric = FabricGenerators.parse("mesh:4x4x4");

        assertThat(fabric.linkCount()).isEqualTo(3 * 3 * 16 + 64);
        assertThat(neighbour(fabric, "s0_0_3", 2)).isEmpty();
        assertThat(neighbour(fabric, "s0_0_3", 5)).isEmpty();
        assertThat(neighbour(fabric, "s0_0_3", 6)).isEqualTo("s0_0_2.5");
        assertThat(neighbour(fabric, "s0_0_3", 7)).isEqualTo("n0_0_3.1");
    }

    @Test
    void aWraparoundOfSizeTwoIsOneLinkInThePlusPorts() {
        Fabric torus = FabricGenerators.parse("torus:2x3");
        Fabric mesh = FabricGenerators.parse("mesh:2x3");

        assertThat(torus.linkCount()).isEqualTo(3 + 6 + 6);
        assertThat(neighbour(torus, "s0_1", 1)).isEqualTo("s1_1.1");
        assertThat(neighbour(torus, "s0_1", 2)).isEmpty();
        assertThat(neighbour(torus, "s1_1", 2)).isEmpty();
        assertThat(neighbour(mesh, "s0_1", 1)).isEqualTo("s1_1.2");
    }

    @Test
    void aDimensionOfSizeOneHasNoLinks() {
        Fabric fabric = FabricGenerators.parse("torus:1x3");

        assertThat(fabric.linkCount()).isEqualTo(3 + 3);
        assertThat(neighbour(fabric, "s0_2", 1)).isEmpty();
        assertThat(FabricGenerators.parse("mesh:1").linkCount()).isEqualTo(1);
    }

    @Test
    void switchesAndNicsAreNumberedWithTheLastDimensionFastest() {
        Fabric fabric = FabricGenerators.parse("torus:3x4");

        assertThat(fabric.deviceName(7)).isEqualTo("s1_3");
        assertThat(fabric.coordinate(7, 0)).isEqualTo(1);
        assertThat(fabric.coordinate(7, 1)).isEqualTo(3);
        assertThat(fabric.deviceName(fabric.nicDevice(7))).isEqualTo("n1_3");
        assertThat(fabric.attachedSwitch(fabric.nicDevice(7))).isEqualTo(7);
    }

    /** {@code device.port} at the other end, empty where nothing is plugged in. */
    static String neighbour(Fabric fabric, String device, int port) {
        int d = fabric.deviceByName(device);
        int peer = fabric.peer(d, port);
        return peer < 0 ? "" : fabric.portName(peer, fabric.peerPort(d, port));
    }
}
