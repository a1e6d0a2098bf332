package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.TorusRun;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.journal.store.JournalSurgery;
import org.reweave.emulator.results.FileDigests;

/** Files of a finished run are changed, emptied or taken away: {@code runs verify} judges each part by itself. */
class AlteredRunTest {
    @TempDir
    private static Path folder;

    private static Path whole;

    @TempDir
    private Path runs;

    private Path run;

    @BeforeAll
    static void runOnce() throws IOException {
        whole = TorusRun.in(folder, "run { duration = 60us, checkpoint = every 20us }")
                .folder();
    }

    @BeforeEach
    void copy() throws IOException {
        run = copied("run");
    }

    private Path copied(String name) throws IOException {
        Path copy = Files.createDirectory(runs.resolve(name));
        for (Path file : TorusRun.files(whole)) {
            Files.copy(file, copy.resolve(file.getFileName()));
        }
        return copy;
    }

    private CommandRun verify(String name) {
        return CommandRun.of("runs", "verify", name, "--runs", runs.toString());
    }

    private void isDamaged(String... problems) {
        CommandRun verified = verify("run");
        assertThat(verified.code()).as(verified.out()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(verified.out().lines()).hasSameSizeAs(problems);
        assertThat(verified.out()).contains(problems);
    }

    @Test
    void anEmptyListOfDigestsIsDamage() throws IOException {
        Files.writeString(run.resolve(FileDigests.NAME), "");
        Files.writeString(run.resolve("report.html"), "x");
        CommandRun verified = verify("run");
        assertThat(verified.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(verified.out())
                .contains("SHA256SUMS does not name report.html", "SHA256SUMS does not name summary.json");
    }

    @Test
    void aMissingListOfDigestsIsDamage() throws IOException {
        Files.delete(run.resolve(FileDigests.NAME));
        Files.writeString(run.resolve("summary.json"), "{}");
        isDamaged("SHA256SUMS is missing");
    }

    @Test
    void digestsThatWereMadeAnewForChangedResultsAreFound() throws IOException {
        Files.writeString(run.resolve("timeseries.csv"), "x");
        FileDigests.write(run);
        isDamaged("SHA256SUMS was replaced: the end of the run in its journal seals other digests");
    }

    @Test
    void aChangedReportSaysNothingOfTheJournal() throws IOException {
        Files.writeString(run.resolve("report.html"), "x");
        isDamaged("report.html does not have the digest");
    }

    @Test
    void aJournalIsCheckedBesideADamagedFile() throws IOException {
        Files.writeString(run.resolve("report.html"), "x");
        byte[] checkpoint = Files.readAllBytes(run.resolve("checkpoint-20.bin"));
        checkpoint[100] ^= 1;
        Files.write(run.resolve("checkpoint-20.bin"), checkpoint);
        isDamaged(
                "checkpoint-20.bin does not have the digest",
                "report.html does not have the digest",
                "checkpoint checkpoint-20.bin at cycle ");
    }

    @Test
    void aFinishedRunWithoutAnEndIsDamaged() throws IOException {
        Files.write(run.resolve("journal.mv.db"), new byte[0]);
        FileDigests.write(run);
        isDamaged("the journal holds nothing of this run");
    }

    @Test
    void anEmptyJournalResumesNothing() throws IOException {
        Path begun = Files.createDirectory(runs.resolve(".begun.partial"));
        Files.copy(run.resolve("scenario.conf"), begun.resolve("scenario.conf"));
        Files.createFile(begun.resolve("journal.mv.db"));
        assertThat(verify("begun").succeeded().out())
                .contains("the run broke off before its journal began, run its scenario again")
                .doesNotContain("resume");
        Files.copy(run.resolve("checkpoint-20.bin"), begun.resolve("checkpoint-20.bin"));
        assertThat(verify("begun").out()).contains("damaged: the journal holds nothing of this run");
    }

    private String refusedExport() {
        return CommandRun.of("runs", "export", "run", runs.resolve("a.zip").toString(), "--runs", runs.toString())
                .refused()
                .err();
    }

    @Test
    void aRunWithAForeignRecordIsNotExported() {
        JournalSurgery.of(run).rename(2, "foreign");
        assertThat(refusedExport()).contains("record 2 of its journal is none of reweave's");
    }

    @Test
    void aRunWithADamagedRecordIsNotExported() {
        JournalSurgery.of(run).flip(2);
        assertThat(refusedExport()).contains("run: record 2 of its journal is damaged: its checksum is wrong");
    }

    @Test
    void aRunWithADamagedFileIsNotExported() throws IOException {
        Files.writeString(run.resolve("report.html"), "x");
        assertThat(refusedExport())
                .contains("run: report.html does not have the digest that SHA256SUMS has of it, and an import would");
    }

    @Test
    void aRunWhoseCoordinatorsHistoryIsDamagedIsNotExported() {
        JournalSurgery.of(run).flipEntry(2);
        assertThat(refusedExport()).contains("its journal is damaged: entry 2 of the coordinator's history is damaged");
    }

    @Test
    void aRunThatBrokeOffIsOneAfterItsExportAndImport() throws IOException {
        TorusRun.unwritten(run, "broken");
        Path archive = runs.resolve("broken.zip");
        CommandRun.of("runs", "export", "broken", archive.toString(), "--runs", runs.toString())
                .succeeded();
        Path elsewhere = Files.createDirectory(runs.resolve("elsewhere"));
        CommandRun.of("runs", "import", archive.toString(), "--runs", elsewhere.toString())
                .succeeded();
        assertThat(CommandRun.of("runs", "verify", "last", "--runs", elsewhere.toString())
                        .succeeded()
                        .out())
                .contains("the run broke off, 'reweave resume' goes on with it");
    }

    /** Files by which a stranger could end a listing: sizes, depths, folders and links in the place of files. */
    @ParameterizedTest
    @ValueSource(strings = {"journal.mv.db", "scenario.conf", "summary.json"})
    void aFileOfAStrangerWithoutEndIsOneLineOfTheList(String file) throws IOException {
        for (String name : List.of("deep", "long", "folder", "loop", "columns")) {
            Path strange = Files.createDirectory(runs.resolve("." + name + ".partial"));
            Files.createFile(strange.resolve("scenario.conf"));
            Path bad = strange.resolve(file);
            Files.deleteIfExists(bad);
            switch (name) {
                case "deep" -> Files.writeString(bad, "a : { ".repeat(100_000));
                case "long" -> Files.writeString(bad, "a : " + "b".repeat(1 << 20));
                case "folder" -> Files.createDirectory(bad);
                case "loop" -> Files.createSymbolicLink(bad, bad.getFileName());
                default -> Files.writeString(bad, "create table t (" + "c int, ".repeat(12_000) + "d int)");
            }
        }
        CommandRun list = CommandRun.of("runs", "--runs", runs.toString()).succeeded();
        assertThat(list.out().lines().filter(line -> line.contains("completed")))
                .hasSize(1);
        assertThat(list.out().lines()).hasSizeLessThanOrEqualTo(1 + 1 + 5);
    }

    @Test
    void aStrangersFolderIsOneLineOfTheList() throws IOException {
        Path strange = Files.createDirectory(runs.resolve(".strange.partial"));
        Files.createFile(strange.resolve("scenario.conf"));
        try (MVStore store = MVStore.open(strange.resolve("journal.mv.db").toString())) {
            for (int table = 0; table < 1000; table++) {
                store.openMap("table." + table).put(table, "c".repeat(1000));
            }
        }
        assertThat(CommandRun.of("runs", "--runs", runs.toString())
                        .succeeded()
                        .out()
                        .lines())
                .anyMatch(line -> line.startsWith("strange ") && line.contains("unknown"))
                .anyMatch(line -> line.contains("completed"));
    }
}
