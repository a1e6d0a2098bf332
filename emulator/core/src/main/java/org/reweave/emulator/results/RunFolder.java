package org.reweave.emulator.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.reweave.emulator.disk.Disk;

/** The folder with the results of a run: a complete one, or an {@link OutputFolder} marked as incomplete. */
public final class RunFolder {
    public static final String SUMMARY = "summary.json";
    public static final String SERIES = "timeseries.csv";
    public static final String EVENTS = "events.jsonl";
    public static final String SCENARIO = "scenario.conf";
    public static final String LATENCIES = "latency.hdr";
    public static final String REPORT = "report.html";
    public static final String LINKS = "links.csv";
    public static final String PERCENTILES = "percentiles.csv";

    /** The files of every run that is over, beside those of its journal. */
    public static final List<String> RESULTS =
            List.of(SCENARIO, SUMMARY, SERIES, EVENTS, LATENCIES, REPORT, LINKS, PERCENTILES);

    private final Path target;
    private final OutputFolder folder;
    private final Writer events;

    private RunFolder(Path target, OutputFolder folder, Writer events) {
        this.target = target;
        this.folder = folder;
        this.events = events;
    }

    /**
     * Begins a folder.
     *
     * @param target the final path, without an {@link OutputFolder#problem}
     * @param scenario the resolved scenario
     */
    public static RunFolder create(Path target, String scenario) throws IOException {
        OutputFolder folder = OutputFolder.begin(target);
        Path partial = folder.unfinished();
        Disk.write(partial.resolve(SCENARIO), scenario);
        Disk.sync(partial);
        return new RunFolder(target, folder, Files.newBufferedWriter(partial.resolve(EVENTS), StandardCharsets.UTF_8));
    }

    /**
     * Takes up the folder of a run that goes on: its events are written again, and results of its end are removed.
     *
     * @param folder where its files are
     * @param scenario that its journal has
     */
    public static RunFolder resume(Path folder, String scenario) throws IOException {
        OutputFolder again = reopen(folder, scenario);
        Path partial = again.unfinished();
        return new RunFolder(
                again.target(), again, Files.newBufferedWriter(partial.resolve(EVENTS), StandardCharsets.UTF_8));
    }

    /**
     * Makes a folder one whose run is not over: results of its end are removed, and its scenario is the one that the
     * journal has.
     */
    public static OutputFolder reopen(Path folder, String scenario) throws IOException {
        OutputFolder again = OutputFolder.resume(folder);
        Path partial = again.unfinished();
        for (String result : List.of(SUMMARY, SERIES, LATENCIES, REPORT, LINKS, PERCENTILES, FileDigests.NAME)) {
            Files.deleteIfExists(partial.resolve(result));
        }
        Disk.removePartials(partial);
        if (!isScenario(partial, scenario)) {
            Disk.replace(partial.resolve(SCENARIO), out -> out.write(scenario.getBytes(StandardCharsets.UTF_8)));
        }
        return again;
    }

    /** Whether the scenario in a folder is this one. */
    public static boolean isScenario(Path folder, String scenario) throws IOException {
        Path file = folder.resolve(SCENARIO);
        byte[] bytes = scenario.getBytes(StandardCharsets.UTF_8);
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && Files.size(file) == bytes.length
                && Arrays.equals(Files.readAllBytes(file), bytes);
    }

    /** The path of the finished folder. */
    public Path path() {
        return target;
    }

    /** The path of the unfinished folder. */
    public Path unfinished() {
        return folder.unfinished();
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

    /** Gives the events so far to whoever reads the file while the run goes on. */
    public void show() {
        try {
            events.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a file beside the others. */
    public void write(String name, String content) throws IOException {
        Disk.write(unfinished().resolve(name), content);
    }

    /** Writes a file beside the others. */
    public void write(String name, byte[] content) throws IOException {
        Disk.write(unfinished().resolve(name), content);
    }

    /** Writes the summary of a run that failed, before anything else is tried. */
    public void mark(Summary summary) throws IOException {
        write(SUMMARY, JsonText.indented(summary) + "\n");
    }

    /** Writes the rest of the {@link #RESULTS}. */
    public void close(Summary summary, String series) throws IOException {
        events.close();
        Disk.sync(unfinished().resolve(EVENTS));
        write(SERIES, series);
        write(SUMMARY, JsonText.indented(summary) + "\n");
        Disk.sync(unfinished());
    }

    /** {@link FileDigests#seal} of the results, once they are closed. */
    public String seal() throws IOException {
        return FileDigests.seal(unfinished());
    }

    /** Writes the digests of all files and moves the folder to its place. */
    public void finish() throws IOException {
        FileDigests.write(unfinished());
        folder.finish(SUMMARY);
    }
}
