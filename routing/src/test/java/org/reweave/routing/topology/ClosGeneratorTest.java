package org.reweave.routing.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.reweave.routing.topology.GridWiringTest.neighbour;

import org.junit.jupiter.api.Test;

class ClosGeneratorTest {
    @Test
    void twoLevelsAreJoinedByParallelCables() {
        Fabric fabric = FabricGenerators.parse("clos:leaves=6,spines=2,parallel=4,nics=24");
        FabricMetrics metrics = FabricMetrics.of(fabric);

        assertThat(fabric.shape()).isEqualTo(new Shape(Shape.Family.CLOS, new int[] {2, 6, 2}));
        assertThat(metrics.switches()).isEqualTo(8);
        assertThat(metrics.nics()).isEqualTo(6 * 24);
        assertThat(metrics.links()).isEqualTo(6 * 2 * 4 + 6 * 24);
        assertThat(metrics.radix()).isEqualTo(24 + 2 * 4);
        assertThat(metrics.diameter()).isEqualTo(2);
        assertThat(metrics.averageDistance()).isEqualTo(2);
        assertThat(neighbour(fabric, "spine1", 4 * 5 + 3)).isEqualTo("leaf5.31"); // 24 NICs, 4 to spine 0, third
        assertThat(neighbour(fabric, "leaf5", 24)).isEqualTo("n5_23.1");
    }

    @Test
    void threeLevelsHaveAPlaneOfCoresForEachSpineOfAPod() {
        Fabric fabric =
                FabricGenerators.parse("clos:pods=3,leaves=4,spines=2,parallel=2,cores=5,core-parallel=3,nics=6");
        FabricMetrics metrics = FabricMetrics.of(fabric);

        assertThat(fabric.shape()).isEqualTo(new Shape(Shape.Family.CLOS, new int[] {3, 3, 4, 2, 5}));
        assertThat(metrics.switches()).isEqualTo(2 * 5 + 3 * (2 + 4));
        assertThat(metrics.nics()).isEqualTo(3 * 4 * 6);
        assertThat(metrics.links()).isEqualTo(2 * 5 * 3 * 3 + 3 * 4 * 2 * 2 + 3 * 4 * 6);
        assertThat(metrics.radix()).as("a spine").isEqualTo(4 * 2 + 5 * 3);
        assertThat(metrics.components()).isEqualTo(1);
        assertThat(metrics.diameter()).isEqualTo(4);
        assertThat(metrics.averageDistance()).isEqualTo((3 * 2 + 8 * 4) / 11.0);
        assertThat(neighbour(fabric, "core1_4", 3 * 2 + 1)).isEqualTo("spine2_1.21"); // 8 down, 12 to cores 0 to 3
        assertThat(neighbour(fabric, "spine2_1", 2)).isEqualTo("leaf2_0.10"); // 6 NICs, 2 to spine 0, second
        assertThat(neighbour(fabric, "leaf2_0", 6)).isEqualTo("n2_0_5.1");
    }

    /**
     * The 4-ary 3-tree is a Clos network of 4 pods: counts and distances agree, and so do those of its two-level
     * sibling.
     */
    @Test
    void kAryTreesAreAmongItsMembers() {
        assertAlike("clos:pods=4,leaves=4,spines=4,cores=4,nics=4", "k-ary-n-tree:4,3");
        assertAlike("clos:pods=8,leaves=4,spines=4,cores=4,nics=4", "m-port-n-tree:8,3");
        assertAlike("clos:leaves=5,spines=5,nics=5", "k-ary-n-tree:5,2");
    }

    private static void assertAlike(String clos, String tree) {
        FabricMetrics a = FabricMetrics.of(FabricGenerators.parse(clos));
        FabricMetrics b = FabricMetrics.of(FabricGenerators.parse(tree));

        assertThat(a.switches()).isEqualTo(b.switches());
        assertThat(a.nics()).isEqualTo(b.nics());
        assertThat(a.links()).isEqualTo(b.links());
        assertThat(a.averageNicDistance(true)).isEqualTo(b.averageNicDistance(true));
    }
}
