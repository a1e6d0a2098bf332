package org.reweave.emulator.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.FabricMetrics;

/** Average topological distances of tori. Source: thesis Table 8.5, last column; routing/docs/topologies.md. */
final class TorusDistances implements Reproduction {
    @Override
    public String name() {
        return "thesis-torus-distances";
    }

    @Override
    public String title() {
        return "average topological distance of the evaluated tori";
    }

    @Override
    public String source() {
        return "thesis §8.1.4, Table 8.5, last column";
    }

    @Override
    public Tag tag() {
        return Tag.EXACT;
    }

    @Override
    public String needs() {
        return "generated fabrics; less than a second";
    }

    @Override
    public Outcome run(Settings settings, Progress progress) {
        List<Row> rows = new ArrayList<>();
        for (Map<String, String> line :
                PaperTable.of("thesis-torus-distances.csv").lines()) {
            String torus = line.get("torus");
            Row row = Row.in("average distance, links", "between switches", torus)
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
        return Outcome.of(this, "", rows, List.of());
    }
}
