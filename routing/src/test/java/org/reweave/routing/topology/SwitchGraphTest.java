package org.reweave.routing.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SwitchGraphTest {
    /** a =2= b - c, with a cable from b to itself and a NIC at c. */
    private static Fabric fabric() {
        FabricBuilder builder = new FabricBuilder("small");
        FabricBuilder.Node a = builder.addSwitch("a", 4);
        FabricBuilder.Node b = builder.addSwitch("b", 6);
        FabricBuilder.Node c = builder.addSwitch("c", 4);
        builder.connect(a, 3, b, 1).connect(a, 1, b, 6).connect(b, 2, b, 3).connect(b, 5, c, 2);
        return builder.connect(builder.addNic("h", 1), 1, c, 1).build();
    }

    @Test
    void slotsAreTheTrunksOfASwitchInPortOrderWithParallelLinksAndWithoutCablesToItself() {
        SwitchGraph graph = SwitchGraph.of(fabric(), Faults.none());
        assertThat(graph.slotCount()).isEqualTo(6);
        assertThat(graph.firstSlot(1)).as("a's two come first").isEqualTo(2);
        assertThat(new int[] {graph.port(0), graph.port(1)}).containsExactly(1, 3);
        assertThat(new int[] {graph.port(2), graph.port(3), graph.port(4)})
                .as("b's, its loop left out")
                .containsExactly(1, 5, 6);
        assertThat(new int[] {graph.peer(2), graph.peer(3), graph.peer(4)}).containsExactly(0, 2, 0);
    }

    @Test
    void distancesAreHopsAndMinusOneWhereNoPathLeads() {
        int[] distance = new int[3];
        SwitchGraph.of(fabric(), Faults.none()).distances(0, distance);
        assertThat(distance).containsExactly(0, 1, 2);
        SwitchGraph.of(fabric(), Faults.none().withLink(3)).distances(0, distance);
        assertThat(distance).containsExactly(0, 1, -1);
    }

    @Test
    void partsAreNamedByTheirLowestSwitchAndFailedSwitchesBelongToNone() {
        SwitchGraph graph = SwitchGraph.of(fabric(), Faults.none().withDevice(1));
        assertThat(new int[] {graph.component(0), graph.component(1), graph.component(2)})
                .containsExactly(0, -1, 2);
        assertThat(graph.up(1)).isFalse();
        assertThat(graph.connected(1, 1)).isFalse();
        assertThat(graph.connected(0, 2)).isFalse();
        assertThat(SwitchGraph.of(fabric(), Faults.none()).connected(0, 2)).isTrue();
    }
}
