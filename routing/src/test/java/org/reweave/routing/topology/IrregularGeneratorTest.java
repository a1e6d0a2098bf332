package org.reweave.routing.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IrregularGeneratorTest {
    @Test
    void everySwitchHasTheDegreeAndNoTwoLinksJoinTheSamePairForAllSeeds() {
        for (int switches : new int[] {1, 2, 3, 5, 8, 16, 33}) {
            for (int degree = switches <= 2 ? switches - 1 : 2; degree < Math.min(switches, 8); degree++) {
                for (int seed = 1; seed <= 20; seed++) {
                    check("irregular:" + switches + "," + degree + ",seed=" + seed, switches, degree);
                }
            }
        }
    }

    private static void check(String text, int switches, int degree) {
        Fabric fabric = FabricGenerators.parse(text);
        Set<Long> pairs = new HashSet<>();
        int trunks = 0;
        for (int link = 0; link < fabric.linkCount(); link++) {
            if (fabric.isTrunk(link)) {
                trunks++;
                assertThat(pairs.add((long) fabric.linkDevice(link, 0) << 32 | fabric.linkDevice(link, 1)))
                        .as(text)
                        .isTrue();
            }
        }
        assertThat(trunks).as(text).isEqualTo(switches * degree / 2);
        assertThat(reached(fabric)).as(text).isEqualTo(switches);
    }

    private static int reached(Fabric fabric) {
        Set<Integer> seen = new HashSet<>(Set.of(0));
        java.util.ArrayDeque<Integer> queue = new java.util.ArrayDeque<>(seen);
        while (!queue.isEmpty()) {
            int s = queue.remove();
            for (int port = 1; port <= fabric.portCount(s); port++) {
                int peer = fabric.peer(s, port);
                if (peer >= 0 && fabric.isSwitch(peer) && seen.add(peer)) {
                    queue.add(peer);
                }
            }
        }
        return seen.size();
    }

    @Test
    void theSeedDecidesEverything() {
        assertThat(cables("irregular:16,4,seed=7")).isEqualTo(cables("irregular:16,4,seed=7"));
        assertThat(cables("irregular:16,4,seed=7")).isNotEqualTo(cables("irregular:16,4,seed=8"));
        assertThat(cables("irregular:16,4")).isEqualTo(cables("irregular:16,4,seed=1"));
    }

    @Test
    void aThousandSwitchesWithTwoNicsEachAreOrdinary() {
        Fabric fabric = FabricGenerators.parse("irregular:1000,6,seed=3,nics=2");

        assertThat(fabric.linkCount()).isEqualTo(3000 + 2000);
        assertThat(fabric.portCount(0)).isEqualTo(8);
        assertThat(GridWiringTest.neighbour(fabric, "s999", 8)).isEqualTo("n999_1.1");
    }

    private static String cables(String text) {
        Fabric fabric = FabricGenerators.parse(text);
        StringBuilder cables = new StringBuilder();
        for (int link = 0; link < fabric.linkCount(); link++) {
            cables.append(fabric.linkName(link)).append(' ');
        }
        return cables.toString();
    }
}
