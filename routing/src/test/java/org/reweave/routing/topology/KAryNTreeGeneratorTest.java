package org.reweave.routing.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reweave.routing.topology.GridWiringTest.neighbour;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KAryNTreeGeneratorTest {
    @ParameterizedTest
    @CsvSource({"4,3", "2,5", "2,1", "3,2", "12,2"})
    void aKAryNTreeHasTheCountsOfItsDefinition(int k, int n) {
        Fabric fabric = FabricGenerators.parse("k-ary-n-tree:" + k + "," + n);
        int perTier = (int) Math.pow(k, n - 1);

        assertThat(fabric.switchCount()).isEqualTo(n * perTier);
        assertThat(fabric.nicCount()).isEqualTo(k * perTier);
        assertThat(fabric.linkCount()).isEqualTo(n * k * perTier);
    }

    @Test
    void switchesOfNeighbouringTiersAreJoinedIffTheirOtherDigitsAgree() {
        Fabric fabric = FabricGenerators.parse("k-ary-n-tree:3,4");
        int n = 4;

        for (int upper = 0; upper < fabric.switchCount(); upper++) {
            for (int lower = 0; lower < fabric.switchCount(); lower++) {
                int tier = fabric.coordinate(upper, 0);
                boolean joined = fabric.coordinate(lower, 0) == tier + 1;
                for (int i = 0; i < n - 1; i++) {
                    joined &= i == tier || digit(fabric, upper, i) == digit(fabric, lower, i);
                }
                int expectedPort = joined ? 1 + digit(fabric, lower, tier) : -1;
                assertThat(downPortTo(fabric, upper, lower, 3)).isEqualTo(expectedPort);
            }
        }
    }

    @Test
    void namesCarryTheDigitsAndPortsFollowThem() {
        Fabric fabric = FabricGenerators.parse("k-ary-n-tree:4,3");

        assertThat(fabric.shape()).isEqualTo(new Shape(Shape.Family.K_ARY_N_TREE, new int[] {3, 4, 4}));
        assertThat(neighbour(fabric, "t0_13", 1)).isEqualTo("t1_10.8"); // digit 0 changes from 3; up port 4+1+3
        assertThat(neighbour(fabric, "t1_13", 3)).isEqualTo("t2_23.6"); // digit 1 changes from 1; up port 4+1+1
        assertThat(neighbour(fabric, "t2_23", 4)).isEqualTo("p233.1");
        assertThat(neighbour(fabric, "t0_13", 5)).isEmpty();
        assertThat(FabricGenerators.parse("k-ary-n-tree:12,2").deviceByName("p10_11"))
                .isPositive();
    }

    private static int digit(Fabric fabric, int switchDevice, int i) {
        return fabric.coordinate(switchDevice, fabric.shape().dimensions().length - 1 - i);
    }

    private static int downPortTo(Fabric fabric, int upper, int lower, int k) {
        for (int port = 1; port <= k; port++) {
            if (fabric.peer(upper, port) == lower) {
                return port;
            }
        }
        return -1;
    }
}
