package org.reweave.emulator.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder that a run leaves behind. The folder is written beside its final place, as {@code .NAME.partial}, and
 * moved when complete, so that a half-written folder never has the final name.
 */
public final class RunFolder {
    public static final String SUMMARY = "summary.json";
    public static final String SERIES = "timeseries.csv";
    public static final String EVENTS = "events.jsonl";
    public static final String SCENARIO = "scenario.conf";
    public static final String LATENCIES = "latency.hdr";
    public static final String REPORT = "report.html";

    private final Path target;
    private final Path partial;
    private final Writer events;

    private RunFolder(Path target, Path partial, Writer events) {
        this.target = target;
        this.partial = partial;
        this.events = events;
    }

    /** Whether a folder can be used for a run: the folder is empty or does not exist. */
    public static boolean isFree(Path folder) {
        try (Stream<Path> content = Files.exists(folder) ? Files.list(folder) : Stream.empty()) {
            return content.findAny().isEmpty();
        } catch (IOException e) {
            return false; // a file, or a folder without read permission
        }
    }

    /** The path of a folder until the folder is complete. */
    public static Path partial(Path target) {
        return target.resolveSibling("." + target.getFileName() + ".partial");
    }

    /**
     * Begins a folder.
     *
     * @param target the final path; {@link #isFree} @param scenario the resolved scenario
     */
    public static RunFolder create(Path target, String scenario) throws IOException {
        Path place = target.toAbsolutePath().normalize();
        Path partial = partial(place);
        Files.createDirectories(place.getParent());
        try {
            Files.createDirectory(partial);
        } catch (FileAlreadyExistsException e) {
            throw new IOException(partial + " exists: another run writes there, or one was killed; remove it", e);
        }
        Files.writeString(partial.resolve(SCENARIO), scenario, StandardCharsets.UTF_8);
        return new RunFolder(target, partial, Files.newBufferedWriter(partial.resolve(EVENTS), StandardCharsets.UTF_8));
    }

    /** The path of the finished folder. */
    public Path path() {
        return target;
    }

    /** The path of the unfinished folder. */
    public Path unfinished() {
        return partial;
    }

    /** Appends a line to {@link #EVENTS}. */
    public void event(String line) {
        try {
            events.write(line);
            events.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a file beside the others. */
    public void write(String name, String content) throws IOException {
        Files.writeString(partial.resolve(name), content, StandardCharsets.UTF_8);
    }

    /** Writes the rest and moves the folder to its place. */
    public void finish(Summary summary, String series) throws IOException {
        events.close();
        write(SERIES, series);
        write(SUMMARY, JsonText.indented(summary) + "\n");
        try {
            Files.deleteIfExists(target);
        } catch (DirectoryNotEmptyException e) {
            throw new IOException(target + " is not empty any more; the run is in " + partial, e);
        }
        Files.move(partial, target.toAbsolutePath().normalize());
    }

    /** Deletes the unfinished folder. */
    public void abandon() throws IOException {
        events.close();
        try (Stream<Path> content = Files.walk(partial)) {
            List<Path> all = content.sorted(Comparator.reverseOrder()).toList();
            for (Path path : all) {
                Files.delete(path);
            }
        }
    }
}
