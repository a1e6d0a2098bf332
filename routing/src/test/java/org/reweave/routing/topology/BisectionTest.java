package org.reweave.routing.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BisectionTest {
    /** Formulas with their numbers put in; see {@link Bisection}. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "torus:8x8 | 16",
                "torus:4x8,nics=3 | 8",
                "torus:4x4x4 | 32",
                "torus:2x2 | 2",
                "mesh:8x8 | 8",
                "mesh:5x5 | 6", // (k^n - 1) / (k - 1) for odd k
                "mesh:3x3x3 | 13",
                "hypercube:6 | 32",
                "k-ary-n-tree:4,3 | 32",
                "k-ary-n-tree:2,5 | 16",
                "k-ary-n-tree:6,2 | 18",
                "m-port-n-tree:8,3 | 64", // k^n, the table of MiKANT prints k^n/2
                "m-port-n-tree:6,3 | 27",
                "m-port-n-tree:8,1 | 4",
                "mikant:4,3 | 32",
                "mikant:2,5 | 16",
                "mikant:4,2 | 8",
                "mikant:3,4 | 45", // (k^n + k^(n-2)) / 2 for odd k
                "mikant:5,3 | 65",
                "kns:32,2 | 512",
                "kns:4,3 | 32",
                "kns:16,2,s=2 | 128",
                "flattened-butterfly:4,3 | 16",
                "flattened-butterfly:8,2 | 16",
                "dragonfly:2,4,2 | 20",
                "dragonfly:3,6,3 | 90",
                "clos:leaves=6,spines=2,parallel=4,nics=24 | 24",
                "clos:pods=4,leaves=4,spines=2,cores=4,core-parallel=3,nics=4 | 48"
            })
    void theConstructedCutHasAsManyLinksAsTheFormula(String text, int links) {
        Fabric fabric = FabricGenerators.parse(text);
        Bisection cut = Bisection.of(fabric).orElseThrow();

        assertThat(cut.links()).isEqualTo(links);
        assertThat(nicsIn(fabric, cut.firstPart())).isEqualTo(fabric.nicCount() / 2);
        assertThat(FabricMetrics.of(fabric).bisection()).hasValue(links);
    }

    /** All parts with whole switches that halve the NICs, up to 2^20 of them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "torus:4x4",
                "mesh:3x3",
                "hypercube:4",
                "k-ary-n-tree:2,3",
                "m-port-n-tree:4,2",
                "m-port-n-tree:4,3",
                "mikant:2,2",
                "mikant:2,3",
                "mikant:4,2",
                "mikant:3,2",
                "kns:2,3",
                "kns:4,1",
                "kns:4,1,s=2",
                "flattened-butterfly:4,3",
                "dragonfly:1,3,1",
                "dragonfly:1,2,2",
                "clos:leaves=4,spines=2,parallel=2,nics=4"
            })
    void noOtherCutOfASmallFabricHasFewerLinks(String text) {
        Fabric fabric = FabricGenerators.parse(text);

        assertThat(Bisection.of(fabric).orElseThrow().links()).isEqualTo(fewestLinks(fabric));
    }

    private static int fewestLinks(Fabric fabric) {
        int switches = fabric.switchCount();
        int[] nicsAt = new int[switches];
        for (int nic = 0; nic < fabric.nicCount(); nic++) {
            nicsAt[fabric.attachedSwitch(fabric.nicDevice(nic))]++;
        }
        int fewest = Integer.MAX_VALUE;
        for (int part = 0; part < 1 << switches; part++) {
            int nics = 0;
            for (int s = 0; s < switches; s++) {
                nics += (part >> s & 1) * nicsAt[s];
            }
            if (nics != fabric.nicCount() / 2) {
                continue;
            }
            int links = 0;
            for (int link = 0; link < fabric.linkCount(); link++) {
                if (fabric.isTrunk(link)) {
                    links += (part >> fabric.linkDevice(link, 0) ^ part >> fabric.linkDevice(link, 1)) & 1;
                }
            }
            fewest = Math.min(fewest, links);
        }
        return fewest;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "torus:5x3",
                "k-ary-n-tree:3,3",
                "mikant:3,4",
                "mikant:3,3",
                "kns:3,3",
                "kns:9,2,s=2",
                "dragonfly:1,5,1"
            })
    void oddSizesAreHalvedAsWell(String text) {
        Fabric fabric = FabricGenerators.parse(text);
        Bisection cut = Bisection.of(fabric).orElseThrow();

        assertThat(nicsIn(fabric, cut.firstPart())).isEqualTo(fabric.nicCount() / 2);
        assertThat(cut.links()).isBetween(1, fabric.linkCount() / 2);
    }

    @Test
    void irregularFabricsHaveNoConstructedCutButAnyPartitionCanBeCounted() {
        Fabric fabric = FabricGenerators.parse("irregular:12,3");
        BitSet first = new BitSet();
        first.set(0);

        assertThat(Bisection.of(fabric)).isEmpty();
        assertThat(FabricMetrics.of(fabric).bisection()).isEmpty();
        assertThat(Bisection.of(fabric, first).links())
                .as("3 neighbours and a NIC")
                .isEqualTo(4);
        assertThat(Bisection.of(FabricGenerators.parse("mesh:1"))).as("one NIC").isEmpty();
    }

    private static int nicsIn(Fabric fabric, BitSet part) {
        return part.get(fabric.switchCount(), fabric.deviceCount()).cardinality();
    }
}
