package org.reweave.routing.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.reweave.routing.topology.GridWiringTest.neighbour;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnsGeneratorTest {
    @ParameterizedTest
    @CsvSource({"4,2,1", "3,3,1", "5,1,1", "2,4,1", "32,2,1"})
    void withCrossbarsItHasTheCountsAndDistancesOfItsDefinition(int k, int n, int nics) {
        Fabric fabric = FabricGenerators.parse("kns:" + k + "," + n + ",nics=" + nics);
        FabricMetrics metrics = FabricMetrics.of(fabric);
        int routers = (int) Math.pow(k, n);

        assertThat(metrics.switches()).isEqualTo(routers + n * routers / k);
        assertThat(metrics.nics()).isEqualTo(routers);
        assertThat(metrics.links())
                .as("n k^n router links, routing/docs/topologies.md")
                .isEqualTo(n * routers + routers);
        assertThat(metrics.radix()).isEqualTo(Math.max(k, n + 1));
        assertThat(metrics.diameter()).isEqualTo(2 * n);
        assertThat(metrics.averageDistance()).isCloseTo(2.0 * n * (k - 1) / k * routers / (routers - 1), within(1e-9));
    }

    /** A row is a k-ary tree: s k links inside it, and one to each router counted among them. */
    @ParameterizedTest
    @CsvSource({"4,2,2", "9,2,2", "8,1,3", "4,3,2", "16,2,4"})
    void withFatTreesItHasTheCountsAndDistancesOfItsDefinition(int k, int n, int s) {
        Fabric fabric = FabricGenerators.parse("kns:" + k + "," + n + ",s=" + s);
        FabricMetrics metrics = FabricMetrics.of(fabric);
        int routers = (int) Math.pow(k, n);
        int m = (int) Math.round(Math.pow(k, 1.0 / s));
        double row = FabricMetrics.of(FabricGenerators.parse("k-ary-n-tree:" + m + "," + s))
                .averageNicDistance(true);

        assertThat(metrics.switches()).isEqualTo(routers + n * (routers / k) * s * (k / m));
        assertThat(metrics.links()).isEqualTo(n * s * routers + routers);
        assertThat(metrics.components()).isEqualTo(1);
        assertThat(metrics.diameter()).isEqualTo(2 * n * s);
        assertThat(metrics.averageDistance()).isCloseTo(n * row * routers / (routers - 1), within(1e-9));
    }

    @Test
    void aRouterHasAPortInEachDimensionThenItsNics() {
        Fabric fabric = FabricGenerators.parse("kns:4,3,nics=2");

        assertThat(fabric.shape()).isEqualTo(new Shape(Shape.Family.KNS, new int[] {4, 4, 4, 4}));
        assertThat(neighbour(fabric, "r1_2_3", 1)).isEqualTo("x0_2_3.2");
        assertThat(neighbour(fabric, "r1_2_3", 2)).isEqualTo("x1_1_3.3");
        assertThat(neighbour(fabric, "r1_2_3", 3)).isEqualTo("x2_1_2.4");
        assertThat(neighbour(fabric, "r1_2_3", 5)).isEqualTo("n1_2_3_1.1");
        assertThat(fabric.coordinate(fabric.deviceByName("x1_1_3"), 0)).isEqualTo(2);
        assertThat(fabric.deviceName(0)).isEqualTo("r0_0_0");
        assertThat(fabric.deviceName(64)).isEqualTo("x0_0_0");
        assertThat(FabricGenerators.parse("kns:4,1").deviceByName("x0")).isEqualTo(4);
    }

    @Test
    void aTreeOfARowHasItsRoutersBelow() {
        Fabric fabric = FabricGenerators.parse("kns:9,2,s=2");

        assertThat(fabric.shape()).isEqualTo(new Shape(Shape.Family.KNS, new int[] {5, 9, 9}));
        assertThat(neighbour(fabric, "r7_5", 1)).isEqualTo("x0_5_t1_2.2"); // 7 = 2 x 3 + 1
        assertThat(neighbour(fabric, "x0_5_t1_2", 4)).isEqualTo("x0_5_t0_0.3");
        int top = fabric.deviceByName("x1_5_t0_1");
        assertThat(fabric.coordinate(top, 0)).isEqualTo(3); // 1 + dimension 1 x 2 stages + tier 0
        assertThat(fabric.coordinate(top, 1)).isEqualTo(5);
        assertThat(fabric.coordinate(top, 2)).isEqualTo(1);
    }
}
