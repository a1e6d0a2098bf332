package org.reweave.emulator.reproduce.thesis;

import java.util.List;
import java.util.Map;
import org.reweave.emulator.reproduce.Effort;
import org.reweave.emulator.reproduce.PaperRow;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.engine.updown.UpDownOrder;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.SwitchGraph;

/** Parts that the tables of thesis §8.1 share: tori, the tables of an engine, and the trees under up*&#47;down*. */
final class ThesisTable {
    private ThesisTable() {}

    /** Whether an effort includes a torus: all but those of quick runs. */
    static boolean included(String torus, Settings settings) {
        return settings.effort() != Effort.QUICK || torus.equals("4x4") || torus.equals("5x5");
    }

    /** Tables of an engine for a torus with a NIC at each switch and no faults. */
    static RoutingTables tables(String torus, String engine, Map<String, String> options) {
        return EngineRegistry.with(List.of())
                .engine(engine)
                .route(FabricGenerators.parse("torus:" + torus), Faults.none(), new EngineOptions(options));
    }

    /** The tree under up*&#47;down* with the root {@code auto}. */
    static UpDownOrder order(Fabric fabric, UpDownOrder.Tree tree) {
        return UpDownOrder.of(fabric, SwitchGraph.of(fabric, Faults.none()), tree, "auto");
    }

    /** The first dimension's size, where plots have a torus: {@code 8} for {@code 8x8}. */
    static double radix(String torus) {
        return Double.parseDouble(torus.split("x", -1)[0]);
    }

    /** Whether a torus is 2-D: plots have a radix for an axis and show these alone. */
    static boolean plane(String torus) {
        return torus.split("x", -1).length == 2;
    }

    /** A row for a torus, on the plot's axis when it is 2-D. */
    static PaperRow row(String part, String series, String torus) {
        PaperRow row = PaperRow.in(part, series, torus);
        return plane(torus) ? row.at(radix(torus)) : row;
    }
}
