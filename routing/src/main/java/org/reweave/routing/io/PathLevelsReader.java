package org.reweave.routing.io;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.topology.Fabric;

/**
 * Reads {@code pathsl.txt}: the service level of every path as path records give it. A line {@code # dlids:} lists
 * destination LIDs; each further line is {@code SLID: DIGITS}, one hexadecimal digit a destination, in that order.
 * Other lines with {@code #} are comments.
 */
final class PathLevelsReader {
    private static final String DESTINATIONS = "# dlids:";
    private static final int LEVELS = 16;

    private final Fabric fabric;
    private final LidOwners owners;
    private int[] destinations;
    private final byte[][] level; // [source LID][destination LID]; null = no row
    private int most;

    PathLevelsReader(Fabric fabric, LidOwners owners) {
        this.fabric = fabric;
        this.owners = owners;
        this.level = new byte[owners.lidMax() + 1][];
    }

    /** @throws FabricFormatException with the line that makes no sense */
    void read(BoundedLines text) throws IOException {
        for (String next = text.next(); next != null; next = text.next()) {
            String line = next.stripTrailing();
            if (line.startsWith(DESTINATIONS)) {
                destinations(text, line.substring(DESTINATIONS.length()).strip());
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                row(text, line);
            }
        }
        if (destinations == null) {
            throw new FabricFormatException(text.source(), 0, "no line '" + DESTINATIONS + "'", "one before the rows");
        }
    }

    private void destinations(BoundedLines text, String list) {
        if (destinations != null) {
            throw text.refuse("a second line '" + DESTINATIONS + "'", "one");
        }
        String[] words = list.isEmpty() ? new String[0] : list.split("\\s+");
        destinations = new int[words.length];
        boolean[] seen = new boolean[owners.lidMax() + 1];
        for (int i = 0; i < words.length; i++) {
            int lid = words[i].matches("\\d{1,5}") ? Integer.parseInt(words[i]) : 0;
            if (owners.nicOf(lid) < 0 || seen[lid]) {
                throw text.refuse(
                        "destination '" + LineCursor.shown(words[i]) + "'",
                        "LIDs of NICs of " + fabric.name() + ", each once");
            }
            seen[lid] = true;
            destinations[i] = lid;
        }
    }

    private void row(BoundedLines text, String line) {
        if (destinations == null) {
            throw text.refuse("a row before the line '" + DESTINATIONS + "'", "that line first");
        }
        LineCursor cursor = new LineCursor(text.source(), text.number(), line);
        int source = cursor.number("a source LID", 1, 0xffff);
        cursor.expect(':', "after the source LID");
        cursor.skipSpace();
        String digits = cursor.rest();
        if (owners.nicOf(source) < 0 || level[source] != null) {
            throw text.refuse("source LID " + source, "LIDs of NICs of " + fabric.name() + ", each once");
        }
        if (digits.length() != destinations.length) {
            throw text.refuse(
                    digits.length() + " digits for " + destinations.length + " destinations", "one digit for each");
        }
        level[source] = new byte[level.length];
        for (int i = 0; i < destinations.length; i++) {
            int value = digits.charAt(i) < 128 ? Character.digit(digits.charAt(i), LEVELS) : -1;
            if (value < 0) {
                throw text.refuse("found '" + LineCursor.shown(digits.substring(i)) + "'", "hexadecimal digits 0 to f");
            }
            level[source][destinations[i]] = (byte) value;
            most = Math.max(most, value);
        }
    }

    /** The levels that were read. */
    PathLevels levels() {
        return new Levels(fabric, level, most + 1);
    }

    /** Adds what was odd. */
    void remark(List<String> remarks) {
        boolean[] listed = new boolean[level.length];
        Arrays.stream(destinations).forEach(lid -> listed[lid] = true);
        int rows = 0;
        int columns = 0;
        for (int lid = 1; lid < level.length; lid++) {
            boolean nic = owners.nicOf(lid) >= 0;
            rows += nic && level[lid] == null ? 1 : 0;
            columns += nic && !listed[lid] ? 1 : 0;
        }
        if (rows + columns > 0) {
            remarks.add(rows + " NIC ports have no service levels as sources, " + columns
                    + " none as destinations; SL 0 is assumed for their paths");
        }
    }

    private record Levels(Fabric fabric, byte[][] level, int levelCount) implements PathLevels {
        @Override
        public int level(int sourceNicDevice, int destinationLid) {
            return level(sourceNicDevice, fabric.attachedPort(sourceNicDevice), destinationLid);
        }

        @Override
        public int level(int sourceNicDevice, int sourcePort, int destinationLid) {
            byte[] row = sourcePort < 0 ? null : level[fabric.nicLid(sourceNicDevice, sourcePort)];
            return row == null ? 0 : row[destinationLid];
        }
    }
}
