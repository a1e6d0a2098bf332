package org.reweave.routing.io;

import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.stream.IntStream;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;

/** The texts of a {@link TableDump}, as OpenSM writes them. */
final class TableDumpWriter {
    private static final int LEVELS = 16;
    private static final String RULE = "#--------------------------------------------------------\n";

    /** Ports with three digits. */
    private static final String[] PORTS = IntStream.range(0, 256)
            .mapToObj(port -> String.format(Locale.ROOT, "%03d", port))
            .toArray(String[]::new);

    private TableDumpWriter() {}

    static void lfts(RoutingTables tables, Writer out) throws IOException {
        Fabric fabric = tables.fabric();
        fabric.requireShortLids("a dump of tables");
        String[] begins = new String[tables.lidMax() + 1]; // by LID; null = nobody's
        String[] ends = new String[tables.lidMax() + 1];
        LidOwners owners = new LidOwners(fabric);
        for (int lid = 1; lid <= tables.lidMax(); lid++) {
            if (owners.known(lid)) {
                begins[lid] = String.format(Locale.ROOT, "0x%04x ", lid);
                ends[lid] = " # " + owner(fabric, owners, lid) + "\n";
            }
        }
        for (int s = 0; s < fabric.switchCount(); s++) {
            out.write(String.format(
                    Locale.ROOT,
                    "Unicast lids [0-%d] of switch Lid %d guid 0x%016x ('%s'):\n",
                    tables.lidMax(),
                    fabric.switchLid(s),
                    IbnetdiscoverWriter.guid(fabric, s),
                    SyntheticIds.escaped(fabric.deviceName(s))));
            for (int lid = 1; lid <= tables.lidMax(); lid++) {
                int port = begins[lid] == null ? RoutingTables.UNREACHABLE : tables.outPort(s, lid);
                if (port != RoutingTables.UNREACHABLE) {
                    out.write(begins[lid]);
                    out.write(PORTS[port]);
                    out.write(ends[lid]);
                }
            }
            out.write(tables.lidMax() + " lids dumped\n");
        }
    }

    private static String owner(Fabric fabric, LidOwners owners, int lid) {
        boolean isSwitch = owners.switchOf(lid) >= 0;
        int device = isSwitch ? owners.switchOf(lid) : owners.nicOf(lid);
        long guid = IbnetdiscoverWriter.guid(fabric, device) + (isSwitch ? 0 : owners.nicPort(lid));
        return String.format(
                Locale.ROOT,
                "%s portguid 0x%016x: '%s'",
                isSwitch ? "Switch" : "Channel Adapter",
                guid,
                SyntheticIds.escaped(fabric.deviceName(device)));
    }

    static void lanes(RoutingTables tables, Writer out) throws IOException {
        Fabric fabric = tables.fabric();
        for (int device = 0; device < fabric.deviceCount(); device++) {
            if (fabric.isSwitch(device)) {
                head(out, fabric, device, "Switch", 0, fabric.switchLid(device));
                for (int o = 1; o <= fabric.portCount(device); o++) {
                    for (int in = 0; in <= fabric.portCount(device); in++) {
                        row(out, tables, device, in, o, in, o);
                    }
                }
                out.append(RULE).append('\n');
                continue;
            }
            for (int port = 1; port <= fabric.portCount(device); port++) {
                if (fabric.nicLid(device, port) > 0) {
                    head(out, fabric, device, "Channel Adapter", port, fabric.nicLid(device, port));
                    row(out, tables, device, 0, port, 0, 0);
                    out.append(RULE).append('\n');
                }
            }
        }
    }

    private static void head(Writer out, Fabric fabric, int device, String kind, int port, int lid) throws IOException {
        out.append(String.format(
                        Locale.ROOT,
                        "%s 0x%016x, base LID %d, \"%s\"",
                        kind,
                        IbnetdiscoverWriter.guid(fabric, device) + port,
                        lid,
                        SyntheticIds.escaped(fabric.deviceName(device))))
                .append("\n#in out : 0  1  2  3  4  5  6  7  8  9  10 11 12 13 14 15\n")
                .append(RULE);
    }

    private static void row(
            Writer out, RoutingTables tables, int device, int in, int outPort, int shownIn, int shownOut)
            throws IOException {
        StringBuilder row = new StringBuilder();
        padded(row, shownIn, 4);
        padded(row, shownOut, 4);
        row.append(": ");
        for (int level = 0; level < LEVELS; level++) {
            boolean used = level < tables.pathLevels().levelCount();
            padded(row, used ? tables.slToVl().lane(device, in, outPort, level) : SlToVl.DISCARD, 3);
        }
        out.append(row.append('\n'));
    }

    private static void padded(StringBuilder out, int number, int width) {
        int start = out.length();
        out.append(number);
        while (out.length() < start + width) {
            out.append(' ');
        }
    }

    static void levels(RoutingTables tables, Writer out) throws IOException {
        Fabric fabric = tables.fabric();
        LidOwners owners = new LidOwners(fabric);
        out.write("# dlids:");
        for (int lid = 1; lid <= owners.lidMax(); lid++) {
            if (owners.nicOf(lid) >= 0) {
                out.write(" " + lid);
            }
        }
        out.append('\n');
        for (int source = 1; source <= owners.lidMax(); source++) {
            if (owners.nicOf(source) < 0) {
                continue;
            }
            StringBuilder row = new StringBuilder().append(source).append(": ");
            for (int lid = 1; lid <= owners.lidMax(); lid++) {
                if (owners.nicOf(lid) >= 0) {
                    int level = tables.pathLevels().level(owners.nicOf(source), owners.nicPort(source), lid);
                    row.append(Character.forDigit(level, LEVELS));
                }
            }
            out.append(row.append('\n'));
        }
    }
}
