package org.reweave.emulator.reproduce.thesis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.reproduce.Computation;
import org.reweave.emulator.reproduce.Computed;
import org.reweave.emulator.reproduce.FaultSamples;
import org.reweave.emulator.reproduce.PaperRow;
import org.reweave.emulator.reproduce.PaperTable;
import org.reweave.emulator.reproduce.Progress;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.emulator.reproduce.Tag;
import org.reweave.routing.tolerance.FaultMethods;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.verify.FaultCount;

/**
 * Memory of the direct and inverse reachability tables: an entry in each for every switch on every path. Source: thesis
 * §8.3.3, Table 8.10.
 */
final class RftrMemory implements Computation {
    /** A table entry's bytes are not printed; two reproduce the order of magnitude. */
    private static final int BYTES = 2;

    private static final int TABLES = 2; // DRT and IRT

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "thesis-table-8.10",
                "memory of RFTR's reachability tables",
                "thesis §8.3.3, Table 8.10",
                Tag.HEURISTIC,
                "method rftr's paths between switches; seconds",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        List<Map<String, String>> lines = PaperTable.of("thesis-table-8.10.csv").lines();
        List<PaperRow> rows = new ArrayList<>();
        for (Map<String, String> line : lines) {
            String torus = line.get("torus");
            Fabric fabric = FabricGenerators.parse("torus:" + torus);
            if (fabric.switchCount() <= settings.effort().pick(64, 400, 400)) {
                double entries = entries(fabric, settings, progress);
                double unit = line.get("unit").equals("KB") ? 1024 : 1;
                rows.add(PaperRow.in("DRT and IRT, " + line.get("unit"), "2 bytes an entry", torus)
                        .printed(line.get("memory"))
                        .ours(TABLES * BYTES * entries / unit));
                rows.add(PaperRow.in("DRT and IRT, entries", "paths between switches", torus)
                        .ours(TABLES * entries));
            }
        }
        rows.sort(java.util.Comparator.comparing(PaperRow::part).reversed());
        return new Computed(
                "",
                rows,
                List.of(
                        "Neither the size of an entry nor whether tables are kept by switch or by NIC is printed. With one entry of"
                                + " 2 bytes per link of each path between switches, in both tables, ours are within a few percent."));
    }

    /** Links over all ordered pairs of switches, as up*&#47;down* routes them before any fault. */
    private static double entries(Fabric fabric, Settings settings, Progress progress) {
        FaultCount intact = new FaultSamples(
                        fabric, FaultMethods.load().method("rftr"), settings.sets(Element.LINK, 1, 0.99), progress)
                .count(0);
        double pairs = (double) fabric.nicCount() * (fabric.nicCount() - 1);
        return pairs * (intact.hopsMean() - 1); // of the switches crossed the first is left out
    }
}
