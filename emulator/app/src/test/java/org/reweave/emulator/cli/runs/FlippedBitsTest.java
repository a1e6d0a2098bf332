package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.catalogue.RunArchive;
import org.reweave.emulator.catalogue.RunIntegrity;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.TorusRun;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.store.JournalException;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.routing.model.Mix;

/** A bit of a run's folder changes: {@code runs verify} finds it and says where. */
class FlippedBitsTest {
    @TempDir
    private static Path folder;

    private static Path whole;
    private static Path broken;

    @BeforeAll
    static void run() throws IOException {
        whole = TorusRun.in(folder, "run { duration = 100us, checkpoint = every 50us }")
                .folder();
        broken = TorusRun.unwritten(whole, "broken");
    }

    private static RunIntegrity.Result check(Path run) throws IOException {
        return RunIntegrity.check(run, Optional.of(JournalPlace.in(run)));
    }

    /** A check while a drawn bit of a drawn file is another one. */
    private interface Flipped {
        void check(String file, String where) throws IOException;
    }

    private static void flip(List<Path> files, int seed, Flipped flipped) throws IOException {
        Path file = files.get(Mix.below(Mix.mix(seed, 1, 0, 0), files.size()));
        byte[] bytes = Files.readAllBytes(file);
        int at = Mix.below(Mix.mix(seed, 2, 0, 0), bytes.length);
        byte before = bytes[at];
        bytes[at] ^= (byte) (1 << Mix.below(Mix.mix(seed, 3, 0, 0), 8));
        Files.write(file, bytes);
        try {
            flipped.check(file.getFileName().toString(), "seed " + seed + ", byte " + at + " of " + file.getFileName());
        } finally {
            bytes[at] = before;
            Files.write(file, bytes);
        }
    }

    private static void anyBitOfAFinishedRun(int seed) throws IOException {
        flip(TorusRun.files(whole), seed, (file, where) -> assertThat(
                        check(whole).problems())
                .as(where)
                .anySatisfy(problem -> assertThat(problem).contains(file.equals("SHA256SUMS") ? "" : file)));
    }

    /**
     * In a journal's file there are places where nothing is kept. When its last chunk is damaged, MVStore goes back to
     * the one before: the journal is then what an earlier kill would have left.
     */
    private static void aBitOfABrokenOffRun(int seed) throws IOException {
        List<Path> kept =
                TorusRun.files(broken).stream().filter(TorusRun::isJournalled).toList();
        List<JournalReader.Stored> written = records(broken);
        flip(kept, seed, (file, where) -> {
            RunIntegrity.Result result = check(broken);
            if (result.isWhole()) {
                assertThat(file).as(where).isEqualTo("journal.mv.db");
                List<JournalReader.Stored> left = records(broken);
                assertThat(left.size()).as(where).isLessThanOrEqualTo(written.size());
                assertThat(left.equals(written.subList(0, left.size())))
                        .as(where)
                        .isTrue();
            } else {
                assertThat(result.problems().get(0)).as(where).doesNotContain("java.", "\n");
            }
        });
    }

    private static List<JournalReader.Stored> records(Path run) throws JournalException {
        List<JournalReader.Stored> all = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(JournalPlace.in(run), Optional.empty())) {
            reader.records().forEachRemaining(all::add);
        }
        return all;
    }

    @Test
    void everyOneOfFiftyFlippedBitsIsFound() throws IOException {
        for (int seed = 0; seed < 25; seed++) {
            anyBitOfAFinishedRun(seed);
            aBitOfABrokenOffRun(seed);
        }
    }

    @Tag("campaign")
    @Test
    void everyOneOfAThousandFlippedBitsIsFound() throws IOException {
        for (int seed = 1000; seed < 1500; seed++) {
            anyBitOfAFinishedRun(seed);
            aBitOfABrokenOffRun(seed);
        }
    }

    @Test
    void theCommandNamesWhatIsDamagedInOneLine() throws IOException {
        String runs = folder.toString();
        CommandRun fine = CommandRun.of("runs", "verify", "whole", "broken", "--runs", runs)
                .succeeded();
        assertThat(fine.out())
                .contains("whole: whole: ", " files, ", " records, 2 checkpoints")
                .contains("broken: whole: ", "the run broke off, 'reweave resume' goes on with it");

        Path checkpoint = broken.resolve("checkpoint-50.bin");
        byte[] bytes = Files.readAllBytes(checkpoint);
        Files.write(checkpoint, new byte[bytes.length]);
        CommandRun damaged = CommandRun.of("runs", "verify", "broken", "--runs", runs);
        Files.write(checkpoint, bytes);
        assertThat(damaged.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(damaged.out().lines()).hasSize(1);
        assertThat(damaged.out())
                .startsWith("broken: damaged: checkpoint checkpoint-50.bin at cycle ")
                .contains("digest", "reweave runs repair");
        assertThat(CommandRun.of("runs", "verify", "none", "--runs", runs)
                        .refused()
                        .err())
                .contains("none: no such run");
        assertThat(CommandRun.of("runs", "verify", "whole", "none", "--runs", runs)
                        .refused()
                        .out())
                .as("nothing is verified beside a name that leads nowhere")
                .isEmpty();
    }

    @Test
    void anArchiveWithAChangedFileIsRefused() throws IOException {
        Path zip = folder.resolve("damaged.zip");
        Path csv = whole.resolve("timeseries.csv");
        String before = Files.readString(csv);
        Files.writeString(csv, before.replaceFirst("0", "1"));
        assertThat(CommandRun.of("runs", "export", "whole", zip.toString(), "--runs", folder.toString())
                        .refused()
                        .err())
                .contains("timeseries.csv does not have the digest");
        assertThat(zip).doesNotExist();
        RunArchive.write(whole, "whole", Optional.of(JournalPlace.in(whole)), zip);
        Files.writeString(csv, before);
        assertThat(CommandRun.of("runs", "import", zip.toString(), "--runs", folder.toString())
                        .refused()
                        .err())
                .contains("the archive is damaged: timeseries.csv does not have the digest");
    }
}
