package org.reweave.routing.tolerance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.routing.rerouting.TreeGeometry;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.FabricGenerators;

/** DDRC against a search of its own: all minimal paths, up to a lowest common ancestor and down, one by one. */
class DdrcTest {
    @ParameterizedTest
    @CsvSource({
        "LINK, 'k-ary-n-tree:2,4'",
        "SWITCH, 'k-ary-n-tree:2,4'",
        "LINK, 'm-port-n-tree:4,3'",
        "SWITCH, 'm-port-n-tree:4,3'",
        "SWITCH, 'clos:leaves=4,spines=2,parallel=2,nics=4'",
        "LINK, 'clos:pods=4,leaves=2,spines=2,cores=2,nics=2'"
    })
    void aPairIsServedWhenOneOfItsMinimalPathsWorks(Element kind, String fabric) {
        TreeGeometry tree = TreeGeometry.of(FabricGenerators.parse(fabric), "test");
        DdrcJudge judge = new DdrcJudge(tree);
        int[] elements = kind == Element.LINK ? FaultSets.trunks(tree.fabric()) : FaultSets.switchesAboveBottom(tree);
        FaultOutcome verdict = new FaultOutcome();
        long[] lostInAll = {0};
        FaultSets.each(elements, 2, failed -> {
            verdict.clear();
            judge.judge(kind, failed, 0, verdict);
            long lost = 0;
            for (int source = 0; source < tree.nicCount(); source++) {
                for (int destination = 0; destination < tree.nicCount(); destination++) {
                    lost += climb(tree, kind, failed, tree.nicSwitch(source), destination) ? 0 : 1;
                }
            }
            assertThat(verdict.lost()).as(Arrays.toString(failed)).isEqualTo(lost);
            assertThat(verdict.delivered() + verdict.lost()).isEqualTo((long) tree.nicCount() * (tree.nicCount() - 1));
            lostInAll[0] += lost;
        });
        assertThat(lostInAll[0]).isPositive();
    }

    private static boolean climb(TreeGeometry tree, Element kind, int[] failed, int s, int nic) {
        if (tree.way(s, nic) >= 0) {
            return descend(tree, kind, failed, s, nic);
        }
        for (int up = tree.downs(s); up < tree.neighbours(s); up++) {
            if (works(tree, kind, failed, s, up) && climb(tree, kind, failed, tree.peer(s, up), nic)) {
                return true;
            }
        }
        return false;
    }

    private static boolean descend(TreeGeometry tree, Element kind, int[] failed, int s, int nic) {
        if (tree.bottom(s)) {
            return true;
        }
        int way = tree.way(s, nic);
        return works(tree, kind, failed, s, way) && descend(tree, kind, failed, tree.peer(s, way), nic);
    }

    private static boolean works(TreeGeometry tree, Element kind, int[] failed, int s, int port) {
        if (kind == Element.SWITCH) {
            return Arrays.stream(failed).noneMatch(f -> f == s || f == tree.peer(s, port));
        }
        return IntStream.range(0, tree.cables(s, port))
                .map(cable -> tree.fabric().link(s, tree.port(s, port, cable)))
                .anyMatch(link -> Arrays.stream(failed).noneMatch(f -> f == link));
    }
}
