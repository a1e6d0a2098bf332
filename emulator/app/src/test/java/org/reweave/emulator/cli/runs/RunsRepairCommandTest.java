package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.SameRun;
import org.reweave.emulator.cli.TorusRun;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.journal.reading.JournalReader;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.store.JournalSurgery;

/** {@code runs repair} makes any damaged run one that goes on to the undisturbed results, or says why not. */
class RunsRepairCommandTest {
    @TempDir
    private static Path folder;

    private static Path whole;
    private static long records;
    private static long entries;

    @TempDir
    private Path runs;

    /** Damages a run. */
    private interface Damage {
        void to(Path run) throws Exception;
    }

    @BeforeAll
    static void runOnce() throws IOException {
        whole = TorusRun.in(folder, "run { duration = 60us, checkpoint = every 20us }")
                .folder();
        try (JournalReader reader = JournalReader.open(JournalPlace.in(whole), Optional.empty())) {
            records = reader.last();
            entries = reader.history().entries();
        }
        assertThat(records).isGreaterThan(2);
        assertThat(entries).isGreaterThan(4);
    }

    @BeforeEach
    void copy() throws IOException {
        Path copy = Files.createDirectories(runs.resolve("run"));
        for (Path file : TorusRun.files(whole)) {
            Files.copy(file, copy.resolve(file.getFileName()));
        }
    }

    private CommandRun runs(String command, String... more) {
        String[] args = {"runs", command, "run", "--runs", runs.toString()};
        return CommandRun.of(java.util.stream.Stream.of(args, more)
                .flatMap(java.util.stream.Stream::of)
                .toArray(String[]::new));
    }

    private CommandRun repaired(Damage damage) throws Exception {
        damage.to(runs.resolve("run"));
        CommandRun verified = runs("verify");
        assertThat(verified.code()).as(verified.out()).isEqualTo(ExitCode.CHECKS_FAILED);
        CommandRun repaired = runs("repair").succeeded();
        assertThat(repaired.out()).contains("run: lost: ", "run: kept: ", "'reweave resume' goes on from ");
        CommandRun again = runs("verify");
        assertThat(again.code()).as(repaired.out() + again.out()).isEqualTo(ExitCode.DONE);
        assertThat(again.out()).contains("'reweave resume' goes on with it");
        return repaired;
    }

    private void goesOn() throws IOException {
        CommandRun resumed =
                CommandRun.of("resume", "run", "--quiet", "--driver", "sequential", "--runs", runs.toString());
        assertThat(resumed.code()).as(resumed.err()).isEqualTo(ExitCode.DONE);
        SameRun.check(runs.resolve("run"), whole);
        assertThat(runs("verify").code()).isEqualTo(ExitCode.DONE);
        for (Path file : TorusRun.files(runs.resolve("run"))) {
            Files.delete(file);
        }
    }

    @Test
    void aRunGoesOnWhicheverRecordButTheFirstIsDamaged() throws Exception {
        for (long record = 2; record <= records; record++) {
            long damaged = record;
            assertThat(repaired(run -> JournalSurgery.of(run).flip(damaged)).out())
                    .contains("record " + record + " of the journal is damaged");
            goesOn();
            copy();
        }
    }

    @Test
    void aRunGoesOnWhicheverRecordButTheFirstIsMissing() throws Exception {
        for (long record = 2; record <= records; record++) {
            long missing = record;
            repaired(run -> JournalSurgery.of(run).remove(missing));
            goesOn();
            copy();
        }
    }

    @Test
    void aRunGoesOnWhicheverEntryOfItsCoordinatorIsDamaged() throws Exception {
        for (long entry = 1; entry <= entries; entry++) {
            long damaged = entry;
            assertThat(repaired(run -> JournalSurgery.of(run).flipEntry(damaged))
                            .out())
                    .contains("entry " + entry + " of the coordinator's history is damaged");
            goesOn();
            copy();
        }
    }

    private static List<Path> checkpoints(Path run) throws IOException {
        return TorusRun.files(run).stream()
                .filter(file -> file.getFileName().toString().startsWith("checkpoint-"))
                .toList();
    }

    @Test
    void aRunGoesOnFromTheCheckpointBeforeTheOneThatIsDamaged() throws Exception {
        CommandRun repaired = repaired(run -> {
            List<Path> all = checkpoints(run);
            assertThat(all).hasSizeGreaterThan(1);
            Path last = all.get(all.size() - 1);
            byte[] bytes = Files.readAllBytes(last);
            bytes[bytes.length / 2] ^= 4;
            Files.write(last, bytes);
        });
        assertThat(repaired.out())
                .contains("goes on from its checkpoint at cycle ")
                .contains(" is damaged: ");
        assertThat(checkpoints(runs.resolve(".run.partial")))
                .hasSize(checkpoints(whole).size() - 1);
        goesOn();
    }

    @Test
    void aRunWithoutAnyOfItsCheckpointsGoesOnFromItsStart() throws Exception {
        CommandRun repaired = repaired(run -> {
            for (Path file : checkpoints(run)) {
                Files.delete(file);
            }
        });
        assertThat(repaired.out()).contains("goes on from its start");
        goesOn();
    }

    @Test
    void damagedResultsAndADamagedScenarioAreMadeAnewFromTheJournal() throws Exception {
        repaired(run -> {
            Files.writeString(run.resolve("report.html"), "x");
            Files.writeString(run.resolve("scenario.conf"), "x");
        });
        goesOn();
    }

    @Test
    void aWholeRunIsLeftAsItIs() throws IOException {
        assertThat(runs("repair").succeeded().out()).contains("run: whole: nothing to repair");
        SameRun.check(runs.resolve("run"), whole);
        assertThat(runs("verify").code()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void aJournalOfWhichNothingIsWholeIsLeftAndSaysWhatToDo() throws Exception {
        JournalSurgery.of(runs.resolve("run")).flip(1);
        byte[] before = Files.readAllBytes(runs.resolve("run/journal.mv.db"));
        assertThat(runs("repair").refused().err()).contains("nothing of it is whole; run the scenario again");
        assertThat(runs.resolve("run/journal.mv.db")).hasBinaryContent(before);
        assertThat(runs.resolve("run/summary.json")).exists();
    }

    @Test
    void theDocumentNamesWhatIsLostAndFromWhereARunGoesOn() throws Exception {
        JournalSurgery.of(runs.resolve("run")).flip(2);
        CommandRun repaired = runs("repair", "--json").succeeded();
        assertThat(repaired.json().path("records").asLong()).isEqualTo(1);
        assertThat(repaired.json().path("cycle").asLong()).isZero();
        assertThat(repaired.json().path("losses").get(0).asText()).contains("record 2 of the journal is damaged");
    }
}
