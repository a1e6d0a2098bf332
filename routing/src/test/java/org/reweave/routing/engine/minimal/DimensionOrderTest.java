package org.reweave.routing.engine.minimal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.spi.RoutingEngine;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.table.BubbleRings;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.Shape;
import org.reweave.routing.verify.ChannelDependencyGraph;
import org.reweave.routing.verify.RouteReport;

class DimensionOrderTest {
    private final RoutingEngine engine = EngineRegistry.load().engine("dimension-order");

    private RoutingTables route(Fabric fabric) {
        return engine.route(fabric, Faults.none(), EngineOptions.none());
    }

    /** {@code [switch, lane]} of every hop from one switch's first NIC to another's. */
    private static List<String> path(RoutingTables tables, String from, String to) {
        Fabric fabric = tables.fabric();
        int source = nicOf(fabric, from);
        int lid = fabric.nicLid(nicOf(fabric, to), 1);
        int level = tables.pathLevels().level(source, lid);
        List<String> path = new ArrayList<>();
        int at = fabric.deviceByName(from);
        int in = fabric.peerPort(source, 1);
        while (fabric.isSwitch(at)) {
            int out = tables.outPort(at, lid);
            path.add(fabric.deviceName(at) + " VL" + tables.slToVl().lane(at, in, out, level));
            in = fabric.peerPort(at, out);
            at = fabric.peer(at, out);
        }
        return path;
    }

    private static int nicOf(Fabric fabric, String switchName) {
        int n = fabric.switchCount();
        while (!fabric.deviceName(fabric.attachedSwitch(n)).equals(switchName)) {
            n++;
        }
        return n;
    }

    @Test
    void aPathCorrectsTheLowestDimensionFirstAndTakesTheSecondLaneOfARingWhoseDatelineItCrosses() {
        RoutingTables tables = route(FabricGenerators.parse("torus:5x5"));
        assertThat(path(tables, "s0_0", "s2_1")).containsExactly("s0_0 VL0", "s1_0 VL0", "s2_0 VL0", "s2_1 VL0");
        assertThat(path(tables, "s3_1", "s0_2")).containsExactly("s3_1 VL1", "s4_1 VL1", "s0_1 VL0", "s0_2 VL0");
        assertThat(path(tables, "s0_1", "s3_4"))
                .containsExactly("s0_1 VL1", "s4_1 VL1", "s3_1 VL1", "s3_0 VL1", "s3_4 VL0");
    }

    @Test
    void exactlyHalfARingAlternatesByTheDestination() {
        RoutingTables tables = route(FabricGenerators.parse("torus:4x4"));
        assertThat(path(tables, "s2_0", "s0_0")).containsExactly("s2_0 VL1", "s3_0 VL1", "s0_0 VL0");
        assertThat(path(tables, "s3_0", "s1_0")).containsExactly("s3_0 VL0", "s2_0 VL0", "s1_0 VL0");
        assertThat(path(tables, "s1_0", "s3_0")).containsExactly("s1_0 VL1", "s0_0 VL1", "s3_0 VL0");
        assertThat(path(tables, "s3_0", "s1_1")).containsExactly("s3_0 VL1", "s0_0 VL1", "s1_0 VL0", "s1_1 VL0");
    }

    /** Paths over each link in each direction, of all pairs of switches. */
    @ParameterizedTest
    @CsvSource({"torus:4x4, 8", "torus:8x8, 64", "torus:8x4x4, 128", "torus:4x8, 32"})
    void alternatingTiesLoadBothDirectionsOfTheLongestRingsAlike(String text, int paths) {
        Fabric fabric = FabricGenerators.parse(text);
        assertThat(RouteReport.of(route(fabric), Faults.none()).maxLinkLoad()).isEqualTo(paths);
        RoutingTables plus =
                engine.route(fabric, Faults.none(), EngineOptions.none().with("ties", "plus"));
        assertThat(RouteReport.of(plus, Faults.none()).maxLinkLoad()).isGreaterThan(paths);
    }

    @Test
    void exactlyHalfARingGoesTowardsPlusIfAScenarioSaysSo() {
        RoutingTables tables = engine.route(
                FabricGenerators.parse("torus:4x4"),
                Faults.none(),
                EngineOptions.none().with("ties", "plus"));
        assertThat(path(tables, "s3_0", "s1_0")).containsExactly("s3_0 VL1", "s0_0 VL1", "s1_0 VL0");
        assertThat(path(tables, "s1_0", "s3_0")).containsExactly("s1_0 VL0", "s2_0 VL0", "s3_0 VL0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"torus:4x4", "torus:5x7", "torus:8x2x3", "torus:3x3x3x3", "torus:9", "torus:6x6,nics=2"})
    void datelinesKeepToriFreeOfCyclesOnTwoLanes(String text) {
        Fabric fabric = FabricGenerators.parse(text);
        RouteReport report = RouteReport.of(route(fabric), Faults.none());
        assertThat(report.cycle()).isEmpty();
        assertThat(report.vls()).isEqualTo(2);
        assertThat(report.delivered()).isEqualTo(report.pairs());
    }

    @Test
    void withoutItsSecondLaneTheSameTorusIsCyclic() {
        RoutingTables tables = route(FabricGenerators.parse("torus:5x5"));
        byte[][] lfts = new byte[25][];
        Arrays.setAll(lfts, tables::lft);
        RoutingTables bare =
                new RoutingTables(tables.fabric(), "bare", lfts, SlToVl.SINGLE_LANE, PathLevels.SINGLE_LEVEL);
        assertThat(ChannelDependencyGraph.of(bare, Faults.none()).acyclic()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mesh:4x4", "mesh:3x4x5", "torus:2x2x2", "torus:2x2x2x2x2x2"})
    void whereNoDimensionIsARingOneLaneIsEnough(String text) {
        RouteReport report = RouteReport.of(route(FabricGenerators.parse(text)), Faults.none());
        assertThat(report.vls()).isEqualTo(1);
        assertThat(report.sls()).isEqualTo(1);
        assertThat(report.sound()).isTrue();
    }

    @Test
    void fiveWrappedDimensionsNeedMoreServiceLevelsThanThereAre() {
        assertThatThrownBy(() -> route(FabricGenerators.parse("torus:3x3x3x3x3")))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining("has 5; 4 are possible (16 service levels)");
    }

    @Test
    void aFailedLinkIsNamedAndUpdownSuggested() {
        Fabric fabric = FabricGenerators.parse("torus:4x4");
        int link = fabric.link(0, 1);
        assertThatThrownBy(() -> engine.route(fabric, Faults.none().withLink(link), EngineOptions.none()))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining(fabric.linkName(link) + " has failed")
                .hasMessageContaining("updown");
    }

    @Test
    void aFailedNicIsNoReasonToRefuse() {
        Fabric fabric = FabricGenerators.parse("torus:4x4");
        Faults nic = Faults.none().withDevice(fabric.nicDevice(3));
        RouteReport report = RouteReport.of(engine.route(fabric, nic, EngineOptions.none()), nic);
        assertThat(report.delivered()).isEqualTo(15 * 14);
        assertThat(report.disconnected()).isEqualTo(30);
    }

    @Test
    void aSecondCableBetweenNeighboursSharesTheLoadAndCoversForTheFirst() {
        FabricBuilder builder = new FabricBuilder("doubled", new Shape(Shape.Family.MESH, new int[] {2}));
        FabricBuilder.Node a = builder.addSwitch("a", 6, 0);
        FabricBuilder.Node b = builder.addSwitch("b", 6, 1);
        builder.connect(a, 5, b, 2).connect(a, 3, b, 6);
        for (int n = 0; n < 2; n++) {
            builder.connect(builder.addNic("a" + n, 1), 1, a, 1 + n);
            builder.connect(builder.addNic("b" + n, 1), 1, b, 3 + n);
        }
        Fabric fabric = builder.build();
        assertThat(RouteReport.of(route(fabric), Faults.none()).maxLinkLoad()).isEqualTo(2);
        Faults first = Faults.none().withLink(0);
        RouteReport report = RouteReport.of(engine.route(fabric, first, EngineOptions.none()), first);
        assertThat(report.sound()).isTrue();
        assertThat(report.maxLinkLoad()).isEqualTo(4);
    }

    @Test
    void otherTopologiesAndOptionsAreRefused() {
        assertThatThrownBy(() -> route(FabricGenerators.parse("k-ary-n-tree:2,3")))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining("is of the family k-ary-n-tree;");
        Fabric torus = FabricGenerators.parse("torus:4x4");
        assertThatThrownBy(() ->
                        engine.route(torus, Faults.none(), EngineOptions.none().with("vl", "escape")))
                .hasMessage("dimension-order: vl=escape is not one of dateline, bubble");
        assertThatThrownBy(() ->
                        engine.route(torus, Faults.none(), EngineOptions.none().with("ties", "minus")))
                .hasMessage("dimension-order: ties=minus is not one of alternate, plus");
    }

    private RoutingTables bubble(Fabric fabric, Faults faults) {
        return bubble(fabric, faults, "alternate");
    }

    private RoutingTables bubble(Fabric fabric, Faults faults, String ties) {
        return engine.route(
                fabric, faults, EngineOptions.none().with("vl", "bubble").with("ties", ties));
    }

    @ParameterizedTest
    @CsvSource({
        "torus:4, plus, 1",
        "torus:5, alternate, 2",
        "torus:4x4, plus, 8",
        "torus:4x4, alternate, 8", // rows both ways, columns in none
        "torus:4x1x2, alternate, 4",
        "torus:3x5, alternate, 6",
        "torus:8x2x3, alternate, 12",
        "torus:4x4x4x4x4, plus, 1280", // datelines would need 5 bits of the SL
        "torus:4x4x4x4x4, alternate, 2048",
        "'torus:6x6,nics=2', alternate, 24"
    })
    void withBubblesATorusNeedsOneLaneAndDeclaresTheRingsThatItsPathsClose(String text, String ties, int rings) {
        RoutingTables tables = bubble(FabricGenerators.parse(text), Faults.none(), ties);
        assertThat(tables.rings().orElseThrow().count()).isEqualTo(rings);
        RouteReport report = RouteReport.of(tables, Faults.none());
        assertThat(report.sound()).isTrue();
        assertThat(report.vls()).isEqualTo(1);
        assertThat(report.sls()).isEqualTo(1);
        assertThat(report.condition()).startsWith("bubble flow control").contains("one of " + rings + " rings on VL 0");
        assertThat(tables.remarks()).anyMatch(remark -> remark.contains("switches without it deadlock"));
        assertThat(ChannelDependencyGraph.of(tables, Faults.none()).acyclic())
                .as("without the condition")
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"torus:3x3", "torus:2x2x2", "torus:4", "torus:3x4", "mesh:4x4", "hypercube:4"})
    void whereNoPathGoesTwoHopsAlongARingThereIsNothingToDeclare(String text) {
        RoutingTables tables = bubble(FabricGenerators.parse(text), Faults.none());
        assertThat(tables.rings()).isEmpty();
        assertThat(tables.remarks()).isEmpty();
        RouteReport report = RouteReport.of(tables, Faults.none());
        assertThat(report.sound()).isTrue();
        assertThat(report.condition()).isNull();
    }

    @Test
    void everyRingGoesStraightOnOncePerDirection() {
        Fabric fabric = FabricGenerators.parse("torus:5x4");
        BubbleRings rings = bubble(fabric, Faults.none(), "plus").rings().orElseThrow();
        assertThat(ring(fabric, rings, 0)).containsExactly("s0_0", "s1_0", "s2_0", "s3_0", "s4_0");
        assertThat(ring(fabric, rings, 4)).containsExactly("s0_0", "s4_0", "s3_0", "s2_0", "s1_0");
        assertThat(rings.count()).as("4 rows both ways, 5 columns towards plus").isEqualTo(2 * 4 + 5);
        int port = port(fabric, "s4_0", "s0_0");
        int wrapping = fabric.deviceByName("s4_0");
        assertThat(rings.leaving(wrapping, port, 0)).isZero();
        assertThat(rings.leaving(wrapping, port, 1)).isEqualTo(BubbleRings.NONE);
        assertThat(rings.entering(fabric.deviceByName("s0_0"), port(fabric, "s0_0", "s4_0"), 0))
                .isZero();
    }

    private static List<String> ring(Fabric fabric, BubbleRings rings, int number) {
        return IntStream.range(0, rings.length(number))
                .map(i -> rings.link(number, i))
                .mapToObj(link -> fabric.deviceName(fabric.linkDevice(link >> 1, link & 1)))
                .toList();
    }

    private static int port(Fabric fabric, String from, String to) {
        int device = fabric.deviceByName(from);
        return IntStream.rangeClosed(1, fabric.portCount(device))
                .filter(port -> fabric.peer(device, port) == fabric.deviceByName(to))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aFailedLinkOfARingIsRefusedWithBubblesToo() {
        Fabric fabric = FabricGenerators.parse("torus:4x4");
        assertThatThrownBy(() -> bubble(fabric, Faults.none().withLink(fabric.link(0, 1))))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining("has failed")
                .hasMessageContaining("updown");
    }

    @Test
    void aRingOfWhichNothingIsConnectedIsNone() {
        Fabric fabric = FabricGenerators.parse("torus:4");
        Faults isolated = Faults.none().withDevice(1).withDevice(3);
        RoutingTables tables = bubble(fabric, isolated, "plus");
        assertThat(tables.rings()).isEmpty();
        assertThat(RouteReport.of(tables, isolated).sound()).isTrue();
    }

    @Test
    void parallelLinksInARingAreRefusedSinceTheBubbleOfOneIsOfNoUseToTheOther() {
        Fabric fabric = ring(4, 2);
        assertThatThrownBy(() -> bubble(fabric, Faults.none(), "plus"))
                .isInstanceOf(UnroutableException.class)
                .hasMessageContaining("s3 and s0 of doubled have several; use vl=dateline, or updown");
        Faults second = Faults.none().withLink(fabric.linkCount() - 1);
        assertThat(bubble(fabric, second, "plus").rings().orElseThrow().count()).isEqualTo(1);
    }

    /** A torus of one dimension; some cables between the last switch and the first. */
    private static Fabric ring(int size, int cables) {
        FabricBuilder builder = new FabricBuilder("doubled", new Shape(Shape.Family.TORUS, new int[] {size}));
        FabricBuilder.Node[] switches = new FabricBuilder.Node[size];
        for (int s = 0; s < size; s++) {
            switches[s] = builder.addSwitch("s" + s, 5, s);
            builder.connect(builder.addNic("n" + s, 1), 1, switches[s], 1);
        }
        for (int s = 0; s < size; s++) {
            for (int cable = 0; cable < (s == size - 1 ? cables : 1); cable++) {
                builder.connect(switches[s], 2 + 2 * cable, switches[(s + 1) % size], 3 + 2 * cable);
            }
        }
        return builder.build();
    }
}
