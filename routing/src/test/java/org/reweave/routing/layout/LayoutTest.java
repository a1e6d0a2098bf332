package org.reweave.routing.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricBuilder;
import org.reweave.routing.topology.FabricGenerators;

class LayoutTest {
    private static double distance(Layout layout, int a, int b) {
        return Math.hypot(layout.x()[a] - layout.x()[b], layout.y()[a] - layout.y()[b]);
    }

    /** The smallest distance between two switches. */
    private static double closest(Layout layout) {
        double least = Double.MAX_VALUE;
        for (int a = 0; a < layout.x().length; a++) {
            for (int b = a + 1; b < layout.x().length; b++) {
                least = Math.min(least, distance(layout, a, b));
            }
        }
        return least;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "torus:8x8",
                "torus:4x4x4",
                "torus:3x3x3x3",
                "torus:12",
                "mesh:5x7",
                "hypercube:6",
                "flattened-butterfly:4,3",
                "k-ary-n-tree:4,3",
                "m-port-n-tree:8,2",
                "dragonfly:2,4,2",
                "mikant:3,4",
                "kns:4,2",
                "irregular:64,6"
            })
    void switchesLieApartAndInsideThePicture(String name) {
        Fabric fabric = generated(name);
        Layout layout = Layout.of(fabric);
        assertThat(layout.x()).hasSize(fabric.switchCount());
        assertThat(closest(layout)).as("on each other").isGreaterThan(0.3);
        assertThat(Arrays.stream(layout.x()).min().orElse(-1)).isCloseTo(0, within(1e-9));
        assertThat(Arrays.stream(layout.y()).min().orElse(-1)).isCloseTo(0, within(1e-9));
        assertThat(layout.width()).isLessThan(4.0 * fabric.switchCount());
        Layout again = Layout.of(generated(name));
        assertThat(again.x()).isEqualTo(layout.x());
        assertThat(again.y()).isEqualTo(layout.y());
        assertThat(again.bow()).isEqualTo(layout.bow());
    }

    private static Fabric generated(String name) {
        return FabricGenerators.parse(name);
    }

    @Test
    void aTorusIsAGridWhoseLongLinksGiveWay() {
        Fabric fabric = generated("torus:8x8");
        Layout layout = Layout.of(fabric);
        for (int link = 0; link < fabric.linkCount(); link++) {
            if (fabric.isTrunk(link)) {
                double length = distance(layout, fabric.linkDevice(link, 0), fabric.linkDevice(link, 1));
                assertThat(length == 1 || length == 7).isTrue();
                assertThat(layout.bow()[link] != 0).isEqualTo(length == 7);
            }
        }
    }

    @Test
    void aTreeHasItsTiersBelowEachOther() {
        Fabric fabric = generated("k-ary-n-tree:4,3");
        Layout layout = Layout.of(fabric);
        double[] heights = IntStream.range(0, fabric.switchCount())
                .mapToDouble(s -> layout.y()[s])
                .distinct()
                .toArray();
        assertThat(heights).hasSize(3);
        for (int s = 0; s < fabric.switchCount(); s++) {
            assertThat(layout.y()[s]).isCloseTo(fabric.coordinate(s, 0) * layout.height() / 2, within(1e-9));
        }
    }

    /** Spines with a service node each, leaves with four NICs. */
    @Test
    void aFewNicsAtTheTopLeaveATreeItsTiers() {
        FabricBuilder builder = new FabricBuilder("served");
        List<FabricBuilder.Node> spines = new ArrayList<>();
        for (int spine = 0; spine < 2; spine++) {
            spines.add(builder.addSwitch("spine" + spine, 4));
            builder.connect(builder.addNic("service" + spine, 1), 1, spines.get(spine), 4);
        }
        for (int l = 0; l < 3; l++) {
            FabricBuilder.Node leaf = builder.addSwitch("leaf" + l, 6);
            for (int spine = 0; spine < 2; spine++) {
                builder.connect(leaf, 5 + spine, spines.get(spine), 1 + l);
            }
            for (int nic = 0; nic < 4; nic++) {
                builder.connect(builder.addNic("n" + l + nic, 1), 1, leaf, 1 + nic);
            }
        }
        Fabric fabric = builder.build();
        Layout layout = Layout.of(fabric);
        for (int s = 0; s < fabric.switchCount(); s++) {
            assertThat(layout.y()[s])
                    .as(fabric.deviceName(s))
                    .isEqualTo(fabric.deviceName(s).startsWith("leaf") ? layout.height() : 0);
        }
    }

    /** Neighbours of an irregular network are nearer to each other than switches are in the mean. */
    @Test
    void linksOfAnIrregularNetworkAreShort() {
        Fabric fabric = generated("irregular:64,6");
        Layout layout = Layout.of(fabric);
        double links = IntStream.range(0, fabric.linkCount())
                .filter(fabric::isTrunk)
                .mapToDouble(link -> distance(layout, fabric.linkDevice(link, 0), fabric.linkDevice(link, 1)))
                .average()
                .orElseThrow();
        double all = IntStream.range(0, 64)
                .mapToObj(a -> IntStream.range(0, 64).mapToDouble(b -> distance(layout, a, b)))
                .flatMapToDouble(distances -> distances)
                .average()
                .orElseThrow();
        assertThat(links).isLessThan(0.75 * all);
    }

    @Test
    void aThousandSwitchesOfNoRegularKindLieApart() {
        assertThat(closest(Layout.of(generated("irregular:1000,8")))).isPositive();
    }

    /** Names would have room for some switches only: a drawing has all of them or none, and all as hints. */
    @Test
    void aDrawingWritesTheNamesOfAllSwitchesOrOfNone() {
        assertThat(texts(FabricDrawing.svg(generated("torus:4x4")))).isEqualTo(16);
        String large = FabricDrawing.svg(generated("irregular:1400,8"));
        assertThat(texts(large)).isZero();
        assertThat(large).contains("<title>s7: ", "<title>s1399: ");
    }

    private static int texts(String svg) {
        return svg.split("<text ", -1).length - 1;
    }
}
