package org.reweave.routing.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A ring of three switches with a NIC each, as planned and as somebody may have wired it. */
class FabricMapTest {
    private static final int SWITCHES = 3;
    private static final int PORTS = 6;

    /** Cables as "a.1-b.2"; devices s0 to s2 and n0 to n2, and s3 and n3 where they are asked for. */
    private static Fabric fabric(int switches, String... cables) {
        FabricBuilder builder = new FabricBuilder("ring");
        List<FabricBuilder.Node> nodes = new ArrayList<>();
        for (int s = 0; s < switches; s++) {
            nodes.add(builder.addSwitch("s" + s, PORTS));
        }
        for (int n = 0; n < switches; n++) {
            nodes.add(builder.addNic("n" + n, 1));
        }
        for (String cable : cables) {
            String[] ends = cable.split("-");
            builder.connect(node(nodes, ends[0]), port(ends[0]), node(nodes, ends[1]), port(ends[1]));
        }
        return builder.build();
    }

    private static FabricBuilder.Node node(List<FabricBuilder.Node> nodes, String end) {
        int number = end.charAt(1) - '0';
        return nodes.get(end.charAt(0) == 's' ? number : nodes.size() / 2 + number);
    }

    private static int port(String end) {
        return end.charAt(3) - '0';
    }

    private static final String[] RING = {"s0.1-s1.2", "s1.1-s2.2", "s2.1-s0.2", "s0.3-n0.1", "s1.3-n1.1", "s2.3-n2.1"};

    private static List<Sighting> sightings(Fabric wired, int... silent) {
        return IntStream.range(0, wired.switchCount())
                .filter(device -> IntStream.of(silent).noneMatch(one -> one == device))
                .mapToObj(device -> sighting(wired, device))
                .toList();
    }

    private static Sighting sighting(Fabric wired, int device) {
        long[] neighbours = new long[wired.portCount(device)];
        for (int port = 1; port <= neighbours.length; port++) {
            neighbours[port - 1] = wired.peer(device, port) < 0
                    ? Sighting.NONE
                    : Sighting.neighbour(wired.peer(device, port), wired.peerPort(device, port));
        }
        return new Sighting(device, neighbours);
    }

    private static List<String> links(FabricMap map) {
        return IntStream.range(0, map.linkCount())
                .mapToObj(map.forEngines()::linkName)
                .sorted()
                .toList();
    }

    private static FabricMap map(Fabric wired, Fabric plan) {
        return FabricMap.planned(wired, plan);
    }

    @Test
    void answersThatFitAreNoCorrection() {
        Fabric ring = fabric(SWITCHES, RING);
        FabricMap map = FabricMap.of(ring);
        assertThat(map.with(sightings(ring))).isSameAs(map);
        assertThat(map.with(sightings(ring, 1))).as("a switch that is silent").isSameAs(map);
        Fabric less = fabric(SWITCHES, "s0.1-s1.2", "s0.3-n0.1");
        assertThat(map.with(sightings(less))).as("links that are down").isSameAs(map);
    }

    @Test
    void aLinkThatNobodyPlannedIsAddedWhenBothEndsTellOfIt() {
        Fabric wired = fabric(SWITCHES, "s0.1-s1.2", "s1.1-s2.2", "s0.3-n0.1", "s1.3-n1.1", "s2.3-n2.1", "s0.4-s2.5");
        FabricMap map = map(wired, fabric(SWITCHES, RING));
        assertThat(map.unknownLinks(sightings(wired))).containsExactly(new FabricMap.Cable(0, 4, 2, 5));
        assertThat(map.with(sightings(wired, 2))).isSameAs(map);
        FabricMap corrected = map.with(sightings(wired));
        assertThat(links(corrected)).hasSize(7).contains("s0.4-s2.5", "s0.2-s2.1");
        assertThat(map.contradicted(map.unknownLinks(sightings(wired)))).isEmpty();
    }

    @Test
    void swappedCablesAndAMovedNicReplaceWhatThePlanHas() {
        Fabric wired = fabric(SWITCHES, "s0.1-s2.2", "s1.1-s1.2", "s2.1-s0.2", "s0.3-n0.1", "s2.3-n2.1", "s2.6-n1.1");
        FabricMap map = map(wired, fabric(SWITCHES, RING));
        FabricMap corrected = map.with(sightings(wired));
        assertThat(links(corrected))
                .containsExactly("s0.1-s2.2", "s0.2-s2.1", "s0.3-n0.1", "s1.1-s1.2", "s2.3-n2.1", "s2.6-n1.1");
        assertThat(corrected.attachedPort(corrected.nicDevice(1))).isOne();
        assertThat(corrected.peer(corrected.nicDevice(1), 1)).isEqualTo(2);
        assertThat(corrected.with(sightings(wired))).isSameAs(corrected);
    }

    @Test
    void aNicThatTwoSwitchesClaimIsLeftAtTheFirst() {
        Fabric before = fabric(SWITCHES, "s0.3-n0.1", "s0.1-s1.2", "s1.1-s2.2", "s1.4-n1.1");
        Fabric after = fabric(SWITCHES, "s0.3-n0.1", "s0.1-s1.2", "s1.1-s2.2", "s2.4-n1.1");
        FabricMap map = map(before, fabric(SWITCHES, RING));
        List<Sighting> mixed = List.of(sighting(before, 0), sighting(before, 1), sighting(after, 2));
        assertThat(links(map.with(mixed))).contains("s1.4-n1.1").doesNotContain("s2.4-n1.1");
    }

    @Test
    void aSwitchOutsideThePlanIsVacantUntilItAnswersAndLidsStayAsTheyAre() {
        Fabric wired = fabric(
                4,
                "s0.1-s1.2",
                "s1.1-s2.2",
                "s2.1-s0.2",
                "s0.3-n0.1",
                "s1.3-n1.1",
                "s2.3-n2.1",
                "s2.4-s3.1",
                "s3.2-n3.1");
        FabricMap map = map(wired, fabric(SWITCHES, RING));
        assertThat(map.vacancies()).isEqualTo(Faults.none().withDevice(3));
        assertThat(map.isVacant(0)).isFalse();
        assertThat(map.isVacant(map.nicDevice(3))).isTrue();
        assertThat(map.portCount(3)).as("nobody knows its ports").isOne();
        FabricMap corrected = map.with(sightings(wired));
        assertThat(corrected.vacancies().isEmpty()).isTrue();
        assertThat(corrected.isVacant(corrected.nicDevice(3))).isFalse();
        assertThat(corrected.portCount(3)).isEqualTo(PORTS);
        for (FabricMap each : List.of(map, corrected)) {
            assertThat(each.forEngines().largestLid()).isEqualTo(wired.largestLid());
            for (int device = 0; device < wired.switchCount(); device++) {
                assertThat(each.forEngines().switchLid(device)).isEqualTo(wired.switchLid(device));
                int nic = wired.nicDevice(device);
                assertThat(each.forEngines().nicLid(nic, 1)).isEqualTo(wired.nicLid(nic, 1));
            }
        }
    }

    @Test
    void aRegularPlanOfAllSwitchesKeepsItsStructureUntilItIsCorrected() {
        Fabric torus = FabricGenerators.parse("torus:3x3");
        FabricMap map = map(torus, FabricGenerators.parse("torus:3x3"));
        assertThat(map.forEngines().shape()).isEqualTo(torus.shape());
        assertThat(map.forEngines().coordinate(5, 1)).isEqualTo(torus.coordinate(5, 1));
        assertThat(map.with(sightings(torus))).isSameAs(map);
        Fabric mesh = FabricGenerators.parse("mesh:3x3");
        assertThat(map(torus, mesh).forEngines().shape()).isEqualTo(mesh.shape());
        FabricMap corrected = map(torus, mesh).with(sightings(torus));
        assertThat(corrected.forEngines().shape()).isEqualTo(Shape.irregular());
        assertThat(corrected.linkCount()).isGreaterThan(mesh.linkCount());
    }

    @Test
    void faultsFollowTheLinksIntoTheCorrectedMapWhereNewLinksHaveNotWorkedYet() {
        Fabric wired = fabric(SWITCHES, "s0.1-s1.2", "s1.1-s2.2", "s0.3-n0.1", "s1.3-n1.1", "s2.3-n2.1", "s0.4-s2.5");
        FabricMap map = map(wired, fabric(SWITCHES, RING));
        FabricMap corrected = map.with(sightings(wired));
        Faults old = Faults.none().withLink(map.link(2, 1)).withDevice(1);
        Faults now = corrected.translate(old, map);
        assertThat(now)
                .isEqualTo(Faults.none()
                        .withDevice(1)
                        .withLink(corrected.link(2, 1))
                        .withLink(corrected.link(0, 4)));
    }

    @Test
    void aCorrectedMapIsReadFromItsWords() {
        Fabric wired = fabric(4, "s0.1-s3.2", "s3.1-s2.2", "s0.3-n0.1", "s3.3-n1.1", "s2.3-n3.1");
        FabricMap map = map(wired, fabric(SWITCHES, RING));
        FabricMap corrected = map.with(sightings(wired));
        FabricMap read = map.corrected(corrected.words());
        assertThat(read.words()).isEqualTo(corrected.words());
        assertThat(links(read)).isEqualTo(links(corrected));
        assertThat(IntStream.range(0, read.linkCount()).mapToObj(read.forEngines()::linkName))
                .as("links have the same numbers")
                .containsExactlyElementsOf(IntStream.range(0, corrected.linkCount())
                        .mapToObj(corrected.forEngines()::linkName)
                        .toList());
        assertThat(read.vacancies()).isEqualTo(corrected.vacancies());
    }

    @Test
    void aPlanOfDevicesThatDoNotExistIsRefused() {
        Fabric ring = fabric(SWITCHES, RING);
        assertThatThrownBy(() -> map(ring, fabric(4, RING)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("s3 of ring is no switch of ring");
        FabricBuilder more = new FabricBuilder("plan");
        more.addSwitch("s1", PORTS + 1);
        assertThatThrownBy(() -> map(ring, more.build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("s1 of plan has 7 ports, and 6 in ring");
    }
}
