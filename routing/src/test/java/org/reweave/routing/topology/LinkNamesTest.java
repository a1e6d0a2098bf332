package org.reweave.routing.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkNamesTest {
    /** Names with every separator in them: a and b are joined twice, b and MF0-b.1 once, port a.4 is empty. */
    private static final Fabric FABRIC = awkward();

    private static Fabric awkward() {
        FabricBuilder builder = new FabricBuilder("awkward");
        FabricBuilder.Node a = builder.addSwitch("a", 4);
        FabricBuilder.Node b = builder.addSwitch("b", 4);
        FabricBuilder.Node dashed = builder.addSwitch("MF0-b.1", 2);
        FabricBuilder.Node numbered = builder.addNic("n#1", 1);
        builder.connect(a, 1, b, 3);
        builder.connect(b, 2, dashed, 1);
        builder.connect(b, 1, a, 2);
        builder.connect(a, 3, numbered, 1);
        return builder.build();
    }

    @ParameterizedTest
    @CsvSource({
        "a.1,0",
        "b.3,0",
        "a-b#1,0",
        "b-a#1,0",
        "a.1-b.3,0",
        "b.2,1",
        "MF0-b.1.1,1",
        "b-MF0-b.1,1",
        "MF0-b.1-b,1",
        "b-MF0-b.1#1,1",
        "a.2,2",
        "a-b#2,2",
        "b-a#2,2",
        "b.1-a.2,2",
        "a-n#1,3",
        "n#1-a,3",
        "n#1.1,3",
        "a-n#1#1,3"
    })
    void everyWayOfWritingALinkIsUnderstood(String name, int link) {
        assertThat(LinkNames.link(FABRIC, name)).isEqualTo(link);
        assertThat(LinkNames.resolve(FABRIC, name)).isEqualTo(new LinkNames.Target(LinkNames.Target.Kind.LINK, link));
    }

    @Test
    void whatOneDeviceIsDescribedAsNamesTheDeviceAndItsLinks() {
        FabricBuilder builder = new FabricBuilder("described");
        FabricBuilder.Node a = builder.addSwitch("S-a", 4);
        FabricBuilder.Node b = builder.addSwitch("S-b", 4);
        FabricBuilder.Node c = builder.addNic("H-c", 1);
        FabricBuilder.Node d = builder.addNic("H-d", 1);
        builder.describe(a, "MF0;ib5:SX6036/U1");
        builder.describe(b, "Voltaire 4036 # 4036-8C9E");
        builder.describe(c, "stage97 mlx5_0");
        builder.describe(d, "stage97 mlx5_1");
        builder.connect(a, 1, b, 1).connect(a, 2, c, 1).connect(b, 2, d, 1);
        Fabric fabric = builder.build();

        for (String name : new String[] {"ib5", "MF0;ib5:SX6036/U1"}) {
            assertThat(LinkNames.switchDevice(fabric, name)).isZero();
            assertThat(LinkNames.link(fabric, name + "-Voltaire 4036 # 4036-8C9E"))
                    .isZero();
            assertThat(LinkNames.link(fabric, name + ".2")).isEqualTo(1);
        }
        assertThat(LinkNames.resolve(fabric, "stage97 mlx5_1").title(fabric)).isEqualTo("H-d (stage97 mlx5_1)");
        assertThat(LinkNames.resolve(fabric, "ib5.1").title(fabric))
                .isEqualTo("S-a.1-S-b.1 (MF0;ib5:SX6036/U1 to Voltaire 4036 # 4036-8C9E)");
        assertThatThrownBy(() -> LinkNames.resolve(fabric, "stage97"))
                .hasMessage("'stage97' describes 2 devices of described: H-c (stage97 mlx5_0), H-d (stage97 mlx5_1);"
                        + " name one of them");
        assertThatThrownBy(() -> LinkNames.resolve(fabric, "ib6")).hasMessageContaining("the nearest name is ib5");
    }

    @Test
    void aDeviceIsPreferredToALink() {
        LinkNames.Target target = LinkNames.resolve(FABRIC, "MF0-b.1");
        assertThat(target).isEqualTo(new LinkNames.Target(LinkNames.Target.Kind.DEVICE, 2));
        assertThat(target.addTo(Faults.none())).isEqualTo(Faults.none().withDevice(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"torus:4x4", "k-ary-n-tree:2,3", "irregular:8,4,seed=3", "torus:2x3"})
    void writtenNamesAreUnderstood(String text) {
        Fabric fabric = FabricGenerators.parse(text);
        for (int link = 0; link < fabric.linkCount(); link++) {
            assertThat(LinkNames.link(fabric, LinkNames.nameOf(fabric, link))).isEqualTo(link);
            assertThat(LinkNames.link(fabric, fabric.linkName(link))).isEqualTo(link);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a-b|a-b names 2 parallel links; write a-b#1 to a-b#2",
                "a-b#3|a-b#3: 2 links join them; count from 1",
                "a-b#0|a-b#0",
                "a-MF0-b.1|a-MF0-b.1: no link joins them; a is linked to b, n#1",
                "a.5|a.5: a has ports 1..4, not 5",
                "a.0|a.0: a has ports 1..4, not 0",
                "a.4|a.4: nothing is plugged into that port; linked are ports 1, 2, 3",
                "n#1-b|n#1-b: no link joins them; n#1 is linked to a",
                "MF0-b.2|no device or link is named 'MF0-b.2' in awkward; the nearest name is MF0-b.1",
                "a-bb#1|the nearest name is a-b#1"
            })
    void refusalsSayWhatWasMetAndWhatWouldDo(String name, String message) {
        assertThatThrownBy(() -> LinkNames.link(FABRIC, name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    /** Numbers of links and the way they were plugged do not show in names: an export may change both. */
    @Test
    void namesDependOnDevicesAndPortsOnly() {
        assertThat(LinkNames.all(FABRIC)).containsExactly("a-b#1", "a-b#2", "a-n#1", "b-MF0-b.1");
        assertThat(LinkNames.nameOf(FABRIC, 2)).isEqualTo("a-b#2");
    }

    @Test
    void onlySwitchesResolveAsSwitches() {
        assertThat(LinkNames.switchDevice(FABRIC, "b")).isEqualTo(1);
        assertThatThrownBy(() -> LinkNames.switchDevice(FABRIC, "n#1"))
                .hasMessage("'n#1' is a NIC of awkward; the switch with the nearest name is a");
        assertThatThrownBy(() -> LinkNames.switchDevice(FABRIC, "c"))
                .hasMessage("no switch is named 'c' in awkward; the switch with the nearest name is a");
    }
}
