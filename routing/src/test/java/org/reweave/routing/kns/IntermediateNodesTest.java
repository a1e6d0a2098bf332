package org.reweave.routing.kns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.routing.model.SeededSequence;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

class IntermediateNodesTest {
    /**
     * Every list of at most so many routers is tried by walking cables; the choice must be as short, and then as few.
     */
    @ParameterizedTest
    @CsvSource({"'kns:4,2',1,6", "'kns:4,2',2,6", "'kns:3,3',2,4", "'kns:2,4',2,4", "'kns:3,2',3,5"})
    void theChoiceIsTheShortestAndThenTheFewest(String text, int max, int faultsMost) {
        Fabric fabric = FabricGenerators.parse(text);
        int longer = 0;
        for (long seed = 1; seed <= (max > 2 ? 4 : 8); seed++) {
            Faults faults = draw(fabric, seed, 1 + (int) (seed % faultsMost));
            KnsGrid grid = KnsGrid.of(fabric);
            KnsReach reach = reach(grid, faults, max);
            Ties ties = Ties.values()[(int) (seed % 2)];
            IntermediateNodes nodes = new IntermediateNodes(grid, reach, max, ties);
            KnsWalk walk = new KnsWalk(fabric, faults);
            for (int s = 0; s < walk.routers(); s++) {
                for (int d = 0; d < walk.routers(); d++) {
                    String where = text + " seed " + seed + ", " + ties + ", " + faults + ": " + s + " to " + d;
                    assertThat(reach.reaches(s, d)).as(where).isEqualTo(walk.healthy(s, d));
                    assertThat(reach.needed(s, d, max)).as(where).isEqualTo(walk.fewest(s, d, max));
                    if (!walk.healthy(s, d)) {
                        int[] best = walk.best(s, d, max);
                        int count = nodes.choose(s, d);
                        assertThat(count).as(where).isEqualTo(best == null ? -1 : best[1]);
                        if (count > 0) {
                            assertThat(nodes.hops(s, d, count)).as(where).isEqualTo(best[0]);
                            assertHealthy(walk, s, d, nodes.list(count), where);
                            longer += best[0] > walk.hops(s, d) ? 1 : 0;
                        }
                    } else {
                        assertThat(nodes.choose(s, d)).as(where).isZero();
                    }
                }
            }
        }
        assertThat(longer).isPositive();
    }

    private static void assertHealthy(KnsWalk walk, int source, int destination, int[] list, String where) {
        int at = source;
        for (int i : list) {
            assertThat(walk.healthy(at, i)).as(where).isTrue();
            at = i;
        }
        assertThat(walk.healthy(at, destination)).as(where).isTrue();
    }

    /**
     * KNS Fig. 3 (a): the x link of the source is down; the intermediate is in its column and the destination's row.
     */
    @Test
    void theCornerOfAMinimalPathIsPreferred() {
        Fabric fabric = FabricGenerators.parse("kns:4,2");
        assertThat(list(fabric, 2, "r0_0", "r3_2", "r0_0-x0_0")).containsExactly("r0_2");
    }

    /**
     * KNS Fig. 4: source and destination in one row, faults on the x link of one and the y link of the other. One
     * intermediate is not enough, two are: up or down the column, along the row there, back, and into the destination
     * by its x link.
     */
    @Test
    void twoFaultsAtTheEndsOfARowNeedTwoIntermediates() {
        Fabric fabric = FabricGenerators.parse("kns:4,2");
        String[] faults = {"r0_0-x0_0", "r3_0-x1_3"};
        assertThat(list(fabric, 1, "r0_0", "r3_0", faults)).isNull();
        assertThat(list(fabric, 2, "r0_0", "r3_0", faults)).hasSize(2);
        assertThat(list(fabric, 1, "r3_0", "r0_0", faults))
                .as("the other way the packet leaves by the x link and ends with the y link, both working")
                .hasSize(1);
    }

    /** KNS §4.2: S and D differ in three dimensions; only z, then y, then x is free of faults. */
    @Test
    void aMinimalPathWithTwoBeatsALongerOneWithOne() {
        Fabric fabric = FabricGenerators.parse("kns:3,3");
        String[] faults = {"r0_0_0-x0_0_0", "r0_0_0-x1_0_0", "r0_0_1-x0_0_1"};
        assertThat(list(fabric, 1, "r0_0_0", "r1_1_1", faults)).isNotNull();
        assertThat(list(fabric, 2, "r0_0_0", "r1_1_1", faults)).hasSizeBetween(1, 2);
        String[] more = {"r0_0_0-x0_0_0", "r0_0_0-x1_0_0", "r0_0_1-x0_0_1", "r1_1_1-x1_1_1"};
        assertThat(list(fabric, 2, "r0_0_0", "r1_1_1", more)).containsExactly("r0_0_1", "r0_1_1");
        assertThat(list(fabric, 1, "r0_0_0", "r1_1_1", more))
                .as("one intermediate makes it longer")
                .doesNotContain("r0_1_1");
    }

    /** Otherwise one row would carry what all destinations of a faulty source need. */
    @Test
    void destinationsOfOneRowGoAroundByDifferentRows() {
        Fabric fabric = FabricGenerators.parse("kns:8,2");
        IntArrayList rows = new IntArrayList();
        for (int x = 1; x < 8; x++) {
            rows.add(Integer.parseInt(list(fabric, 1, "r0_0", "r" + x + "_0", "r0_0-x0_0")[0].substring(3)));
        }
        assertThat(rows.intStream().distinct().count()).isEqualTo(7);
    }

    @Test
    void otherFabricsAndLongListsAreRefused() {
        assertThatThrownBy(() -> KnsGrid.of(FabricGenerators.parse("torus:4x4")))
                .hasMessageContaining("kns:K,N");
        assertThatThrownBy(() -> IntermediateNodes.requireBound(5)).hasMessageContaining("0..4");
    }

    private static String[] list(Fabric fabric, int max, String from, String to, String... links) {
        Faults faults = Faults.none();
        for (String link : links) {
            String[] ends = link.split("-");
            int router = fabric.deviceByName(ends[0]);
            for (int port = 1; port <= fabric.portCount(router); port++) {
                if (fabric.peer(router, port) == fabric.deviceByName(ends[1])) {
                    faults = faults.withLink(fabric.link(router, port));
                }
            }
        }
        assertThat(faults.linkCount()).isEqualTo(links.length);
        KnsGrid grid = KnsGrid.of(fabric);
        IntermediateNodes nodes = new IntermediateNodes(grid, reach(grid, faults, max), max, Ties.ROWS);
        int count = nodes.choose(grid.router(fabric.deviceByName(from)), grid.router(fabric.deviceByName(to)));
        return count < 0
                ? null
                : Arrays.stream(nodes.list(count))
                        .mapToObj(r -> fabric.deviceName(grid.device(r)))
                        .toArray(String[]::new);
    }

    static KnsReach reach(KnsGrid grid, Faults faults, int max) {
        BrokenLinks broken = new BrokenLinks(grid);
        broken.set(faults);
        KnsReach reach = new KnsReach(grid, max);
        reach.set(broken);
        return reach;
    }

    /** So many failed links between switches, or fewer. */
    static Faults draw(Fabric fabric, long seed, int count) {
        SeededSequence random = new SeededSequence(seed);
        Faults faults = Faults.none();
        for (int i = 0; i < count; i++) {
            int link = random.below(fabric.linkCount());
            faults = fabric.isTrunk(link) ? faults.withLink(link) : faults;
        }
        return faults;
    }

    /** Where one link has failed there is no difference; where a twentieth has, rows concentrate detours. */
    @Test
    void detoursThatAreDrawnForEachPairAreSpreadOverMoreRouters() {
        Fabric fabric = FabricGenerators.parse("kns:16,2");
        KnsGrid grid = KnsGrid.of(fabric);
        Faults faults = draw(fabric, 1, 26);
        KnsReach reach = reach(grid, faults, 2);
        int[] busiest = new int[Ties.values().length];
        for (Ties ties : Ties.values()) {
            IntermediateNodes nodes = new IntermediateNodes(grid, reach, 2, ties);
            int[] uses = new int[grid.routerCount()];
            for (int s = 0; s < uses.length; s++) {
                for (int d = 0; d < uses.length; d++) {
                    if (nodes.choose(s, d) > 0) {
                        uses[nodes.intermediate(0)]++;
                    }
                }
            }
            busiest[ties.ordinal()] = Arrays.stream(uses).max().orElseThrow();
        }
        System.out.println(
                "detours through one router, " + Arrays.toString(Ties.values()) + ": " + Arrays.toString(busiest));
        assertThat(busiest[Ties.PAIRS.ordinal()]).isLessThan(busiest[Ties.ROWS.ordinal()]);
    }
}
