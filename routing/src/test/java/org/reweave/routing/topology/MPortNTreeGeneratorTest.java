package org.reweave.routing.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.reweave.routing.topology.GridWiringTest.neighbour;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MPortNTreeGeneratorTest {
    /**
     * routing/docs/topologies.md, the Clos k-ary n-tree: m = 2k. Diameter and distance count links from NIC to NIC,
     * self pairs included.
     */
    @ParameterizedTest
    @CsvSource({"2,2", "2,3", "3,3", "4,3", "2,5", "6,2", "8,2"})
    void anMPortNTreeHasThePropertiesOfItsFormulas(int k, int n) {
        FabricMetrics metrics = FabricMetrics.of(FabricGenerators.parse("m-port-n-tree:" + 2 * k + "," + n));
        double half = Math.pow(k, n);

        assertThat((double) metrics.nics()).isEqualTo(2 * half);
        assertThat((double) metrics.switches()).isEqualTo((2 * n - 1) * half / k);
        assertThat((double) metrics.links()).isEqualTo(2 * n * half);
        assertThat(metrics.radix()).isEqualTo(2 * k);
        assertThat(metrics.components()).isEqualTo(1);
        assertThat(metrics.diameter() + 2).isEqualTo(2 * n);
        assertThat(metrics.averageNicDistance(true))
                .isCloseTo(2.0 * n - 1.0 / (k - 1) + 1.0 / ((k - 1) * half), within(1e-9));
    }

    @Test
    void theTopTierLeadsDownThroughAllItsPorts() {
        Fabric fabric = FabricGenerators.parse("m-port-n-tree:6,3");

        assertThat(fabric.shape()).isEqualTo(new Shape(Shape.Family.M_PORT_N_TREE, new int[] {3, 3, 6}));
        assertThat(neighbour(fabric, "t0_12", 6)).isEqualTo("t1_15.6"); // digit 0 becomes 5; up port 3+1+2
        assertThat(neighbour(fabric, "t1_15", 1)).isEqualTo("t2_05.5"); // digit 1 becomes 0; up port 3+1+1
        assertThat(neighbour(fabric, "t2_05", 3)).isEqualTo("p052.1");
        assertThat(fabric.deviceByName("t0_15")).isEqualTo(-1);
    }

    @Test
    void oneTierIsOneSwitchFullOfNics() {
        Fabric fabric = FabricGenerators.parse("m-port-n-tree:8,1");

        assertThat(fabric.switchCount()).isEqualTo(1);
        assertThat(neighbour(fabric, "t0", 8)).isEqualTo("p7.1");
    }
}
