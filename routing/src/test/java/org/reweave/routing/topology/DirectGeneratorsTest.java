package org.reweave.routing.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.reweave.routing.topology.GridWiringTest.neighbour;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hypercube, flattened butterfly and dragonfly. */
class DirectGeneratorsTest {
    @ParameterizedTest
    @CsvSource({"1", "4", "6", "10"})
    void aHypercubeHasThePropertiesOfItsFormulas(int n) {
        FabricMetrics metrics = FabricMetrics.of(FabricGenerators.parse("hypercube:" + n));
        int switches = 1 << n;

        assertThat(metrics.switches()).isEqualTo(switches);
        assertThat(metrics.nics()).isEqualTo(switches);
        assertThat(metrics.links()).isEqualTo(n * switches / 2 + switches);
        assertThat(metrics.radix()).isEqualTo(n + 1);
        assertThat(metrics.diameter()).isEqualTo(n);
        assertThat(metrics.averageDistance()).isCloseTo(n / 2.0 * switches / (switches - 1), within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"4,3", "2,4", "5,2", "3,4"})
    void aFlattenedButterflyHasThePropertiesOfItsFormulas(int k, int n) {
        FabricMetrics metrics = FabricMetrics.of(FabricGenerators.parse("flattened-butterfly:" + k + "," + n));
        int switches = (int) Math.pow(k, n - 1);

        assertThat(metrics.switches()).isEqualTo(switches);
        assertThat(metrics.nics()).isEqualTo(k * switches);
        assertThat(metrics.links()).isEqualTo(switches * (n - 1) * (k - 1) / 2 + k * switches);
        assertThat(metrics.radix()).as("n(k-1)+1, ISCA 2007").isEqualTo(n * (k - 1) + 1);
        assertThat(metrics.diameter()).isEqualTo(n - 1);
        assertThat(metrics.averageDistance())
                .isCloseTo((n - 1.0) * (k - 1) / k * switches / (switches - 1), within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"2,4,2", "1,3,1", "3,2,3", "1,1,4", "3,6,3"})
    void aDragonflyHasThePropertiesOfItsFormulas(int p, int a, int h) {
        Fabric fabric = FabricGenerators.parse("dragonfly:" + p + "," + a + "," + h);
        FabricMetrics metrics = FabricMetrics.of(fabric);
        int groups = a * h + 1;

        assertThat(metrics.switches()).isEqualTo(groups * a);
        assertThat(metrics.nics()).isEqualTo(groups * a * p);
        assertThat(metrics.links()).isEqualTo(groups * a * (a - 1) / 2 + groups * (groups - 1) / 2 + groups * a * p);
        assertThat(metrics.radix()).isEqualTo(p + a - 1 + h);
        assertThat(metrics.diameter()).isEqualTo(a == 1 ? 1 : 3);
        int[][] between = new int[groups][groups];
        for (int link = 0; link < fabric.linkCount(); link++) {
            if (fabric.isTrunk(link)) {
                between[fabric.coordinate(fabric.linkDevice(link, 0), 0)][
                        fabric.coordinate(fabric.linkDevice(link, 1), 0)]++;
            }
        }
        for (int g = 0; g < groups; g++) {
            for (int other = g + 1; other < groups; other++) {
                assertThat(between[g][other] + between[other][g]).isEqualTo(1);
            }
        }
    }

    @Test
    void portsFollowTheDimensionsThenComeTheNics() {
        Fabric cube = FabricGenerators.parse("hypercube:3,nics=2");
        assertThat(cube.shape()).isEqualTo(new Shape(Shape.Family.HYPERCUBE, new int[] {2, 2, 2}));
        assertThat(neighbour(cube, "s0_1_1", 1)).isEqualTo("s1_1_1.1");
        assertThat(neighbour(cube, "s0_1_1", 3)).isEqualTo("s0_1_0.3");
        assertThat(neighbour(cube, "s0_1_1", 5)).isEqualTo("n0_1_1_1.1");

        Fabric butterfly = FabricGenerators.parse("flattened-butterfly:4,3,nics=1");
        assertThat(butterfly.shape()).isEqualTo(new Shape(Shape.Family.FLATTENED_BUTTERFLY, new int[] {4, 4}));
        assertThat(neighbour(butterfly, "s2_1", 1)).isEqualTo("s0_1.2");
        assertThat(neighbour(butterfly, "s2_1", 3)).isEqualTo("s3_1.3");
        assertThat(neighbour(butterfly, "s2_1", 4)).isEqualTo("s2_0.4");
        assertThat(neighbour(butterfly, "s2_1", 7)).isEqualTo("n2_1.1");

        Fabric dragonfly = FabricGenerators.parse("dragonfly:2,4,2");
        assertThat(dragonfly.shape()).isEqualTo(new Shape(Shape.Family.DRAGONFLY, new int[] {9, 4}));
        assertThat(neighbour(dragonfly, "s3_1", 3)).isEqualTo("s3_3.2");
        assertThat(neighbour(dragonfly, "s3_1", 4)).isEqualTo("s6_2.5"); // link 2 of group 3 is link 5 of group 6
        assertThat(neighbour(dragonfly, "s3_1", 6)).isEqualTo("n3_1_0.1");
    }
}
