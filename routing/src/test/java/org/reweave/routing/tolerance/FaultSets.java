package org.reweave.routing.tolerance;

import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.reweave.routing.rerouting.TreeGeometry;
import org.reweave.routing.topology.Fabric;

/** Enumerates sets of failed elements for tests. */
public final class FaultSets {
    private FaultSets() {}

    public static int[] trunks(Fabric fabric) {
        return IntStream.range(0, fabric.linkCount()).filter(fabric::isTrunk).toArray();
    }

    public static int[] switchesAboveBottom(TreeGeometry tree) {
        return IntStream.range(0, tree.fabric().switchCount())
                .filter(s -> !tree.bottom(s))
                .toArray();
    }

    /** All sets of exactly so many of the elements, in lexicographic order; the array handed over is reused. */
    public static void each(int[] elements, int count, Consumer<int[]> use) {
        int[] set = new int[count];
        each(elements, 0, 0, set, use);
    }

    private static void each(int[] elements, int from, int depth, int[] set, Consumer<int[]> use) {
        if (depth == set.length) {
            use.accept(set);
            return;
        }
        for (int i = from; i <= elements.length - (set.length - depth); i++) {
            set[depth] = elements[i];
            each(elements, i + 1, depth + 1, set, use);
        }
    }
}
