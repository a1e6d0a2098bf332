package org.reweave.emulator.results;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;

/** {@code links.csv}: the load of each directed link between switches in each part of a run. */
final class LinkTable {
    private LinkTable() {}

    private record Row(LinkLoads.Load link, LinkLoads.Phase phase, int index) {}

    static String csv(LinkLoads links, Scale scale) {
        List<LinkLoads.Phase> phases = links.phases();
        List<Row> rows = new ArrayList<>();
        for (LinkLoads.Load link : links.loads()) {
            for (int i = 0; i < phases.size(); i++) {
                rows.add(new Row(link, phases.get(i), i));
            }
        }
        return Table.of(
                        List.of(
                                Column.text("link", row -> row.link().name()),
                                Column.text("phase", row -> row.phase().label()),
                                Column.decimals(
                                        "from_ns",
                                        3,
                                        row -> scale.ns(row.phase().from())),
                                Column.decimals(
                                        "to_ns", 3, row -> scale.ns(row.phase().to())),
                                Column.decimals(
                                        "data_fraction", 6, row -> row.link().data()[row.index()]),
                                Column.decimals(
                                        "control_fraction", 6, row -> row.link().control()[row.index()])),
                        rows)
                .csv();
    }
}
