package org.reweave.emulator.cli.fabric;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.table.Column;
import org.reweave.emulator.table.Table;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.verify.Connectivity;
import org.reweave.routing.verify.Connectivity.LostPair;

/** Every pair of NICs that tables do not deliver, as a CSV with a row a pair. */
final class LostPairs {
    private final RoutingTables tables;
    private final Faults faults;

    /** @throws IllegalArgumentException for tables under which a pair has several ways */
    LostPairs(RoutingTables tables, Faults faults) {
        if (tables.adaptive().isPresent() || tables.trails().isPresent()) {
            throw new IllegalArgumentException("packets of one pair may take several ways by the tables of "
                    + tables.engine() + "; only tables with one port a LID have a list of lost pairs");
        }
        this.tables = tables;
        this.faults = faults;
    }

    /** The list with its head. */
    String csv() {
        Fabric fabric = tables.fabric();
        List<LostPair> pairs = new ArrayList<>();
        Connectivity.of(tables, faults, pairs::add);
        List<Column<LostPair>> columns = List.of(
                Column.text("source", pair -> fabric.portName(pair.source(), pair.sourcePort())),
                Column.text("sourceDescription", pair -> fabric.description(pair.source())),
                Column.text("destination", pair -> fabric.portName(pair.destination(), pair.destinationPort())),
                Column.text("destinationDescription", pair -> fabric.description(pair.destination())),
                Column.text("connected", LostPair::connected),
                Column.text("reason", LostPair::reason));
        return Table.of(columns, pairs).csv();
    }
}
