package org.reweave.routing.tolerance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reweave.routing.rerouting.TreeGeometry;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.FabricGenerators;

/** DDRC against a search of its own: all minimal paths, up to a lowest common ancestor and down, one by one. */
class DdrcTest {
    @ParameterizedTest
    @EnumSource(Element.class)
    void aPairIsServedWhenOneOfItsMinimalPathsWorks(Element kind) {
        TreeGeometry tree = TreeGeometry.of(FabricGenerators.parse("k-ary-n-tree:2,4"), "test");
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
            assertThat(verdict.delivered() + verdict.lost()).isEqualTo(16 * 15);
            lostInAll[0] += lost;
        });
        assertThat(lostInAll[0]).isPositive();
    }

    private static boolean climb(TreeGeometry tree, Element kind, int[] failed, int s, int nic) {
        if (tree.way(s, nic) >= 0) {
            return descend(tree, kind, failed, s, nic);
        }
        for (int up = tree.k(); up < 2 * tree.k(); up++) {
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
        return Arrays.stream(failed)
                .noneMatch(f -> kind == Element.LINK ? f == tree.link(s, port) : f == s || f == tree.peer(s, port));
    }
}
