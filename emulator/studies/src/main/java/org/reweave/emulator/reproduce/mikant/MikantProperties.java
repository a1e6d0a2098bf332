package org.reweave.emulator.reproduce.mikant;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.reweave.emulator.reproduce.Computation;
import org.reweave.emulator.reproduce.Computed;
import org.reweave.emulator.reproduce.PaperRow;
import org.reweave.emulator.reproduce.Printed;
import org.reweave.emulator.reproduce.Progress;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.emulator.reproduce.Tag;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.FabricMetrics;

/**
 * The slides' table of three topologies, its formulas evaluated beside generated fabrics. Source: MiKANT, "Comparison
 * of Topological Properties".
 */
final class MikantProperties implements Computation {
    private static final int DIGITS = 6; // of the formulas' values

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "mikant-properties",
                "nodes, switches, links, radix, diameter, bisection and average distance of three trees",
                "MiKANT slides, \"Comparison of Topological Properties\"",
                Tag.EXACT,
                "generated fabrics; a second",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        int[][] small = {{2, 3}, {3, 3}, {3, 4}};
        int[][] usual = {{2, 3}, {3, 3}, {3, 4}, {4, 3}, {4, 4}};
        int[][] all = {{2, 3}, {3, 3}, {3, 4}, {4, 3}, {4, 4}, {4, 5}, {8, 3}};
        int[][] sizes = settings.effort().pick(small, usual, all);
        List<PaperRow> rows = new ArrayList<>();
        for (TreeFamily family : TreeFamily.values()) {
            progress.start(family.text(), sizes.length);
            for (int[] size : sizes) {
                measure(rows, family, size[0], size[1]);
                progress.done(1);
            }
        }
        return new Computed(
                "",
                rows,
                List.of(
                        "Distances count links from node to node, pairs of a node with itself included, as the formulas do.",
                        "The cut behind the bisection is constructed: an upper bound of the true width. For odd k the nodes"
                                + " do not fall into equal subtrees, and the constructed cut is no k^n/2."));
    }

    private static void measure(List<PaperRow> rows, TreeFamily family, int k, int n) {
        FabricMetrics metrics = FabricMetrics.of(FabricGenerators.parse(family.fabric(k, n)));
        String label = "k=" + k + ", n=" + n;
        add(rows, family, "nodes", label, family.nodes(k, n), metrics.nics());
        add(rows, family, "switches", label, family.switches(k, n), metrics.switches());
        add(rows, family, "links", label, family.links(k, n), metrics.links());
        add(rows, family, "radix", label, 2L * k, metrics.radix());
        add(rows, family, "diameter", label, 2L * n, metrics.diameter() + 2);
        PaperRow distance = PaperRow.in(family.text(), "average distance", label)
                .printed(String.format(Locale.ROOT, "%." + DIGITS + "f", family.averageDistance(k, n)))
                .ours(metrics.averageNicDistance(true))
                .tag(Tag.EXACT);
        rows.add(distance);
        rows.add(bisection(family, k, n, metrics.bisection().orElseThrow()));
    }

    private static PaperRow bisection(TreeFamily family, int k, int n, int measured) {
        double half = TreeFamily.power(k, n) / 2.0;
        PaperRow row = PaperRow.in(family.text(), "bisection", "k=" + k + ", n=" + n)
                .printed(Printed.plain(half))
                .ours(measured)
                .tag(k % 2 == 0 ? Tag.EXACT : Tag.HEURISTIC);
        return family == TreeFamily.CLOS
                ? row.misprintOf(
                        Long.toString(TreeFamily.power(k, n)),
                        "misprint: a rearrangeable network of 2k^n nodes has no cut into halves of fewer than k^n links")
                : k % 2 == 0 ? row : row.note("odd k: the constructed cut is an upper bound");
    }

    private static void add(
            List<PaperRow> rows, TreeFamily family, String what, String label, long formula, int measured) {
        rows.add(PaperRow.in(family.text(), what, label)
                .printed(Long.toString(formula))
                .ours(measured)
                .tag(Tag.EXACT));
    }
}
