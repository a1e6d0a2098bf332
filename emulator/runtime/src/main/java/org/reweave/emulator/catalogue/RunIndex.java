package org.reweave.emulator.catalogue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.reweave.emulator.disk.Disk;
import org.reweave.emulator.journal.format.Row;
import org.reweave.emulator.results.RunFolder;

/**
 * Entries of a listing about the finished runs of a directory, kept in a file there so that the next listing opens no
 * summary. An entry holds while neither the run's folder nor its summary has changed. Nothing depends on the file: it
 * is made anew where it is missing or damaged, and left out where the directory cannot be written.
 */
final class RunIndex {
    static final String NAME = ".runs.index";

    /** Directories with fewer finished runs get no file. */
    static final int WORTH_A_FILE = 100;

    private static final String HEAD = "reweave runs index 2";
    private static final long LARGEST = 64L << 20;
    private static final int FIELDS = 14;
    private static final String NOTHING = "-";

    /**
     * Times and size by which an entry is known to hold still.
     *
     * @param changed when the folder was changed, nanoseconds since 1970
     * @param written when its summary was
     * @param size of the summary
     */
    private record Stamp(long changed, long written, long size) {}

    private record Row(Stamp stamp, RunEntry entry) {}

    private final Path file;
    private final Map<String, Row> known;
    private final Map<String, Row> seen = new HashMap<>(); // by name of the folder
    private boolean isNews;

    private RunIndex(Path file, Map<String, Row> known) {
        this.file = file;
        this.known = known;
    }

    static RunIndex of(Path runs) {
        Path file = runs.resolve(NAME);
        try {
            return new RunIndex(file, Files.size(file) > LARGEST ? Map.of() : read(file, runs));
        } catch (IOException | IllegalArgumentException e) {
            return new RunIndex(file, Map.of());
        }
    }

    private static Map<String, Row> read(Path file, Path runs) throws IOException {
        Map<String, Row> rows = new HashMap<>();
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            if (!HEAD.equals(lines.readLine())) {
                return Map.of();
            }
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] fields = line.split("\t", -1);
                if (fields.length != FIELDS) {
                    throw new IllegalArgumentException(file + ": a line has " + fields.length + " fields");
                }
                rows.put(fields[0], row(fields, runs.resolve(fields[0])));
            }
        }
        return rows;
    }

    private static Row row(String[] fields, Path folder) {
        String[] branches = fields[7].equals(NOTHING) ? new String[0] : fields[7].split(",");
        return new Row(
                new Stamp(Long.parseLong(fields[1]), Long.parseLong(fields[2]), Long.parseLong(fields[3])),
                new RunEntry(
                        fields[4],
                        folder,
                        text(fields[5]),
                        text(fields[6]),
                        Arrays.stream(branches).map(Long::valueOf).toList(),
                        Long.valueOf(fields[8]),
                        fields[9],
                        Long.parseLong(fields[10]),
                        text(fields[11]),
                        Long.parseLong(fields[12]),
                        Long.parseLong(fields[13])));
    }

    private static String text(String field) {
        return field.equals(NOTHING) ? null : field;
    }

    private static String line(String name, Row row) {
        RunEntry entry = row.entry;
        return Stream.of(
                        name,
                        row.stamp.changed,
                        row.stamp.written,
                        row.stamp.size,
                        entry.run(),
                        entry.scenario(),
                        entry.parent(),
                        entry.branches().isEmpty()
                                ? null
                                : entry.branches().toString().replaceAll("[\\[\\] ]", ""),
                        entry.seed(),
                        entry.state(),
                        entry.cycle(),
                        entry.fingerprint(),
                        entry.startedAt(),
                        entry.bytes())
                .map(field -> field == null ? NOTHING : field.toString())
                .collect(Collectors.joining("\t"));
    }

    /** The entry of the finished run in a folder; empty when it is not known, or may have changed. */
    Optional<RunEntry> entry(Path folder) {
        String name = folder.getFileName().toString();
        Row row = known.get(name);
        if (row == null || !stamp(folder).equals(Optional.of(row.stamp))) {
            return Optional.empty();
        }
        seen.put(name, row);
        return Optional.of(row.entry);
    }

    /** Adds a run that was looked up, if it has a summary and a line can hold it. */
    void add(RunEntry entry) {
        Optional<Stamp> stamp = stamp(entry.folder());
        if (stamp.isPresent() && entry.seed() != null) {
            String name = entry.folder().getFileName().toString();
            Row row = new Row(stamp.get(), entry);
            if (line(name, row).chars().filter(one -> one < ' ').count() == FIELDS - 1) {
                seen.put(name, row);
                isNews = true;
            }
        }
    }

    /** Empty when there is no summary. */
    private static Optional<Stamp> stamp(Path folder) {
        try {
            BasicFileAttributes summary =
                    Files.readAttributes(folder.resolve(RunFolder.SUMMARY), BasicFileAttributes.class);
            return Optional.of(new Stamp(
                    Files.getLastModifiedTime(folder).to(TimeUnit.NANOSECONDS),
                    summary.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                    summary.size()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Keeps what was seen, if that is something else than what was known. */
    void keep() {
        if (seen.size() < WORTH_A_FILE || !isNews && seen.size() == known.size()) {
            return;
        }
        List<String> lines = new ArrayList<>(List.of(HEAD));
        seen.forEach((name, row) -> lines.add(line(name, row)));
        try {
            Path partial = Files.createTempFile(file.getParent(), NAME, ".partial");
            try {
                Disk.write(partial, String.join("\n", lines) + "\n");
                Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(partial);
            }
        } catch (IOException e) {
            // the next listing opens the summaries again
        }
    }
}
