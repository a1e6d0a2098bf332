package org.reweave.emulator.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.store.JournalSurgery;
import org.reweave.emulator.journal.store.UnusableJournalException;

/** A run that is packed and unpacked is the run; what is no archive of a run leaves nothing behind. */
class RunArchiveTest {
    private static final FileTime TIME = FileTime.fromMillis(1_700_000_000_000L);

    @TempDir
    private Path folder;

    private Path over;
    private Path zip;
    private Path runs;

    @BeforeEach
    void make() throws IOException {
        over = MadeRun.over(folder.resolve("over"));
        zip = folder.resolve("run.zip");
        runs = folder.resolve("far/away/runs");
    }

    private void pack(Path run) throws IOException {
        RunArchive.write(run, "run", Optional.of(JournalPlace.in(run)), zip);
    }

    private static List<String> names(Path in) throws IOException {
        try (Stream<Path> files = Files.list(in)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private void isRefused(String message) {
        assertThatThrownBy(() -> RunArchive.read(zip, runs))
                .isInstanceOf(IOException.class)
                .hasMessage(message);
        assertThat(runs).isEmptyDirectory();
    }

    /** An archive with some files, each of which has its name as its content. */
    private void zipped(String... entries) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (String entry : entries) {
                out.putNextEntry(new ZipEntry(entry));
                out.write(entry.getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
    }

    @Test
    void aRunThatIsOverComesBackWholeWithTheTimesOfItsFiles() throws IOException {
        Files.setLastModifiedTime(over.resolve("summary.json"), TIME);
        pack(over);
        Path read = RunArchive.read(zip, runs);
        assertThat(read).isEqualTo(runs.resolve("run"));
        assertThat(names(runs)).containsExactly("run");
        assertThat(names(read)).isEqualTo(names(over));
        assertThat(Files.getLastModifiedTime(read.resolve("summary.json"))).isEqualTo(TIME);
        for (String name : names(over)) {
            if (!name.equals("journal.mv.db") && !name.equals("SHA256SUMS")) {
                assertThat(read.resolve(name)).hasSameBinaryContentAs(over.resolve(name));
            }
        }
        assertThat(RunIntegrity.check(read, Optional.of(JournalPlace.in(read))))
                .isEqualTo(new RunIntegrity.Result(11, 4, 2, true, false, List.of()));
    }

    @Test
    void aRunThatBrokeOffComesBackAsOne() throws IOException {
        pack(MadeRun.brokenOff(folder, "broken"));
        Path read = RunArchive.read(zip, runs);
        assertThat(read).isEqualTo(runs.resolve(".run.partial"));
        assertThat(RunIntegrity.check(read, Optional.of(JournalPlace.in(read))))
                .isEqualTo(new RunIntegrity.Result(0, 3, 2, false, true, List.of()));
    }

    @Test
    void aRunWithoutAJournalComesBackWithoutOne() throws IOException {
        RunArchive.write(over, "run", Optional.empty(), zip);
        Path read = RunArchive.read(zip, runs);
        assertThat(read.resolve("journal.mv.db")).doesNotExist();
        assertThat(RunIntegrity.check(read, Optional.empty()).isWhole()).isTrue();
    }

    @Test
    void nothingThatIsThereIsReplaced() throws IOException {
        pack(over);
        byte[] before = Files.readAllBytes(zip);
        assertThatThrownBy(() -> pack(over)).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(zip).hasBinaryContent(before);
        for (String taken : List.of("run", ".run.partial")) {
            Path there = Files.createDirectories(runs.resolve(taken));
            if (taken.equals("run")) {
                assertThatThrownBy(() -> RunArchive.read(zip, runs))
                        .hasMessage(there + " exists; remove or rename it first");
                assertThat(names(runs)).containsExactly(taken);
            }
            Files.delete(there);
        }
        Files.delete(zip);
        pack(MadeRun.brokenOff(folder, "broken"));
        for (String taken : List.of("run", ".run.partial")) {
            Path there = Files.createDirectories(runs.resolve(taken));
            assertThatThrownBy(() -> RunArchive.read(zip, runs))
                    .hasMessage(there + " exists; remove or rename it first");
            assertThat(names(runs)).containsExactly(taken);
            Files.delete(there);
        }
    }

    @Test
    void anArchiveThatCannotBeCompletedIsRemoved() {
        JournalSurgery.of(over).rename(2, "nonsense");
        assertThatThrownBy(() -> pack(over))
                .isInstanceOf(UnusableJournalException.class)
                .hasMessageContaining("record 2 of its journal is none of reweave's");
        assertThat(zip).doesNotExist();
    }

    @Test
    void anArchiveWithAFileThatWasChangedIsDamaged() throws IOException {
        Files.writeString(over.resolve("links.csv"), "x");
        pack(over);
        isRefused("the archive is damaged: links.csv does not have the digest that SHA256SUMS has of it");
    }

    @Test
    void anArchiveThatIsCutShortIsDamaged() throws IOException {
        pack(over);
        byte[] bytes = Files.readAllBytes(zip);
        for (int length : new int[] {bytes.length / 2, bytes.length - 200, bytes.length - 1}) {
            Files.write(zip, Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> RunArchive.read(zip, runs))
                    .as("%d of %d bytes", length, bytes.length)
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("the archive is damaged");
            assertThat(runs).isEmptyDirectory();
        }
    }

    @Test
    void anArchiveHoldsNoOtherNames() throws IOException {
        for (String name : List.of(
                "run/other.txt",
                "run/x/scenario.conf",
                "scenario.conf",
                "../scenario.conf",
                "a b/scenario.conf",
                "NUL/scenario.conf",
                "run/journal.mv.db",
                "run/checkpoint-0.bin",
                "run/.")) {
            zipped("run/summary.json", name);
            isRefused("it is not an archive of a run: it holds '" + name + "'");
        }
        zipped("run/scenario.conf", "other/summary.json");
        isRefused("it is not an archive of a run: it holds 'other/summary.json'");
        zipped("run/\u0007" + "x".repeat(80));
        isRefused("it is not an archive of a run: it holds 'run/ " + "x".repeat(55) + "...'");
        zipped("x".repeat(60));
        isRefused("it is not an archive of a run: it holds '" + "x".repeat(60) + "'");
    }

    @Test
    void anArchiveWithoutAScenarioIsNone() throws IOException {
        zipped("run/summary.json");
        isRefused("it is not an archive of a run: it holds no scenario.conf");
        zipped();
        isRefused("it is not an archive of a run: it holds no scenario.conf");
    }

    @Test
    void aFileThatUnpacksAHundredfoldIsRefusedOnceItIsLarge() throws IOException {
        for (int mebibytes : new int[] {16, 17}) {
            try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
                out.putNextEntry(new ZipEntry("run/scenario.conf"));
                out.write(new byte[mebibytes << 20]);
                out.closeEntry();
            }
            if (mebibytes == 16) {
                assertThat(RunArchive.read(zip, runs).resolve("scenario.conf")).hasSize(16 << 20);
                RunArchive.remove(runs.resolve(".run.partial"));
            } else {
                isRefused("scenario.conf unpacks to more than 100 times its packed size, as no file of a run does");
            }
        }
    }

    @Test
    void whatIsRemovedIsGoneWithAllThatIsInIt() throws IOException {
        Files.createDirectories(over.resolve("more/and/more"));
        Files.writeString(over.resolve("more/and/more/x"), "x");
        RunArchive.remove(over);
        assertThat(over).doesNotExist();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void namesOfRunsMeanTheSameEverywhere() {
        assertThat(List.of("run", "a-1.b_c", "_x", "0", "console", "x".repeat(200)))
                .allMatch(RunArchive::isName);
        assertThat(List.of("", ".", "..", ".run", "-x", "a b", "a/b", "ü", "con", "Com1.txt", "x".repeat(201)))
                .noneMatch(RunArchive::isName);
    }
}
