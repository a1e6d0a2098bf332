package org.reweave.routing.verify;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;

/** Just enough of OpenSM's dumps for tests of verification: someone else's tables to judge. */
final class OpenSmTables {
    private static final Pattern SWITCH = Pattern.compile("(?:switch Lid|base LID) (\\d+)");
    private static final Pattern ROUTE = Pattern.compile("0x([0-9a-fA-F]{4}) (\\d{3}) .*");
    private static final Pattern LANES = Pattern.compile("(\\d+)\\s+(\\d+)\\s+:((?:\\s+\\d+){16})\\s*");

    private final Fabric fabric;
    private final Map<Integer, Integer> switchOfLid = new HashMap<>();

    private OpenSmTables(Fabric fabric) {
        this.fabric = fabric;
        for (int s = 0; s < fabric.switchCount(); s++) {
            switchOfLid.put(fabric.switchLid(s), s);
        }
    }

    /** Tables of one engine's folder. */
    static RoutingTables read(Fabric fabric, Path folder) throws IOException {
        OpenSmTables reader = new OpenSmTables(fabric);
        byte[][] lfts = reader.lfts(lines(folder.resolve("opensm-lfts.dump.gz")));
        boolean single = !Files.exists(folder.resolve("opensm-sl2vl.dump.gz"));
        SlToVl lanes = single ? SlToVl.SINGLE_LANE : reader.lanes(lines(folder.resolve("opensm-sl2vl.dump.gz")));
        PathLevels levels = single ? PathLevels.SINGLE_LEVEL : reader.levels(lines(folder.resolve("pathsl.txt.gz")));
        return new RoutingTables(fabric, folder.getFileName().toString(), lfts, lanes, levels);
    }

    private static List<String> lines(Path file) throws IOException {
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }

    private byte[][] lfts(List<String> lines) {
        byte[][] lfts = RoutingTables.emptyLfts(fabric);
        int current = -1;
        for (String line : lines) {
            Matcher header = SWITCH.matcher(line);
            Matcher route = ROUTE.matcher(line);
            if (route.matches()) {
                lfts[current][Integer.parseInt(route.group(1), 16)] = (byte) Integer.parseInt(route.group(2));
            } else if (line.startsWith("Unicast") && header.find()) {
                current = switchOfLid.get(Integer.parseInt(header.group(1)));
            }
        }
        return lfts;
    }

    private SlToVl lanes(List<String> lines) {
        Map<List<Integer>, int[]> rows = new HashMap<>();
        int current = -1;
        for (String line : lines) {
            Matcher header = SWITCH.matcher(line);
            Matcher row = LANES.matcher(line);
            if (row.matches()) {
                int[] vls = Arrays.stream(row.group(3).trim().split("\\s+"))
                        .mapToInt(Integer::parseInt)
                        .toArray();
                rows.put(List.of(current, Integer.parseInt(row.group(1)), Integer.parseInt(row.group(2))), vls);
            } else if (header.find()) {
                current =
                        switchOfLid.getOrDefault(Integer.parseInt(header.group(1)), -1); // a NIC's rows are not needed
            }
        }
        return new SlToVl() {
            @Override
            public int lane(int device, int inPort, int outPort, int level) {
                return rows.get(List.of(device, inPort, outPort))[level];
            }

            @Override
            public int laneCount() {
                return 16;
            }
        };
    }

    private PathLevels levels(List<String> lines) {
        List<Integer> lids = new ArrayList<>();
        Map<Integer, String> levels = new HashMap<>();
        for (String line : lines) {
            if (line.startsWith("# dlids:")) {
                Arrays.stream(line.substring(8).trim().split(" "))
                        .map(Integer::valueOf)
                        .forEach(lids::add);
            } else if (!line.startsWith("#") && line.contains(":")) {
                String[] parts = line.split(":");
                levels.put(Integer.valueOf(parts[0].trim()), parts[1].trim());
            }
        }
        return new PathLevels() {
            @Override
            public int level(int sourceNicDevice, int destinationLid) {
                int lid = fabric.nicLid(sourceNicDevice, fabric.attachedPort(sourceNicDevice));
                return Character.digit(levels.get(lid).charAt(lids.indexOf(destinationLid)), 16);
            }

            @Override
            public int levelCount() {
                return 16;
            }
        };
    }
}
