package org.reweave.emulator.cli.fabric;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.Writer;
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

    void writeTo(Writer out) throws IOException {
        CsvWriter rows = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
        rows.writeRecord(
                "source", "sourceDescription", "destination", "destinationDescription", "connected", "reason");
        Connectivity.of(tables, faults, pair -> row(rows, pair));
        rows.flush();
    }

    private void row(CsvWriter rows, LostPair pair) {
        Fabric fabric = tables.fabric();
        rows.writeRecord(
                fabric.portName(pair.source(), pair.sourcePort()),
                fabric.description(pair.source()),
                fabric.portName(pair.destination(), pair.destinationPort()),
                fabric.description(pair.destination()),
                Boolean.toString(pair.connected()),
                pair.reason());
    }
}
