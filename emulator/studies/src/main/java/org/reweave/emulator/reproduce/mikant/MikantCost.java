package org.reweave.emulator.reproduce.mikant;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.reproduce.Computation;
import org.reweave.emulator.reproduce.Computed;
import org.reweave.emulator.reproduce.PaperRow;
import org.reweave.emulator.reproduce.Progress;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.emulator.reproduce.Tag;

/**
 * Cost times average distance of three trees beside a hypercube's. Source: MiKANT, "Relative Cost Performance to
 * Hypercube", of which only the heading is left: the measure is ours, emulator/docs/validity.md.
 */
final class MikantCost implements Computation {
    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "mikant-cost",
                "cost performance of three trees, relative to a hypercube",
                "MiKANT slides, \"Relative Cost Performance to Hypercube\"",
                Tag.HEURISTIC,
                "the formulas that mikant-properties checks; less than a second",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        List<PaperRow> links = new ArrayList<>();
        List<PaperRow> ports = new ArrayList<>();
        progress.start(described().title(), TreeFamily.values().length);
        for (TreeFamily family : TreeFamily.values()) {
            for (int k : new int[] {2, 4, 8}) {
                for (int n = 2; n <= 6; n++) {
                    String series = family.text() + ", k=" + k;
                    double distance = family.averageDistance(k, n);
                    double nodes = family.nodes(k, n);
                    double dimensions = StrictMath.log(nodes) / StrictMath.log(2);
                    double cubeDistance = dimensions / 2 + 2;
                    links.add(row("links", series, nodes)
                            .ours((dimensions / 2 + 1) * cubeDistance / (family.links(k, n) / nodes * distance)));
                    double switchPorts = 2.0 * k * family.switches(k, n) / nodes;
                    ports.add(row("switch ports", series, nodes)
                            .ours((dimensions + 1) * cubeDistance / (switchPorts * distance)));
                }
            }
            progress.done(1);
        }
        List<PaperRow> rows = new ArrayList<>(links);
        rows.addAll(ports);
        return new Computed(
                "log2 of the nodes",
                rows,
                List.of(
                        "The slide's formula and curves are lost. Ours: what a hypercube with as many nodes has, divided by what the tree has, of"
                                + " cost per node times average distance from node to node. More than 1 is better than a hypercube.",
                        "Cost is counted once in links and once in ports of switches. A hypercube's node has a switch with a port in each"
                                + " dimension and one for the node; between powers of two its formulas are interpolated."));
    }

    private static PaperRow row(String cost, String series, double nodes) {
        return PaperRow.in("cost in " + cost + ": times better than a hypercube", series, (long) nodes + " nodes")
                .at(StrictMath.log(nodes) / StrictMath.log(2));
    }
}
