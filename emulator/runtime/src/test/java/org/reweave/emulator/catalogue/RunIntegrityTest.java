package org.reweave.emulator.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.journal.JournalRuns;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.format.JournalRecord.Cut;
import org.reweave.emulator.journal.format.JournalRecord.Header;
import org.reweave.emulator.journal.format.JournalRecord.RunEnded;
import org.reweave.emulator.journal.format.JournalRecord.RunStarted;
import org.reweave.emulator.journal.format.RecordCodec;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.store.JournalSurgery;
import org.reweave.emulator.results.FileDigests;

/** Each part of a stored run is judged by itself, and what is wrong with it is named in exactly these words. */
class RunIntegrityTest {
    @TempDir
    private Path runs;

    private Path over;
    private Path broken;

    @BeforeEach
    void make() throws IOException {
        over = MadeRun.over(runs.resolve("over"));
        broken = MadeRun.brokenOff(runs, "broken");
    }

    private static RunIntegrity.Result check(Path run) throws IOException {
        return RunIntegrity.check(run, Optional.of(JournalPlace.in(run)));
    }

    /** Makes the digests of a finished run's files anew, which are not sealed. */
    private void digests() throws IOException {
        Files.delete(over.resolve(FileDigests.NAME));
        FileDigests.write(over);
    }

    private static String replaced(long record) {
        return "records of the journal up to " + record
                + " were replaced: they do not have the digest that the coordinator has of them";
    }

    @Test
    void aRunThatIsOverIsWhole() throws IOException {
        RunIntegrity.Result result = check(over);
        assertThat(result).isEqualTo(new RunIntegrity.Result(11, 4, 2, true, false, List.of()));
        assertThat(result.isWhole()).isTrue();
        assertThat(result.isResumable()).isFalse();
    }

    @Test
    void aRunThatBrokeOffIsWholeAndGoesOn() throws IOException {
        RunIntegrity.Result result = check(broken);
        assertThat(result).isEqualTo(new RunIntegrity.Result(0, 3, 2, false, true, List.of()));
        assertThat(result.isResumable()).isTrue();
    }

    @Test
    void aRunWithoutAJournalHasItsFiles() throws IOException {
        assertThat(RunIntegrity.check(over, Optional.empty()))
                .isEqualTo(new RunIntegrity.Result(11, 0, 0, false, false, List.of()));
        Files.writeString(over.resolve("report.html"), "x");
        assertThat(RunIntegrity.check(over, Optional.empty()).problems())
                .containsExactly("report.html does not have the digest that SHA256SUMS has of it");
    }

    @Test
    void filesThatWereChangedRemovedOrReplacedWithTheirDigestsAreNamed() throws IOException {
        Files.writeString(over.resolve("report.html"), "x");
        Files.delete(over.resolve("links.csv"));
        assertThat(check(over).problems())
                .containsExactlyInAnyOrder(
                        "report.html does not have the digest that SHA256SUMS has of it", "links.csv is missing");
        Files.writeString(over.resolve("links.csv"), "links.csv");
        digests();
        assertThat(check(over).problems())
                .containsExactly("SHA256SUMS was replaced: the end of the run in its journal seals other digests");
        Files.delete(over.resolve(FileDigests.NAME));
        assertThat(check(over)).satisfies(result -> {
            assertThat(result.files()).isZero();
            assertThat(result.isWhole()).isFalse();
            assertThat(result.problems()).containsExactly("SHA256SUMS is missing, which every run that is over has");
        });
    }

    @Test
    void theScenarioIsThatOfTheFirstRecordWhetherTheRunIsOverOrNot() throws IOException {
        for (Path run : List.of(over, broken)) {
            Files.writeString(run.resolve("scenario.conf"), MadeRun.SCENARIO.toUpperCase(java.util.Locale.ROOT));
        }
        assertThat(check(broken).problems())
                .containsExactly("scenario.conf is not the one that the journal begins with");
        assertThat(check(over).problems())
                .containsExactly("scenario.conf does not have the digest that SHA256SUMS has of it");
        Files.delete(broken.resolve("checkpoint-20.bin"));
        assertThat(check(broken).problems())
                .containsExactly(
                        "checkpoint-20.bin is missing", "scenario.conf is not the one that the journal begins with");
    }

    @Test
    void aMissingRecordIsNamedWhereverItIs() throws IOException {
        JournalSurgery.of(broken).remove(2);
        assertThat(check(broken).problems()).containsExactly("record 2 of the journal is missing", replaced(2));
        broken = MadeRun.brokenOff(runs, "another");
        JournalSurgery.of(broken).remove(3);
        assertThat(check(broken).problems()).containsExactly("records 3 to 3 of the journal are missing");
        JournalSurgery.of(over).remove(4);
        digests();
        assertThat(check(over).problems()).containsExactly("records 4 to 4 of the journal are missing");
    }

    @Test
    void aDamagedRecordIsNamed() throws IOException {
        JournalSurgery.of(broken).flip(2);
        assertThat(check(broken).problems())
                .startsWith("record 2 of the journal is damaged: its checksum is wrong: bytes were changed or lost");
        assertThat(check(broken).records()).isEqualTo(2);
    }

    private void put(long number, JournalRecord record) {
        JournalSurgery.of(broken).record(number, row -> RecordCodec.row(number, record));
    }

    @Test
    void aRecordOfAnotherRunOrOfAnotherKindIsNamed() throws IOException {
        put(3, new RunEnded(Header.single("other"), "completed", false, "", 1, "ff10", "{}", ""));
        assertThat(check(broken).problems().get(0))
                .isEqualTo("record 3 of the journal is damaged: it is of run other, those before are of torus-7");
        put(3, new RunStarted(MadeRun.HEADER, MadeRun.SCENARIO, 7, "", "", 1));
        assertThat(check(broken).problems().get(0))
                .isEqualTo("record 3 of the journal is damaged: it is of the kind run-started");
        put(1, JournalRuns.batch(List.of(new Cut(1, 500, "ff01"))));
        assertThat(check(broken).problems().get(0))
                .isEqualTo("record 1 of the journal is damaged: it is of the kind events");
    }

    @Test
    void anEndWithAnotherFingerprintThanTheLastCutIsDamagedUnlessTheRunFailed() throws IOException {
        put(3, new RunEnded(MadeRun.HEADER, "completed", false, "", 1, "ff09", "{}", ""));
        assertThat(check(broken).problems().get(0))
                .isEqualTo(
                        "record 3 of the journal is damaged: it ends with another fingerprint than the last cut has");
        put(3, new RunEnded(MadeRun.HEADER, "incomplete", false, "disk full", 1, "ff09", "{}", ""));
        assertThat(check(broken).problems()).containsExactly(replaced(3));
        put(3, new RunEnded(MadeRun.HEADER, "completed", false, "", 1, "ff10", "{}", ""));
        assertThat(check(broken).problems()).containsExactly(replaced(3));
        assertThat(check(broken).ended()).isTrue();
    }

    @Test
    void recordsThatWereReplacedDoNotHaveTheCoordinatorsDigest() throws IOException {
        put(2, JournalRuns.batch(List.of(new Cut(10, 5_000, "ee10"))));
        assertThat(check(broken).problems()).containsExactly(replaced(2));
    }

    @Test
    void aRunThatIsOverHasItsEndInItsJournal() throws IOException {
        MadeRun.over(runs.resolve("more"));
        Path withoutEnd = runs.resolve("more");
        Files.delete(withoutEnd.resolve("journal.mv.db"));
        Files.copy(broken.resolve("journal.mv.db"), withoutEnd.resolve("journal.mv.db"));
        Files.delete(withoutEnd.resolve(FileDigests.NAME));
        FileDigests.write(withoutEnd);
        assertThat(check(withoutEnd).problems())
                .containsExactly("the journal has no end, and the folder is that of a run that is over");
    }

    @Test
    void aDamagedEntryIsNamedWithTheJournal() throws IOException {
        JournalSurgery.of(broken).flipEntry(2);
        assertThat(check(broken).problems())
                .hasSize(1)
                .first()
                .asString()
                .startsWith("journal " + broken)
                .contains("entry 2 of the coordinator's history is damaged");
        assertThat(check(broken).records()).isZero();
    }

    @Test
    void checkpointsAreCheckedAndTheLastOneIsNeverMissing() throws IOException {
        Files.delete(broken.resolve("checkpoint-10.bin"));
        assertThat(check(broken)).satisfies(result -> {
            assertThat(result.isWhole()).isTrue();
            assertThat(result.checkpoints()).isEqualTo(1);
        });
        byte[] bytes = Files.readAllBytes(broken.resolve("checkpoint-20.bin"));
        bytes[5] ^= 1;
        Files.write(broken.resolve("checkpoint-20.bin"), bytes);
        assertThat(check(broken).problems())
                .containsExactly("checkpoint checkpoint-20.bin at cycle 10000 is damaged: its bytes do not have the"
                        + " digest that the journal has of them");
        Files.delete(broken.resolve("checkpoint-20.bin"));
        assertThat(check(broken).problems()).containsExactly("checkpoint-20.bin is missing");
    }

    @Test
    void anEmptyJournalIsOnlyThatOfARunThatHadNotBegun() throws IOException {
        Files.write(broken.resolve("journal.mv.db"), new byte[0]);
        assertThat(check(broken).problems()).containsExactly("the journal holds nothing of this run");
        assertThat(check(broken).isResumable()).isFalse();
        Files.delete(broken.resolve("checkpoint-10.bin"));
        Files.delete(broken.resolve("checkpoint-20.bin"));
        assertThat(check(broken)).isEqualTo(new RunIntegrity.Result(0, 0, 0, false, true, List.of()));
        assertThat(check(broken).isResumable()).isFalse();
        Files.write(over.resolve("journal.mv.db"), new byte[0]);
        digests();
        assertThat(check(over).problems()).containsExactly("the journal holds nothing of this run");
    }
}
