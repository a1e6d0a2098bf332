package org.reweave.emulator.reproduce.mikant;

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
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/**
 * The four routing examples, walked over the tables of engine {@code mikant}. Source: MiKANT, "MiKANT(3,4) Routing
 * Example 1" to 4.
 */
final class MikantDistances implements Computation {
    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "mikant-distances",
                "links from node 02000 to four others of MiKANT(3,4)",
                "MiKANT slides, \"MiKANT(3,4) Routing Example\" 1 to 4",
                Tag.EXACT,
                "engine mikant; less than a second",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        Fabric fabric = FabricGenerators.parse("mikant:3,4");
        RoutingTables tables =
                EngineRegistry.with(List.of()).engine("mikant").route(fabric, Faults.none(), EngineOptions.none());
        List<PaperRow> rows = new ArrayList<>();
        for (Map<String, String> line : PaperTable.of("mikant-distances.csv").lines()) {
            String from = line.get("from");
            String to = line.get("to");
            rows.add(PaperRow.in("distance, links", "example " + line.get("example"), from + " to " + to)
                    .printed(line.get("distance"))
                    .ours(links(tables, fabric.deviceByName("p" + from), fabric.deviceByName("p" + to)))
                    .tag(Tag.EXACT));
        }
        return new Computed(
                "",
                rows,
                List.of(
                        "Algorithm 1's decreasing branch prints T-_{L_W}; T-_{L_W - 1} is used, as in Algorithm 2, and its"
                                + " test on digits n-2..L_W."));
    }

    private static int links(RoutingTables tables, int from, int to) {
        Fabric fabric = tables.fabric();
        int lid = fabric.nicLid(to, fabric.attachedPort(to));
        int at = fabric.attachedSwitch(from);
        int links = 1;
        while (at != to) {
            at = fabric.peer(at, tables.outPort(at, lid));
            if (++links > fabric.deviceCount()) {
                throw new IllegalStateException("the tables lead from " + fabric.deviceName(from) + " into a circle");
            }
        }
        return links;
    }
}
