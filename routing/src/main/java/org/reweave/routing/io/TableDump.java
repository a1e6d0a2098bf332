package org.reweave.routing.io;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.reweave.routing.table.PathLevels;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.table.SlToVl;
import org.reweave.routing.topology.Fabric;

/**
 * Tables in a folder, in the formats of OpenSM: read, and written so that reading gives the same tables again.
 *
 * <p>Forwarding tables are in {@value #LFTS}; without that, in files {@code *ibroute*.txt}; without those, in one file
 * {@code *.csv}. VLs are in {@value #LANES}, service levels in {@value #LEVELS}; without those all paths have VL 0 or
 * SL 0, which is remarked. Each file may be compressed and then ends in {@code .gz}.
 */
public final class TableDump {
    public static final String LFTS = "opensm-lfts.dump";
    public static final String LANES = "opensm-sl2vl.dump";
    public static final String LEVELS = "pathsl.txt";
    /** Forwarding tables that include the address blocks of NICs with several paths. */
    public static final String PATH_LFTS = "paths-lfts.dump";
    /** Path records of pairs with several paths. */
    public static final String PATH_RECORDS = "paths.txt";

    private static final Pattern IBROUTE = Pattern.compile("[^/]*ibroute[^/]*\\.txt(\\.gz)?");
    private static final Pattern CSV = Pattern.compile("[^/]*\\.csv(\\.gz)?");

    private TableDump() {}

    /**
     * Reads the tables of a fabric.
     *
     * @param engine the name they get
     * @throws FabricFormatException with file and line of what makes no sense
     * @throws IOException when a file cannot be read, or the folder has no forwarding tables
     */
    public static RoutingTables read(Fabric fabric, String engine, Path folder) throws IOException {
        List<String> remarks = new ArrayList<>();
        LidOwners owners = new LidOwners(fabric);
        LftReader lfts = lfts(fabric, owners, folder);
        lfts.remark(remarks);

        SlToVl lanes = SlToVl.SINGLE_LANE;
        Path lanesFile = plainOrPacked(folder, LANES);
        if (lanesFile != null) {
            SlToVlReader reader = new SlToVlReader(fabric, owners);
            each(lanesFile, reader::read);
            reader.remark(remarks);
            lanes = reader.rule();
        } else {
            remarks.add("no file " + LANES + "; VL 0 is assumed for all packets");
        }

        PathLevels levels = PathLevels.SINGLE_LEVEL;
        Path levelsFile = plainOrPacked(folder, LEVELS);
        if (levelsFile != null) {
            PathLevelsReader reader = new PathLevelsReader(fabric, owners);
            each(levelsFile, reader::read);
            reader.remark(remarks);
            levels = reader.levels();
        } else {
            remarks.add("no file " + LEVELS + "; SL 0 is assumed for all paths");
        }
        return new RoutingTables(fabric, engine, lfts.lfts(), lanes, levels).withRemarks(remarks);
    }

    private static LftReader lfts(Fabric fabric, LidOwners owners, Path folder) throws IOException {
        LftReader reader = new LftReader(fabric, owners);
        Path dump = plainOrPacked(folder, LFTS);
        List<Path> dumps = dump != null ? List.of(dump) : matching(folder, IBROUTE);
        for (Path file : dumps) {
            each(file, reader::readDump);
        }
        List<Path> csv = dumps.isEmpty() ? matching(folder, CSV) : List.of();
        if (dumps.isEmpty() && csv.size() != 1) {
            throw new IOException("no forwarding tables: neither " + LFTS + " nor *ibroute*.txt nor one *.csv ("
                    + csv.size() + " found)");
        }
        for (Path file : csv) {
            each(file, reader::readCsv);
        }
        if (reader.isEmpty()) {
            String first = (dumps.isEmpty() ? csv : dumps).get(0).getFileName().toString();
            throw new FabricFormatException(first, 0, "there is no table in it", "the tables of switches");
        }
        return reader;
    }

    /** A reader of the lines of a file. */
    private interface Lines {
        void take(BoundedLines text) throws IOException;
    }

    private static void each(Path file, Lines reader) throws IOException {
        try (BoundedLines text = BoundedLines.open(file, BoundedLines.Limits.TABLE)) {
            reader.take(text);
        } catch (BoundedLines.LimitException e) {
            throw e.in(file);
        }
    }

    private static Path plainOrPacked(Path folder, String name) {
        Path plain = folder.resolve(name);
        Path packed = folder.resolve(name + ".gz");
        return Files.exists(plain) ? plain : Files.exists(packed) ? packed : null;
    }

    /** Files of a folder, by name. */
    private static List<Path> matching(Path folder, Pattern name) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file ->
                            name.matcher(String.valueOf(file.getFileName())).matches())
                    .sorted()
                    .toList();
        }
    }

    /** The content of one file of a dump. */
    public interface Content {
        void writeTo(Writer out) throws IOException;
    }

    /**
     * The files of a dump, by name, to be written line by line: together they may have gigabytes. SLs that the tables
     * do not use are written as VL 15, which discards. Tables with several paths a pair have two more, which
     * {@link #read} does not know: the forwarding tables with address blocks, and the path records.
     */
    public static Map<String, Content> files(RoutingTables tables) {
        Map<String, Content> files = new LinkedHashMap<>();
        files.put(LFTS, out -> TableDumpWriter.lfts(tables, out));
        files.put(LANES, out -> TableDumpWriter.lanes(tables, out));
        files.put(LEVELS, out -> TableDumpWriter.levels(tables, out));
        tables.paths().ifPresent(paths -> {
            files.put(PATH_LFTS, out -> PathDumpWriter.lfts(paths, out));
            files.put(PATH_RECORDS, out -> PathDumpWriter.records(paths, out));
        });
        return files;
    }
}
