package org.reweave.routing.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.reweave.routing.topology.GridWiringTest.neighbour;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MikantGeneratorTest {
    /** routing/docs/topologies.md. Diameter and distance count links from NIC to NIC, self pairs included. */
    @ParameterizedTest
    @CsvSource({"2,2", "3,2", "2,3", "3,3", "3,4", "4,3", "2,6", "11,2", "5,3"})
    void aMikantHasThePropertiesOfItsFormulas(int k, int n) {
        Fabric fabric = FabricGenerators.parse("mikant:" + k + "," + n);
        FabricMetrics metrics = FabricMetrics.of(fabric);
        double nodesInGroup = Math.pow(k, n);

        assertThat((double) metrics.nics()).isEqualTo(2 * nodesInGroup);
        assertThat((double) metrics.switches()).isEqualTo((2 * n - 2) * nodesInGroup / k);
        assertThat((double) metrics.links()).isEqualTo((2 * n - 1) * nodesInGroup);
        assertThat(metrics.radix()).isEqualTo(2 * k);
        assertThat(metrics.components()).isEqualTo(1);
        assertThat(metrics.diameter() + 2).isEqualTo(2 * n);
        assertThat(metrics.averageNicDistance(true))
                .isCloseTo(2.0 * n - 1.0 / (k - 1) + 1.0 / ((k - 1) * nodesInGroup) - 0.5, within(1e-9));
    }

    /** routing/docs/topologies.md: the slides' routing examples 1 to 4. */
    @ParameterizedTest
    @CsvSource({"12222,7", "02222,8", "02022,6", "02002,4"})
    void theSlidesExamplesAreAsFarFrom02000AsTheySay(String to, int distance) {
        Fabric fabric = FabricGenerators.parse("mikant:3,4");
        int[] hops = new int[fabric.switchCount()];
        SwitchGraph.of(fabric, Faults.none()).distances(at(fabric, "p02000"), hops);

        assertThat(hops[at(fabric, "p" + to)] + 2).isEqualTo(distance);
    }

    private static int at(Fabric fabric, String nic) {
        return fabric.attachedSwitch(fabric.deviceByName(nic));
    }

    @Test
    void namesCarryTheDigitsAndPortsFollowThem() {
        Fabric fabric = FabricGenerators.parse("mikant:3,4");

        assertThat(fabric.shape()).isEqualTo(new Shape(Shape.Family.MIKANT, new int[] {2, 3, 3, 3, 3}));
        assertThat(neighbour(fabric, "g0l0_000", 3)).isEqualTo("p02000.1"); // C_3 = 2
        assertThat(neighbour(fabric, "g0l0_000", 6)).isEqualTo("g0l1_002.1"); // digit 0 becomes 2
        assertThat(neighbour(fabric, "g0l1_002", 6)).isEqualTo("g0l2_022.1"); // digit 1 becomes 2
        assertThat(neighbour(fabric, "g0l2_022", 6)).isEqualTo("g1l2_222.4"); // digit 2 becomes 2, in the other group
        assertThat(neighbour(fabric, "g1l2_222", 2)).isEqualTo("g1l1_212.6"); // digit 1 becomes 1
        assertThat(fabric.deviceName(0)).isEqualTo("g0l0_000");
        assertThat(fabric.deviceName(fabric.nicDevice(0))).isEqualTo("p00000");
        assertThat(FabricGenerators.parse("mikant:11,2").deviceByName("p1_10_0"))
                .isPositive();
    }

    @Test
    void withTwoDigitsTheGroupsAreJoinedAllToAll() {
        Fabric fabric = FabricGenerators.parse("mikant:3,2");

        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                assertThat(neighbour(fabric, "g0l0_" + a, 4 + b)).isEqualTo("g1l0_" + b + "." + (4 + a));
            }
        }
    }
}
