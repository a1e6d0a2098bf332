package org.reweave.routing.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.routing.RandomFabrics;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

class DisjointPathsTest {
    @ParameterizedTest
    @CsvSource({
        "torus:4x4, 4, 4",
        "torus:3x3x3, 6, 6",
        "mesh:3x3, 2, 2",
        "torus:5, 2, 2",
        "'k-ary-n-tree:3,2', 3, 3",
        "'clos:leaves=4,spines=2,parallel=3,nics=1', 6, 2"
    })
    void leastNumbersOfRegularFabrics(String text, int links, int switches) {
        Fabric fabric = FabricGenerators.parse(text);
        DisjointPaths.Least least = new DisjointPaths(fabric, Faults.none()).least();
        assertThat(least.links()).isEqualTo(links);
        assertThat(least.switches()).isEqualTo(switches);
    }

    @Test
    void faultsTakePathsAway() {
        Fabric torus = FabricGenerators.parse("torus:4x4");
        int s = torus.deviceByName("s0_0");
        Faults faults = Faults.none().withLink(torus.link(s, 1)).withDevice(torus.deviceByName("s3_0"));
        assertThat(new DisjointPaths(torus, faults).linkDisjoint(s, torus.deviceByName("s2_2")))
                .isEqualTo(2);
        assertThat(new DisjointPaths(torus, faults).switchDisjoint(s, torus.deviceByName("s3_0")))
                .isZero();
        assertThatThrownBy(() -> new DisjointPaths(torus, faults).linkDisjoint(s, s))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("disjoint paths need two");
    }

    /** Menger: as many as the fewest links, or switches, whose loss cuts the two apart; found by trying all sets. */
    @Test
    void numbersAreThoseOfTheSmallestCuts() {
        for (long seed = 1; seed <= 60; seed++) {
            Fabric fabric = RandomFabrics.untidy(seed);
            if (fabric.switchCount() > 7) {
                continue;
            }
            DisjointPaths paths = new DisjointPaths(fabric, Faults.none());
            for (int a = 0; a < fabric.switchCount(); a++) {
                for (int b = 0; b < fabric.switchCount(); b++) {
                    if (a != b) {
                        String reproduce = "untidy seed " + seed + ", " + a + " to " + b;
                        assertThat(paths.linkDisjoint(a, b)).as(reproduce).isEqualTo(smallestLinkCut(fabric, a, b));
                        int direct = directCables(fabric, a, b);
                        assertThat(paths.switchDisjoint(a, b) - direct)
                                .as(reproduce)
                                .isEqualTo(smallestSwitchCut(fabric, a, b));
                    }
                }
            }
        }
    }

    /** Over all ways to divide the switches, the fewest cables across. */
    private static int smallestLinkCut(Fabric fabric, int a, int b) {
        int least = Integer.MAX_VALUE;
        for (int side = 0; side < 1 << fabric.switchCount(); side++) {
            if ((side >> a & 1) == 1 && (side >> b & 1) == 0) {
                int across = 0;
                for (int link = 0; link < fabric.linkCount(); link++) {
                    boolean crosses = fabric.isTrunk(link)
                            && (side >> fabric.linkDevice(link, 0) & 1) != (side >> fabric.linkDevice(link, 1) & 1);
                    across += crosses ? 1 : 0;
                }
                least = Math.min(least, across);
            }
        }
        return least;
    }

    private static int directCables(Fabric fabric, int a, int b) {
        int count = 0;
        for (int port = 1; port <= fabric.portCount(a); port++) {
            count += fabric.peer(a, port) == b ? 1 : 0;
        }
        return count;
    }

    /** The fewest other switches whose loss cuts them apart, direct cables left out. */
    private static int smallestSwitchCut(Fabric fabric, int a, int b) {
        int least = Integer.MAX_VALUE;
        for (int lost = 0; lost < 1 << fabric.switchCount(); lost++) {
            if ((lost >> a & 1) == 1 || (lost >> b & 1) == 1) {
                continue;
            }
            Faults faults = Faults.none();
            for (int port = 1; port <= fabric.portCount(a); port++) {
                faults = fabric.peer(a, port) == b ? faults.withLink(fabric.link(a, port)) : faults;
            }
            for (int s = 0; s < fabric.switchCount(); s++) {
                faults = (lost >> s & 1) == 1 ? faults.withDevice(s) : faults;
            }
            if (!SwitchGraph.of(fabric, faults).connected(a, b)) {
                least = Math.min(least, Integer.bitCount(lost));
            }
        }
        return least;
    }
}
