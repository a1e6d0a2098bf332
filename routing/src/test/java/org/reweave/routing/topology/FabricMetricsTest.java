package org.reweave.routing.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FabricMetricsTest {
    /** routing/docs/topologies.md: means without self pairs. */
    @ParameterizedTest
    @CsvSource({"8x8, 8, 4.0635", "10x10, 10, 5.0505", "4x4, 4, 2.1333", "4x4x4, 6, 3.0476"})
    void aTorusHasTheKnownDiameterAndMeanDistance(String sizes, int diameter, double mean) {
        FabricMetrics metrics = FabricMetrics.of(FabricGenerators.parse("torus:" + sizes));

        assertThat(metrics.diameter()).isEqualTo(diameter);
        assertThat(metrics.averageDistance()).isCloseTo(mean, within(0.00005));
    }

    /** routing/docs/topologies.md: 2n - 2/(k-1) + 2/((k-1)k^n) links, self pairs included. */
    @ParameterizedTest
    @CsvSource({"2,3", "4,3", "3,4", "8,2"})
    void aTreeHasTheMeanDistanceOfItsFormula(int k, int n) {
        FabricMetrics metrics = FabricMetrics.of(FabricGenerators.parse("k-ary-n-tree:" + k + "," + n));

        double formula = 2.0 * n - 2.0 / (k - 1) + 2.0 / ((k - 1) * Math.pow(k, n));
        assertThat(metrics.averageNicDistance(true)).isCloseTo(formula, within(1e-9));
        assertThat(metrics.diameter() + 2).isEqualTo(2 * n);
        assertThat(metrics.radix()).isEqualTo(n == 1 ? k : 2 * k);
    }

    @Test
    void severalNicsASwitchWeighTheirPairs() {
        FabricMetrics metrics = FabricMetrics.of(FabricGenerators.parse("mesh:2,nics=2"));

        assertThat(metrics.nics()).isEqualTo(4);
        assertThat(metrics.links()).isEqualTo(5);
        assertThat(metrics.radix()).isEqualTo(3);
        assertThat(metrics.averageNicDistance(false)).isEqualTo((4 * 2 + 8 * 3) / 12.0);
    }

    @Test
    void partsAreNumberedByTheirFirstDeviceAndLeaveNoDistanceBetweenThem() {
        FabricBuilder builder = new FabricBuilder("parts");
        FabricBuilder.Node a = builder.addSwitch("a", 2);
        FabricBuilder.Node b = builder.addSwitch("b", 2);
        builder.addSwitch("c", 2);
        builder.connect(a, 1, builder.addNic("x", 1), 1);
        builder.connect(b, 1, builder.addNic("y", 1), 1);
        Fabric fabric = builder.build();
        FabricMetrics metrics = FabricMetrics.of(fabric);

        assertThat(metrics.components()).isEqualTo(3);
        assertThat(metrics.component(fabric.deviceByName("y"))).isEqualTo(1);
        assertThat(metrics.diameter()).isZero();
        assertThat(metrics.averageDistance()).isZero();
    }

    @Test
    void aThousandSwitchesAreMeasuredExactly() {
        FabricMetrics metrics = FabricMetrics.of(FabricGenerators.parse("torus:32x32"));

        assertThat(metrics.diameter()).isEqualTo(32);
        assertThat(metrics.averageDistance()).isEqualTo(16.0 * 1024 / 1023);
    }
}
