package org.reweave.emulator.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
final class MikantDistances implements Reproduction {
    @Override
    public String name() {
        return "mikant-distances";
    }

    @Override
    public String title() {
        return "links from node 02000 to four others of MiKANT(3,4)";
    }

    @Override
    public String source() {
        return "MiKANT slides, \"MiKANT(3,4) Routing Example\" 1 to 4";
    }

    @Override
    public Tag tag() {
        return Tag.EXACT;
    }

    @Override
    public String needs() {
        return "engine mikant; less than a second";
    }

    @Override
    public Outcome run(Settings settings, Progress progress) {
        Fabric fabric = FabricGenerators.parse("mikant:3,4");
        RoutingTables tables =
                EngineRegistry.with(List.of()).engine("mikant").route(fabric, Faults.none(), EngineOptions.none());
        List<Row> rows = new ArrayList<>();
        for (Map<String, String> line : PaperTable.of("mikant-distances.csv").lines()) {
            String from = line.get("from");
            String to = line.get("to");
            rows.add(Row.in("distance, links", "example " + line.get("example"), from + " to " + to)
                    .printed(line.get("distance"))
                    .ours(links(tables, fabric.deviceByName("p" + from), fabric.deviceByName("p" + to)))
                    .tag(Tag.EXACT));
        }
        return Outcome.of(
                this,
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
