package org.reweave.routing.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.reweave.routing.topology.FabricCopy.Link;

class FabricCopyTest {
    private final Fabric torus = FabricGenerators.parse("torus:3x3");

    private static List<Integer> lids(Fabric fabric, List<String> names) {
        return names.stream()
                .map(fabric::deviceByName)
                .map(device -> fabric.isSwitch(device) ? fabric.switchLid(device) : fabric.nicLid(device, 1))
                .toList();
    }

    @Test
    void aCopyWithFewerLinksKeepsItsStructureAndItsLids() {
        List<Link> links = FabricCopy.linksOf(torus).subList(1, torus.linkCount());
        Fabric copy = new FabricCopy(torus).withSparePorts(2).build(links);
        assertThat(copy.shape()).isEqualTo(torus.shape());
        assertThat(copy.portCount(4)).isEqualTo(torus.portCount(4) + 2);
        assertThat(copy.coordinate(5, 1)).isEqualTo(torus.coordinate(5, 1));
        assertThat(FabricCopy.linksOf(copy)).isEqualTo(links);
        assertThat(lids(copy, torus.deviceNames())).isEqualTo(lids(torus, torus.deviceNames()));
    }

    @Test
    void aLinkThatTheOriginalLacksMakesACopyIrregular() {
        List<Link> links = new ArrayList<>(FabricCopy.linksOf(torus));
        links.add(new Link(0, 6, 4, 6, null, -1));
        Fabric copy = new FabricCopy(torus).withSparePorts(1).build(links);
        assertThat(copy.shape()).isEqualTo(Shape.irregular());
        assertThat(copy.peer(0, 6)).isEqualTo(4);
    }

    @Test
    void newDevicesFollowTheirKindAndTakeTheNextLids() {
        Fabric copy = new FabricCopy(torus).withSwitch("x", 2).withNic("nx", 1).build();
        assertThat(copy.deviceNames().subList(8, 11)).containsExactly("s2_2", "x", "n0_0");
        assertThat(copy.deviceNames()).endsWith("n2_2", "nx");
        assertThat(lids(copy, List.of("x", "nx"))).containsExactly(torus.largestLid() + 1, torus.largestLid() + 2);
        assertThat(lids(copy, torus.deviceNames())).isEqualTo(lids(torus, torus.deviceNames()));
        assertThat(IntStream.range(0, torus.linkCount()).mapToObj(copy::linkName))
                .containsExactlyElementsOf(IntStream.range(0, torus.linkCount())
                        .mapToObj(torus::linkName)
                        .toList());
    }
}
