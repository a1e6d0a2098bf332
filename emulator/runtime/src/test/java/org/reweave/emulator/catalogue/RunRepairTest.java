package org.reweave.emulator.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.store.JournalSurgery;
import org.reweave.emulator.journal.store.UnusableJournalException;
import org.reweave.emulator.results.RunFolder;

/** A repair keeps the longest whole prefix of a run, says what is lost, and leaves a run that is whole and goes on. */
class RunRepairTest {
    @TempDir
    private Path runs;

    private Path over;
    private Path open;

    @BeforeEach
    void make() throws IOException {
        over = MadeRun.over(runs.resolve("run"));
        open = runs.resolve(".run.partial");
    }

    /** Repairs the run; afterwards it is whole, with so many records, entries and checkpoints. */
    private RunRepair.Result repaired(long records, long entries, int checkpoints) throws IOException {
        RunRepair.Result result = RunRepair.repair(Files.exists(over) ? over : open);
        assertThat(over).doesNotExist();
        assertThat(result.records()).isEqualTo(records);
        assertThat(RunIntegrity.check(open, Optional.of(JournalPlace.in(open))))
                .isEqualTo(new RunIntegrity.Result(0, records, checkpoints, records == 4, true, List.of()));
        try (JournalReader reader = JournalReader.open(JournalPlace.in(open), Optional.empty())) {
            assertThat(reader.history().entries()).isEqualTo(entries);
        }
        assertThat(open.resolve(RunFolder.SCENARIO)).hasContent(MadeRun.SCENARIO);
        assertThat(open.resolve(RunFolder.SUMMARY)).doesNotExist();
        assertThat(open.resolve("SHA256SUMS")).doesNotExist();
        return result;
    }

    private void put(long number, JournalRecord record) {
        JournalSurgery.of(over).record(number, row -> RecordCodec.row(number, record));
    }

    @Test
    void aWholeRunIsLeftAsItIs() throws IOException {
        byte[] journal = Files.readAllBytes(over.resolve("journal.mv.db"));
        assertThat(RunRepair.repair(over)).isEqualTo(new RunRepair.Result(4, 10_000, List.of()));
        assertThat(over.resolve("journal.mv.db")).hasBinaryContent(journal);
        assertThat(open).doesNotExist();
        Path broken = MadeRun.brokenOff(runs, "broken");
        assertThat(RunRepair.repair(broken)).isEqualTo(new RunRepair.Result(3, 10_000, List.of()));
    }

    @Test
    void damagedResultsAreLostAndAllOfTheJournalIsKept() throws IOException {
        Files.writeString(over.resolve("report.html"), "x");
        RunRepair.Result result = repaired(4, 4, 2);
        assertThat(result.cycle()).isEqualTo(10_000);
        assertThat(result.losses()).containsExactly("report.html does not have the digest that SHA256SUMS has of it");
    }

    @Test
    void recordsBeforeADamagedOneAreKeptWithTheEntriesAboutThem() throws IOException {
        JournalSurgery.of(over).flip(3);
        RunRepair.Result result = repaired(2, 2, 1);
        assertThat(result.cycle()).isEqualTo(5_000);
        assertThat(result.losses())
                .startsWith(
                        "record 3 of the journal is damaged: its checksum is wrong: bytes were changed or lost",
                        "records of the journal up to 3 are not those that entry 3 of the coordinator is about");
    }

    @Test
    void recordsBeforeAMissingOneAreKept() throws IOException {
        JournalSurgery.of(over).remove(2);
        RunRepair.Result result = repaired(1, 1, 0);
        assertThat(result.cycle()).isZero();
        assertThat(result.losses())
                .startsWith(
                        "record 2 of the journal is missing",
                        "records of the journal up to 2 are not those that entry 2 of the coordinator is about");
    }

    @Test
    void aRecordOfAnotherRunOrASecondBeginningIsNotKept() throws IOException {
        put(4, new RunEnded(Header.single("other"), "completed", false, "", 1, "ff20", "{}", ""));
        assertThat(repaired(3, 3, 2).losses())
                .contains("record 4 of the journal is damaged: it is of another run, or of the kind run-ended");
        over = open;
        put(3, new RunStarted(MadeRun.HEADER, MadeRun.SCENARIO, 7, "", "", 1));
        over = runs.resolve("run");
        assertThat(repaired(2, 2, 1).losses())
                .contains("record 3 of the journal is damaged: it is of another run, or of the kind run-started");
    }

    @Test
    void recordsThatWereReplacedAreNotKeptAlthoughTheyAreWhole() throws IOException {
        put(3, JournalRuns.batch(List.of(new Cut(20, 10_000, "ee20"))));
        assertThat(repaired(2, 2, 1).losses())
                .contains("records of the journal up to 3 are not those that entry 3 of the coordinator is about");
    }

    @Test
    void whatFollowsADamagedEntryIsLost() throws IOException {
        JournalSurgery.of(over).flipEntry(3);
        RunRepair.Result result = repaired(2, 2, 1);
        assertThat(result.cycle()).isEqualTo(5_000);
        assertThat(result.losses()).anyMatch(loss -> loss.contains("entry 3 of the coordinator's history is damaged"));
        over = open;
        JournalSurgery.of(over).flipEntry(1);
        over = runs.resolve("run");
        assertThat(repaired(1, 0, 0).cycle()).isZero();
    }

    @Test
    void aDamagedLastCheckpointFallsBackToTheOneBefore() throws IOException {
        byte[] bytes = Files.readAllBytes(over.resolve("checkpoint-20.bin"));
        bytes[7] ^= 1;
        Files.write(over.resolve("checkpoint-20.bin"), bytes);
        RunRepair.Result result = repaired(2, 2, 1);
        assertThat(result.cycle()).isEqualTo(5_000);
        assertThat(result.losses()).anyMatch(loss -> loss.contains("checkpoint-20.bin at cycle 10000 is damaged"));
        assertThat(open.resolve("checkpoint-20.bin")).doesNotExist();
    }

    @Test
    void aDamagedEarlierCheckpointIsRemovedAndNothingElseIsLost() throws IOException {
        Files.write(over.resolve("checkpoint-10.bin"), new byte[1]);
        assertThat(repaired(4, 4, 1).cycle()).isEqualTo(10_000);
        assertThat(open.resolve("checkpoint-10.bin")).doesNotExist();
    }

    @Test
    void aRunWithoutCheckpointsGoesOnFromItsStart() throws IOException {
        Files.delete(over.resolve("checkpoint-10.bin"));
        Files.delete(over.resolve("checkpoint-20.bin"));
        assertThat(repaired(1, 1, 0).cycle()).isZero();
    }

    @Test
    void aJournalWithoutAWholeFirstRecordIsRefusedAndLeft() throws IOException {
        put(1, JournalRuns.batch(List.of(new Cut(1, 500, "ff01"))));
        byte[] journal = Files.readAllBytes(over.resolve("journal.mv.db"));
        assertThatThrownBy(() -> RunRepair.repair(over))
                .isInstanceOf(UnusableJournalException.class)
                .hasMessageEndingWith("nothing of it is whole; run the scenario again");
        assertThat(over.resolve("journal.mv.db")).hasBinaryContent(journal);
        assertThat(over.resolve(RunFolder.SUMMARY)).exists();
    }

    @Test
    void aScenarioThatIsNotTheFirstRecordsIsWrittenAnew() throws IOException {
        Path broken = MadeRun.brokenOff(runs, "broken");
        Files.writeString(broken.resolve(RunFolder.SCENARIO), "");
        assertThat(RunRepair.repair(broken))
                .isEqualTo(new RunRepair.Result(
                        3, 10_000, List.of("scenario.conf is not the one that the journal begins with")));
        assertThat(broken.resolve(RunFolder.SCENARIO)).hasContent(MadeRun.SCENARIO);
        assertThat(broken.resolve("checkpoint-20.bin")).exists();
    }
}
