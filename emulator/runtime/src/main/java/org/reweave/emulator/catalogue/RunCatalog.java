package org.reweave.emulator.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.store.JournalException;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.results.OutputFolder;
import org.reweave.emulator.results.RunFolder;
import org.reweave.emulator.results.RunId;
import org.reweave.routing.io.BoundedLines;

/** The runs of a directory: finished ones by their summaries, the others by their journals. */
public final class RunCatalog {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final BoundedLines.Limits SUMMARIES = new BoundedLines.Limits(16L << 20, 1_000_000, 16 << 20);
    private static final BoundedLines.Limits SCENARIOS = new BoundedLines.Limits(16L << 20, 1_000_000, 20_000);

    private final Path root;
    private final Optional<JournalPlace> server;

    /** @param server that the user named for journals that are not in their folders; empty: none is reached */
    public RunCatalog(Path root, Optional<JournalPlace> server) {
        this.root = root;
        this.server = server;
    }

    /** All runs, oldest first. */
    public List<RunEntry> list() {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        RunIndex index = RunIndex.of(root);
        try (Stream<Path> folders = Files.list(root)) {
            List<RunEntry> entries = folders.flatMap(folder -> entries(folder, index))
                    .sorted(Comparator.comparingLong(RunEntry::startedAt).thenComparing(RunEntry::run))
                    .toList();
            index.keep();
            return entries;
        } catch (IOException e) {
            throw new JournalException(root + ": cannot be read: " + FileFailure.reason(e), e);
        }
    }

    /** The run in a folder, and one inside it that is not complete. */
    private Stream<RunEntry> entries(Path folder, RunIndex index) {
        Optional<RunEntry> known = index.entry(folder);
        if (known.isPresent()) {
            return known.stream(); // nothing in the folder has changed
        }
        List<RunEntry> entries = Stream.of(folder, OutputFolder.partialInside(folder))
                .filter(RunCatalog::isRun)
                .map(this::entry)
                .toList();
        if (entries.size() == 1 && entries.get(0).folder().equals(folder)) {
            index.add(entries.get(0));
        }
        return entries.stream();
    }

    private static boolean isRun(Path folder) {
        return Files.isRegularFile(folder.resolve(RunFolder.SCENARIO))
                || Files.isRegularFile(folder.resolve(RunFolder.SUMMARY));
    }

    /**
     * The folder of a run.
     *
     * @param run its id, or its folder
     */
    public Optional<Path> find(String run) {
        Path target = root.resolve(run);
        return Stream.of(
                        target,
                        OutputFolder.partial(target),
                        OutputFolder.partialInside(target),
                        Path.of(run),
                        OutputFolder.partial(Path.of(run)),
                        OutputFolder.partialInside(Path.of(run)))
                .filter(RunCatalog::isRun)
                .findFirst()
                .or(() -> named(run));
    }

    /** A run whose folder is called otherwise, as {@code run --out} has it. */
    private Optional<Path> named(String run) {
        if (!Files.isDirectory(root)) {
            return Optional.empty();
        }
        try (Stream<Path> folders = Files.list(root)) {
            return folders.filter(RunCatalog::isRun)
                    .filter(folder -> id(folder).equals(Optional.of(run)))
                    .findFirst();
        } catch (IOException e) {
            throw new JournalException(root + ": cannot be read: " + FileFailure.reason(e), e);
        }
    }

    /**
     * Id of the run in a folder, as its summary or the note about its journal has it; empty when only its journal
     * knows.
     */
    public static Optional<String> id(Path folder) {
        Optional<String> noted = JournalPlace.notedRun(folder);
        return noted.isPresent()
                ? noted
                : summary(folder).map(summary -> summary.path("run").asText("")).filter(id -> !id.isEmpty());
    }

    private static Optional<JsonNode> summary(Path folder) {
        try {
            Optional<String> text = summaryText(folder);
            return text.isPresent()
                    ? Optional.of(JSON.readTree(text.get())).filter(JsonNode::isObject) // a full disk leaves less
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * The summary of the run in a folder, as it was written; empty when there is none.
     *
     * @throws IOException also when it is larger than summaries are
     */
    public static Optional<String> summaryText(Path folder) throws IOException {
        Path file = folder.resolve(RunFolder.SUMMARY);
        return Files.exists(file) ? Optional.of(BoundedLines.text(file, SUMMARIES)) : Optional.empty();
    }

    /** The entry of the run in a folder. */
    public RunEntry entry(Path folder) {
        try {
            return summary(folder).map(summary -> finished(folder, summary)).orElseGet(() -> unfinished(folder));
        } catch (RuntimeException | StackOverflowError e) { // whatever a stranger's folder holds, others are listed
            return of(folder, OutputFolder.name(folder), RunEntry.UNKNOWN);
        }
    }

    private static RunEntry finished(Path folder, JsonNode summary) {
        boolean stopped = summary.path("interrupted").asBoolean();
        return new RunEntry(
                Optional.of(summary.path("run").asText(""))
                        .filter(RunArchive::isName)
                        .orElseGet(() -> OutputFolder.name(folder)),
                folder,
                summary.path("scenario").asText(null),
                parent(summary.path("parent")),
                branches(summary.path("branches")),
                summary.path("seed").asLong(),
                stopped ? "stopped" : summary.path("outcome").asText(RunEntry.UNKNOWN),
                summary.path("cycles").asLong(),
                summary.path("fingerprint").asText(null),
                RunId.startedAt(summary.path("run").asText("")).orElseGet(() -> startedAt(folder)),
                bytes(folder));
    }

    private static List<Long> branches(JsonNode branches) {
        List<Long> cycles = new ArrayList<>();
        branches.forEach(branch -> cycles.add(branch.path("cycle").asLong()));
        return List.copyOf(cycles);
    }

    private static String parent(JsonNode parent) {
        return parent.isObject()
                ? parent.path("run").asText() + "@" + parent.path("cycle").asLong()
                : null;
    }

    private RunEntry unfinished(Path folder) {
        Optional<JournalPlace> place = JournalPlace.of(folder, server);
        if (place.isEmpty()) {
            return of(folder, OutputFolder.name(folder), RunEntry.UNKNOWN);
        }
        if (place.get().isLocked()) {
            return of(folder, OutputFolder.name(folder), RunEntry.IN_PROGRESS);
        }
        try (JournalReader journal = JournalReader.open(place.get(), id(folder))) {
            return journalled(folder, journal);
        }
    }

    private static RunEntry journalled(Path folder, JournalReader journal) {
        Optional<JournalRecord.RunStarted> started = journal.started();
        Optional<JournalRecord.RunEnded> ended = journal.ended();
        Optional<JournalRecord.Item> last = journal.lastItem();
        return new RunEntry(
                started.map(record -> record.header().run()).orElse(OutputFolder.name(folder)),
                folder,
                scenario(folder),
                null,
                List.of(),
                started.map(JournalRecord.RunStarted::seed).orElse(null),
                ended.filter(end -> !OutputFolder.isUnfinished(folder)) // else its results were not written
                        .map(end -> end.interrupted() ? "stopped" : end.outcome())
                        .orElse(RunEntry.INTERRUPTED),
                last.map(JournalRecord.Item::cycle).orElse(0L),
                ended.map(JournalRecord.RunEnded::fingerprint).orElse(null),
                started.map(JournalRecord.RunStarted::startedAt).orElseGet(() -> startedAt(folder)),
                bytes(folder));
    }

    private static RunEntry of(Path folder, String run, String state) {
        return new RunEntry(
                run, folder, scenario(folder), null, List.of(), null, state, 0, null, startedAt(folder), bytes(folder));
    }

    /** The name in the resolved scenario, which has a line of its own. */
    private static String scenario(Path folder) {
        try (BoundedLines lines = BoundedLines.open(folder.resolve(RunFolder.SCENARIO), SCENARIOS)) {
            String line = lines.next();
            while (line != null && !line.matches("\\s*name\\s*=.*")) {
                line = lines.next();
            }
            return line == null ? null : line.replaceAll("^[^=]*=\\s*\"?|\"?\\s*$", "");
        } catch (IOException e) {
            return null;
        }
    }

    /** When the folder was begun, as the file system has it: copies have other times. */
    private static long startedAt(Path folder) {
        try {
            return Files.getLastModifiedTime(folder.resolve(RunFolder.SCENARIO)).toMillis();
        } catch (IOException e) {
            return 0;
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0; // it is gone by now
        }
    }

    private static long bytes(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(RunCatalog::size)
                    .sum();
        } catch (IOException e) {
            return 0;
        }
    }
}
