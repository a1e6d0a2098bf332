package org.reweave.routing.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.routing.plugin.Registry;

class FabricGeneratorsContractTest {
    static List<String> examples() {
        return FabricGenerators.registry().all().stream()
                .map(generator -> generator.usage().replaceFirst(".*such as ([^ ]+).*", "$1"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theExampleOfEachUsageGivesTheSameConnectedPortsAndUsableLinkNamesEachTime(String example) {
        Fabric fabric = FabricGenerators.parse(example);
        Fabric again = FabricGenerators.parse(example);

        assertThat(FabricGenerators.isGenerator(example)).isTrue();
        assertThat(fabric.name()).isEqualTo(example);
        assertThat(again.deviceNames()).isEqualTo(fabric.deviceNames());
        for (int link = 0; link < fabric.linkCount(); link++) {
            assertThat(again.linkName(link)).isEqualTo(fabric.linkName(link));
            assertThat(LinkNames.link(fabric, LinkNames.nameOf(fabric, link))).isEqualTo(link);
        }
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            assertThat(fabric.attachedSwitch(fabric.nicDevice(nic))).isNotNegative();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tours:8x8 | tours:8x8: no generator is named 'tours'; did you mean torus: ",
                "torus | torus: nothing stands after the name; write torus:SIZE",
                "torus:8x0 | torus:8x0: size of dimension 1 = 0 < 1; use 1 to 15728639",
                "torus:8xq | torus:8xq: size of dimension 1 = 'q' is not a whole number; write torus:",
                "torus:8x | torus:8x: size of dimension 1 = '' is not a whole number",
                "torus:8x8,nic=2 | torus:8x8,nic=2: no option is named nic; known are nics; write torus:",
                "torus:8x8,nics=2,nics=3 | option nics is given twice",
                "torus:8x8,nics=251 | 255 ports a switch > 254; use fewer",
                "torus:300x300 | 90000 switches and 90000 NICs > 49151 unicast LIDs of lid16; make the fabric smaller, or write addressing=lid24",
                "torus:49151x49151x49151x49151x49151 | unicast LIDs",
                "torus:8,8 | 2 values stand before the options, 1 are needed; write torus:",
                "torus:4000x4000,addressing=lid24 | 16000000 NICs > 15728639 unicast LIDs of lid24; make the fabric smaller",
                "torus:8x8,addressing=lid32 | torus:8x8: addressing=lid32 is no addressing; write addressing=lid16 or addressing=lid24",
                "k-ary-n-tree:4 | 1 values stand before the options, 2 are needed",
                "k-ary-n-tree:4,3,nics=2 | no option is named nics; known are none",
                "k-ary-n-tree:1,3 | k = 1 < 2; use 2 to 127",
                "k-ary-n-tree:100,4 | unicast LIDs",
                "hypercube:0 | dimensions = 0 < 1; use 1 to 15",
                "hypercube:15 | unicast LIDs",
                "m-port-n-tree:7,3 | m = 7 is odd, half the ports must lead up; use 6 or 8",
                "m-port-n-tree:2,3 | m = 2 < 4",
                "m-port-n-tree:200,4 | unicast LIDs",
                "clos:leaves=6 | option spines is not given; write clos:leaves=N",
                "clos: | 1 values stand before the options, 0 are needed",
                "clos:leaves=6,spines=2,cores=3 | option pods is not given",
                "clos:leaves=300,spines=2 | 300 ports a switch > 254",
                "clos:leaves=6,spines=2,parallel=100,nics=60 | 260 ports a switch > 254",
                "clos:leaves=6,spines=2,leafs=3 | no option is named leafs; known are core-parallel, cores, leaves",
                "clos:pods=200,leaves=200,spines=4,cores=2,nics=200 | unicast LIDs",
                "flattened-butterfly:4,1 | n = 1 < 2",
                "flattened-butterfly:100,4 | 397 ports a switch > 254",
                "flattened-butterfly:20,5 | unicast LIDs",
                "dragonfly:4,8 | 2 values stand before the options, 3 are needed",
                "dragonfly:100,100,100 | 299 ports a switch > 254",
                "dragonfly:20,40,20 | unicast LIDs",
                "mikant:3 | 1 values stand before the options, 2 are needed",
                "mikant:3,1 | n = 1 < 2; use 2 to 14",
                "mikant:127,3 | unicast LIDs",
                "kns:1,2 | k = 1 < 2",
                "kns:32,2,s=2 | k = 32 is no m^2, which a fat tree of s = 2 stages needs; use k = 4, 9, 16, .. or s=1",
                "kns:16,2,s=2,network=ruft | network = ruft is only named in the KNS paper, not defined; use network=fat",
                "kns:16,2,network=ring | network = 'ring' is not known; use network=fat-tree",
                "kns:255,1 | 255 ports a switch > 254",
                "kns:4,15 | unicast LIDs",
                "irregular:4,4 | degree = 4 > 3 other switches; lower it or add switches",
                "irregular:4,1 | degree = 1 < 2 cannot connect 4 switches; use 2 or more",
                "irregular:8,3,seed=x | seed = 'x' is no 64-bit integer",
                "irregular:99999999999,3 | switches = 99999999999 > 10000",
            })
    void aTextThatGivesNoFabricIsRefusedWithValueLimitAndRemedy(String text, String message) {
        assertThatThrownBy(() -> FabricGenerators.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aFabricOfMoreThan49151DevicesHas24BitLids() {
        Fabric large = FabricGenerators.parse("torus:160x160,addressing=lid24");
        assertThat(large.name()).isEqualTo("torus:160x160");
        assertThat(large.largestLid()).isEqualTo(51_200);
        assertThat(large.addressing()).isEqualTo(Addressing.LID24);
        assertThat(FabricGenerators.parse("torus:8x8", Addressing.LID24).addressing())
                .isEqualTo(Addressing.LID16);
    }

    @Test
    void aFileNameIsNoGenerator() {
        assertThat(FabricGenerators.isGenerator("C:\\fabrics\\a.ibnetdiscover")).isFalse();
        assertThat(FabricGenerators.isGenerator("torus.ibnetdiscover")).isFalse();
    }

    @Test
    void twoGeneratorsOfOneNameAreRefused() {
        List<FabricGenerator> torus = List.of(new TorusGenerator(), new TorusGenerator());

        assertThatThrownBy(() -> Registry.of("generators", torus, FabricGenerator::name))
                .hasMessageContaining("two generators are named torus");
    }
}
