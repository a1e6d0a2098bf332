package org.reweave.emulator.reproduce.thesis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.reproduce.Computation;
import org.reweave.emulator.reproduce.Computed;
import org.reweave.emulator.reproduce.PaperRow;
import org.reweave.emulator.reproduce.PaperTable;
import org.reweave.emulator.reproduce.Progress;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.emulator.reproduce.Tag;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.FabricMetrics;

/** Average topological distances of tori. Source: thesis Table 8.5, last column; routing/docs/topologies.md. */
final class TorusDistances implements Computation {
    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "thesis-torus-distances",
                "average topological distance of the evaluated tori",
                "thesis §8.1.4, Table 8.5, last column",
                Tag.EXACT,
                "generated fabrics; less than a second",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        List<PaperRow> rows = new ArrayList<>();
        for (Map<String, String> line :
                PaperTable.of("thesis-torus-distances.csv").lines()) {
            String torus = line.get("torus");
            PaperRow row = PaperRow.in("average distance, links", "between switches", torus)
                    .printed(line.get("distance"))
                    .ours(FabricMetrics.of(FabricGenerators.parse("torus:" + torus))
                            .averageDistance())
                    .tag(Tag.EXACT);
            rows.add(
                    line.get("corrected").isEmpty()
                            ? row
                            : row.misprintOf(
                                    line.get("corrected"),
                                    "printed with each switch's distance 0 to itself; the other rows are without"));
        }
        return new Computed("", rows, List.of());
    }
}
