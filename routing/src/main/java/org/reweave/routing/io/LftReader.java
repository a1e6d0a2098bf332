package org.reweave.routing.io;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.Addressing;
import org.reweave.routing.topology.Fabric;

/**
 * Reads linear forwarding tables: OpenSM's {@code opensm-lfts.dump} and the output of {@code ibroute}, which have the
 * same form, and a CSV with the head {@code switch_lid,switch_guid,dlid,out_port}.
 */
final class LftReader {
    private static final Pattern HEAD = Pattern.compile(
            "Unicast lids \\[[^\\]]*\\] of switch Lid (\\d{1,5}) guid 0x([0-9a-fA-F]{1,16}) \\((.*)\\):");
    private static final Pattern ENTRY = Pattern.compile("0x([0-9a-fA-F]{4}) (\\d{3})(?:[ :#].*)?");
    private static final Pattern FOOT = Pattern.compile("(\\d{1,6}) (valid )?lids dumped");
    private static final Pattern CSV_ROW =
            Pattern.compile("(\\d{1,5}),(?:0x)?([0-9a-fA-F]{1,16}),(\\d{1,5}),(\\d{1,3})");
    private static final String CSV_HEAD = "switch_lid,switch_guid,dlid,out_port";

    private final Fabric fabric;
    private final LidOwners owners;
    private final byte[][] lfts;
    private final int[] lineOf; // [switch] where its table begins, from 1; 0 = none yet
    private final BitSet[] given; // [switch] LIDs
    private int foreign;

    LftReader(Fabric fabric, LidOwners owners) {
        this.fabric = fabric;
        this.owners = owners;
        this.lfts = RoutingTables.emptyLfts(fabric);
        this.lineOf = new int[fabric.switchCount()];
        this.given = new BitSet[fabric.switchCount()];
    }

    /**
     * Takes a dump of one switch or of many.
     *
     * @throws FabricFormatException with the line that makes no sense
     */
    void readDump(BoundedLines text) throws IOException {
        int current = -1;
        int entries = 0;
        for (String next = text.next(); next != null; next = text.next()) {
            String line = next.stripTrailing();
            if (line.isEmpty() || isColumnTitle(line)) {
                continue;
            }
            if (line.startsWith("0x") && current >= 0) {
                entry(text, line, current);
                entries++;
                continue;
            }
            Matcher foot = FOOT.matcher(line);
            Matcher head = HEAD.matcher(line);
            if (head.matches() && current < 0) {
                current = begin(text, Integer.parseInt(head.group(1)), head.group(2));
                entries = 0;
            } else if (foot.matches() && current >= 0) {
                requireCount(text, Integer.parseInt(foot.group(1)), foot.group(2) != null, entries);
                current = -1;
            } else if (isTrailer(line) && current < 0) {
                continue;
            } else {
                throw text.refuse("found '" + LineCursor.shown(line) + "'", expected(current));
            }
        }
        if (current >= 0) {
            throw text.refuse(
                    "the file ends in the table of " + fabric.deviceName(current),
                    "the line 'N lids dumped' after it; the file is cut short");
        }
    }

    /**
     * Whether a line is a message with which ibroute's process ends, such as {@code iberror: failed: ...}. A file has
     * such lines where stderr was kept, too.
     */
    private static boolean isTrailer(String line) {
        return line.contains("iberror:") || line.contains("ibwarn:");
    }

    private static boolean isColumnTitle(String line) {
        return line.startsWith(" ") && (line.contains("Lid  Out") || line.contains("Port     Info"));
    }

    private static String expected(int current) {
        return current < 0
                ? "'Unicast lids [..] of switch Lid N guid 0x.. (..):'"
                : "an entry such as '0x0001 005 # ..', or 'N lids dumped'";
    }

    /** @param valid the tool counts entries only; else it counts unreachable LIDs too, for which it writes no line */
    private static void requireCount(BoundedLines text, int stated, boolean valid, int entries) {
        if (valid ? stated != entries : stated < entries) {
            throw text.refuse(
                    "the line counts " + stated + " LIDs and " + entries + " stand above it",
                    valid ? "as many" : "no more");
        }
    }

    private int begin(BoundedLines text, int lid, String guid) {
        int current = owners.requireSwitch(text, lid, guid);
        if (lineOf[current] > 0) {
            throw text.refuse(
                    "a second table of " + fabric.deviceName(current) + ", the first begins in line " + lineOf[current],
                    "one table a switch");
        }
        lineOf[current] = text.number();
        given[current] = new BitSet();
        return current;
    }

    private void entry(BoundedLines text, String line, int current) {
        Matcher entry = ENTRY.matcher(line);
        if (!entry.matches()) {
            throw text.refuse("found '" + LineCursor.shown(line) + "'", expected(current));
        }
        put(text, current, Integer.parseInt(line, 2, 6, 16), Integer.parseInt(line, 7, 10, 10));
    }

    private void put(BoundedLines text, int current, int lid, int port) {
        String name = fabric.deviceName(current);
        if (lid < 1 || lid > Addressing.LID16.largest()) {
            throw text.refuse("LID " + lid, "a unicast LID, 1 to " + Addressing.LID16.largest());
        }
        if (port > fabric.portCount(current) && port != RoutingTables.UNREACHABLE) {
            throw text.refuse(
                    "out port " + port + " for LID " + lid,
                    "a port of " + name + ", 0 to " + fabric.portCount(current) + ", or 255");
        }
        if (given[current].get(lid)) {
            throw text.refuse("a second entry of " + name + " for LID " + lid, "one entry a LID");
        }
        given[current].set(lid);
        if (owners.known(lid)) {
            lfts[current][lid] = (byte) port;
        } else {
            foreign++;
        }
    }

    /**
     * Takes a CSV; rows may be in any order.
     *
     * @throws FabricFormatException with the line that makes no sense
     */
    void readCsv(BoundedLines text) throws IOException {
        String head = text.next();
        if (!CSV_HEAD.equals(head == null ? null : head.stripTrailing())) {
            throw text.refuse("found '" + LineCursor.shown(String.valueOf(head)) + "'", "'" + CSV_HEAD + "'");
        }
        for (String next = text.next(); next != null; next = text.next()) {
            String line = next.stripTrailing();
            if (line.isEmpty()) {
                continue;
            }
            Matcher row = CSV_ROW.matcher(line);
            if (!row.matches()) {
                throw text.refuse("found '" + LineCursor.shown(line) + "'", "four numbers: " + CSV_HEAD);
            }
            int current = owners.requireSwitch(text, Integer.parseInt(row.group(1)), row.group(2));
            if (given[current] == null) {
                begin(text, Integer.parseInt(row.group(1)), row.group(2));
            }
            put(text, current, Integer.parseInt(row.group(3)), Integer.parseInt(row.group(4)));
        }
    }

    /** Whether no switch has got a table so far. */
    boolean isEmpty() {
        return Arrays.stream(lineOf).allMatch(line -> line == 0);
    }

    /** The tables read so far; a switch without one has every LID but its own as unreachable. */
    byte[][] lfts() {
        return lfts;
    }

    /** Adds what was odd. */
    void remark(List<String> remarks) {
        int missing = 0;
        String first = "";
        for (int s = 0; s < lineOf.length; s++) {
            if (lineOf[s] == 0) {
                first = missing++ == 0 ? fabric.deviceName(s) : first;
            }
        }
        if (missing > 0) {
            remarks.add(missing + " of " + lineOf.length + " switches have no forwarding table, " + first
                    + " first; nothing is reachable through them");
        }
        if (foreign > 0) {
            remarks.add(
                    foreign + " forwarding entries are for LIDs that " + fabric.name() + " does not have; not used");
        }
    }
}
