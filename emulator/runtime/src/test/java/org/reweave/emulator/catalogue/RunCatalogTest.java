package org.reweave.emulator.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.journal.JournalRuns;

/** A catalogue lists each run with what its summary or its journal says, whatever else is in the directory. */
class RunCatalogTest {
    private static final long STARTED = 1_790_000_000_000L;

    @TempDir
    private Path runs;

    private RunCatalog catalog() {
        return new RunCatalog(runs, Optional.empty());
    }

    private Path run(String name, String summary) throws IOException {
        Path folder = Files.createDirectories(runs.resolve(name));
        Files.writeString(folder.resolve("scenario.conf"), "seed = 1\n  name = \"of the scenario\"\n");
        Files.setLastModifiedTime(folder.resolve("scenario.conf"), FileTime.fromMillis(5_000));
        if (!summary.isEmpty()) {
            Files.writeString(folder.resolve("summary.json"), summary);
        }
        return folder;
    }

    private static long bytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    @Test
    void aFinishedRunHasWhatItsSummarySays() throws IOException {
        Path folder = run("x", """
            { "run": "mine-3-20261120-122740-512", "scenario": "s", "seed": 3, "outcome": "deadlocked",
              "cycles": 77, "fingerprint": "ff", "branches": [ { "cycle": 4 }, { "cycle": 9 } ],
              "parent": { "run": "older", "cycle": 12 } }
            """);
        assertThat(catalog().list())
                .containsExactly(new RunEntry(
                        "mine-3-20261120-122740-512",
                        folder,
                        "s",
                        "older@12",
                        List.of(4L, 9L),
                        3L,
                        "deadlocked",
                        77,
                        "ff",
                        1_795_177_660_512L,
                        bytes(folder)));
    }

    @Test
    void aSummaryThatSaysLittleLeavesTheRestOpen() throws IOException {
        Path folder = run("x", "{ \"run\": \"no name\", \"interrupted\": true, \"outcome\": \"incomplete\" }");
        RunEntry entry = catalog().entry(folder);
        assertThat(entry)
                .isEqualTo(
                        new RunEntry("x", folder, null, null, List.of(), 0L, "stopped", 0, null, 5_000, bytes(folder)));
        assertThat(catalog().entry(run("y", "{}")).state()).isEqualTo(RunEntry.UNKNOWN);
    }

    @Test
    void aRunThatBrokeOffHasWhatItsJournalSays() throws IOException {
        Path folder = MadeRun.brokenOff(runs, "broken");
        assertThat(catalog().list())
                .containsExactly(new RunEntry(
                        JournalRuns.RUN,
                        folder,
                        "made",
                        null,
                        List.of(),
                        7L,
                        RunEntry.INTERRUPTED,
                        10_000,
                        null,
                        STARTED,
                        bytes(folder)));
    }

    @Test
    void aRunWhoseResultsWereLostHasTheEndThatItsJournalHas() throws IOException {
        Path folder = MadeRun.over(runs.resolve("over"));
        Files.delete(folder.resolve("summary.json"));
        RunEntry entry = catalog().entry(folder);
        assertThat(entry.state()).isEqualTo("completed");
        assertThat(entry.fingerprint()).isEqualTo("ff20");
        Path unwritten = Files.move(folder, runs.resolve(".over.partial"));
        assertThat(catalog().entry(unwritten).state()).isEqualTo(RunEntry.INTERRUPTED);
    }

    @Test
    void aRunThatIsWrittenIsInProgress() throws IOException {
        Path folder = MadeRun.brokenOff(runs, "broken");
        try (FileChannel channel = FileChannel.open(folder.resolve("journal.mv.db"), StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
            RunEntry entry = catalog().entry(folder);
            assertThat(entry.state()).isEqualTo(RunEntry.IN_PROGRESS);
            assertThat(entry.run()).isEqualTo("broken");
        }
    }

    @Test
    void whateverAFolderHoldsTheOthersAreListedInTheOrderOfTheirStarts() throws IOException {
        run("plain", "");
        run("array", "[ 1 ]");
        run("broken-json", "{ \"run\": ");
        Files.writeString(Files.createDirectories(runs.resolve("only-summary")).resolve("summary.json"), "{}");
        Files.createDirectories(runs.resolve("nothing"));
        Files.writeString(runs.resolve("file"), "x");
        Files.write(run("damaged", "").resolve("journal.mv.db"), new byte[20_000]);
        MadeRun.over(runs.resolve("over"));
        run("inside/.partial", "");
        Files.setLastModifiedTime(runs.resolve("plain/scenario.conf"), FileTime.fromMillis(9_000));

        assertThat(catalog().list())
                .extracting(RunEntry::run)
                .containsExactly("only-summary", "array", "broken-json", "damaged", "inside", "plain", JournalRuns.RUN);
        assertThat(catalog().list())
                .filteredOn(entry -> !entry.run().equals(JournalRuns.RUN))
                .allMatch(entry -> entry.state().equals(RunEntry.UNKNOWN));
        assertThat(catalog().list())
                .filteredOn(entry -> entry.run().equals("damaged"))
                .extracting(RunEntry::scenario)
                .containsExactly("of the scenario");
    }

    @Test
    void aDirectoryThatIsNotThereHasNoRuns() {
        RunCatalog none = new RunCatalog(runs.resolve("none"), Optional.empty());
        assertThat(none.list()).isEmpty();
        assertThat(none.find("x")).isEmpty();
    }

    @Test
    void aRunIsFoundByItsNameItsFolderAndItsId() throws IOException {
        Path over = MadeRun.over(runs.resolve("over"));
        Path broken = MadeRun.brokenOff(runs, "broken");
        Path inside = run("inside/.partial", "");
        assertThat(catalog().find("over")).contains(over);
        assertThat(catalog().find(over.toString())).contains(over);
        assertThat(catalog().find("broken")).contains(broken);
        assertThat(catalog().find(runs.resolve("broken").toString())).contains(broken);
        assertThat(catalog().find("inside")).contains(inside);
        assertThat(new RunCatalog(runs.resolve("none"), Optional.empty())
                        .find(runs.resolve("inside").toString()))
                .contains(inside);
        assertThat(catalog().find(JournalRuns.RUN)).contains(over);
        assertThat(catalog().find("another")).isEmpty();
    }

    @Test
    void theIdIsThatOfTheNoteAboutAServersJournalOrElseOfTheSummary() throws IOException {
        Path folder = run("x", "{ \"run\": \"mine\" }");
        assertThat(RunCatalog.id(folder)).contains("mine");
        Files.writeString(folder.resolve("journal.url"), "jdbc:postgresql://127.0.0.1:1/x\nnoted\n");
        assertThat(RunCatalog.id(folder)).contains("noted");
        assertThat(RunCatalog.id(run("y", "{ \"run\": \"\" }"))).isEmpty();
        assertThat(RunCatalog.id(run("z", ""))).isEmpty();
    }

    @Test
    void theTextOfASummaryIsAsItWasWritten() throws IOException {
        assertThat(RunCatalog.summaryText(run("x", "{ \"a\":  1 }\n"))).contains("{ \"a\":  1 }\n");
        assertThat(RunCatalog.summaryText(run("y", ""))).isEmpty();
        Path folder = run("z", "x".repeat((16 << 20) + 1));
        assertThatThrownBy(() -> RunCatalog.summaryText(folder)).isInstanceOf(IOException.class);
    }
}
