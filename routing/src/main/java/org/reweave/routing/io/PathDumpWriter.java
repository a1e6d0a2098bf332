package org.reweave.routing.io;

import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import org.reweave.routing.table.PathTables;
import org.reweave.routing.topology.Fabric;

/**
 * The texts of a {@link TableDump} for tables with several paths a pair, in OpenSM's format for forwarding tables, with
 * a NIC's LIDs as LMC gives them, and one line a pair for path records. Source: thesis §4.2.1 stage 6.
 */
final class PathDumpWriter {
    private PathDumpWriter() {}

    static void lfts(PathTables paths, Writer out) throws IOException {
        Fabric fabric = paths.fabric();
        for (int s = 0; s < fabric.switchCount(); s++) {
            out.append(String.format(
                    Locale.ROOT,
                    "Unicast lids [0-%d] of switch Lid %d guid 0x%016x ('%s'):\n",
                    paths.lidMax(),
                    fabric.switchLid(s),
                    IbnetdiscoverWriter.guid(fabric, s),
                    SyntheticIds.escaped(fabric.deviceName(s))));
            for (int nic = 0; nic < fabric.nicCount(); nic++) {
                for (int address = 0; address < paths.addressCount(nic); address++) {
                    int lid = paths.lid(nic, address);
                    int port = paths.outPort(s, lid);
                    if (port != PathTables.NO_ENTRY) {
                        out.append(String.format(Locale.ROOT, "0x%04x %03d # Channel Adapter: ", lid, port))
                                .append('\'')
                                .append(SyntheticIds.escaped(fabric.deviceName(fabric.nicDevice(nic))))
                                .append("' lmc ")
                                .append(String.valueOf(paths.lmc()))
                                .append('\n');
                    }
                }
            }
            out.write(paths.lidMax() + " lids dumped\n");
        }
    }

    static void records(PathTables paths, Writer out) throws IOException {
        Fabric fabric = paths.fabric();
        out.write("# source NIC, destination NIC: DLID/SL of each path, in the order of use\n");
        for (int source = 0; source < fabric.nicCount(); source++) {
            for (int destination = 0; destination < fabric.nicCount(); destination++) {
                int count = paths.pathCount(source, destination);
                if (count > 0) {
                    out.append(fabric.deviceName(fabric.nicDevice(source)))
                            .append(' ')
                            .append(fabric.deviceName(fabric.nicDevice(destination)))
                            .append(':');
                    for (int path = 0; path < count; path++) {
                        out.append(' ')
                                .append(String.valueOf(paths.destinationLid(source, destination, path)))
                                .append('/')
                                .append(String.valueOf(paths.level(source, destination, path)));
                    }
                    out.append('\n');
                }
            }
        }
    }
}
