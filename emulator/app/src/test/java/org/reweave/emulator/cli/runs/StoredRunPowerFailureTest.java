package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.catalogue.RunArchive;
import org.reweave.emulator.catalogue.RunRepair;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.DrawnSeed;
import org.reweave.emulator.cli.SameRun;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.disk.DiskLog;
import org.reweave.emulator.disk.SimulatedDisk;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Resume;
import org.reweave.routing.model.Mix;

/**
 * The power fails while a run that is kept is exported, imported, pruned, repaired or gone on with: what was
 * acknowledged before is there, what was removed is no run, and what lies between is whole or goes on.
 */
class StoredRunPowerFailureTest {
    /** Power failures of the campaign, for each operation. */
    private static final int MANY = Integer.getInteger("reweave.power-failures", 2_000);

    private static final int SOME = 8;
    private static final String THERE = "there";
    private static final String DONE = "done";

    @TempDir
    private static Path folder;

    private static KeptRun kept;

    @BeforeAll
    static void run() throws IOException {
        kept = KeptRun.in(folder);
    }

    /** Does something on a disk, and marks in its log what is acknowledged. */
    private interface Operation {
        void on(Path root, DiskLog log) throws IOException;
    }

    /** Judges what a power failure has left. */
    private interface Verdict {
        void of(Path left, boolean isThere, boolean isDone, String where) throws IOException;
    }

    private static void failures(int repetition, int number, Operation operation, Verdict verdict) throws Exception {
        Path real = Files.createTempDirectory(folder, "disk").toRealPath();
        SimulatedDisk disk = SimulatedDisk.over(real);
        DiskLog log = disk.log();
        operation.on(disk.root(), log);
        log.mark(DONE);
        DrawnSeed.check(repetition, seed -> {
            for (int i = 0; i < number; i++) {
                int before = i == 0 ? log.size() : Mix.below(Mix.mix(seed, 2, i, 0), log.size() + 1);
                int own = Mix.below(Mix.mix(seed, 1, i, 0), 1 << 30);
                Path left = Files.createTempDirectory(folder, "left");
                log.leave(before, own, left);
                Files.createDirectories(left.resolve("runs"));
                verdict.of(
                        left,
                        log.isMarked(THERE, before),
                        log.isMarked(DONE, before),
                        "power failure before action " + before + " of " + log.size() + ", seed " + own);
                RunArchive.remove(left);
            }
        });
    }

    private static CommandRun runs(Path left, String... args) {
        String[] all = java.util.Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--runs";
        all[args.length + 1] = left.resolve("runs").toString();
        return CommandRun.of(all);
    }

    private static boolean isListed(Path left, String name, String where) {
        CommandRun list = runs(left, "runs", "list", "--json");
        assertThat(list.code()).as(where + ": " + list.err()).isEqualTo(ExitCode.DONE);
        return list.out().contains("/" + name) || list.out().contains("/." + name + ".partial");
    }

    private static void isWhole(Path left, String where) throws IOException {
        CommandRun verified = runs(left, "runs", "verify", "run");
        assertThat(verified.code())
                .as(where + ": " + verified.out() + verified.err())
                .isEqualTo(ExitCode.DONE);
        SameRun.check(left.resolve("runs/run"), kept.whole());
    }

    private static void exportFails(int repetition, int number) throws Exception {
        failures(
                repetition,
                number,
                (root, log) -> RunArchive.write(
                        kept.whole(), "run", Optional.of(JournalPlace.in(kept.whole())), root.resolve("run.zip")),
                (left, isThere, isDone, where) -> {
                    Path file = left.resolve("run.zip");
                    CommandRun imported = Files.exists(file) ? runs(left, "runs", "import", file.toString()) : null;
                    if (isDone) {
                        assertThat(imported).as(where).isNotNull();
                        assertThat(imported.code())
                                .as(where + ": " + imported.err())
                                .isEqualTo(ExitCode.DONE);
                    }
                    if (imported != null && imported.code() == ExitCode.DONE) {
                        isWhole(left, where);
                    } else if (imported != null) {
                        assertThat(imported.code()).as(where).isEqualTo(ExitCode.BAD_INPUT);
                        assertThat(imported.errLines()).as(where).hasSize(1);
                    }
                });
    }

    private static void importFails(int repetition, int number) throws Exception {
        failures(
                repetition,
                number,
                (root, log) -> RunArchive.read(kept.archive(), root.resolve("runs")),
                (left, isThere, isDone, where) -> {
                    boolean isRun = isListed(left, "run", where);
                    assertThat(isRun || !isDone).as(where).isTrue();
                    if (Files.exists(left.resolve("runs/run"))) {
                        isWhole(left, where);
                    }
                });
    }

    private static void pruneFails(int repetition, int number) throws Exception {
        failures(
                repetition,
                number,
                (root, log) -> {
                    Path run = RunArchive.read(kept.archive(), root.resolve("runs"));
                    log.mark(THERE);
                    RunArchive.remove(run);
                },
                (left, isThere, isDone, where) -> {
                    boolean isRun = isListed(left, "run", where);
                    if (isDone) {
                        assertThat(isRun).as(where).isFalse();
                    } else if (isThere && isRun && Files.exists(left.resolve("runs/run/summary.json"))) {
                        isWhole(left, where);
                    }
                });
    }

    private static void resumeFails(int repetition, int number) throws Exception {
        failures(
                repetition,
                number,
                (root, log) -> {
                    Path run = RunArchive.read(kept.brokenOff(), root.resolve("runs"));
                    log.mark(THERE);
                    Resume.prepare(
                                    "broken",
                                    run,
                                    JournalPlace.in(run),
                                    Optional.empty(),
                                    Drivers.sequential(),
                                    "test",
                                    remark -> {})
                            .execute();
                },
                (left, isThere, isDone, where) -> {
                    assertThat(isListed(left, "broken", where) || !isThere)
                            .as(where)
                            .isTrue();
                    if (isDone) {
                        assertThat(left.resolve("runs/broken")).as(where).exists();
                    } else if (isThere && !Files.exists(left.resolve("runs/broken"))) {
                        CommandRun resumed = runs(left, "resume", "broken", "--quiet", "--driver", "sequential");
                        assertThat(resumed.code())
                                .as(where + ": " + resumed.err())
                                .isEqualTo(ExitCode.DONE);
                    }
                    if (Files.exists(left.resolve("runs/broken"))) {
                        SameRun.check(left.resolve("runs/broken"), kept.whole());
                        assertThat(runs(left, "runs", "verify", "broken").code())
                                .as(where)
                                .isEqualTo(ExitCode.DONE);
                    }
                });
    }

    private static void repairFails(int repetition, int number) throws Exception {
        failures(
                repetition,
                number,
                (root, log) -> {
                    Path run = RunArchive.read(kept.archive(), root.resolve("runs"));
                    log.mark(THERE);
                    Files.writeString(run.resolve("report.html"), "x");
                    RunRepair.repair(run);
                },
                (left, isThere, isDone, where) -> {
                    if (!isThere) {
                        return;
                    }
                    if (!isDone) {
                        CommandRun repaired = runs(left, "runs", "repair", "run");
                        assertThat(repaired.code())
                                .as(where + ": " + repaired.err())
                                .isEqualTo(ExitCode.DONE);
                    }
                    if (!Files.exists(left.resolve("runs/run"))) {
                        CommandRun resumed = runs(left, "resume", "run", "--quiet", "--driver", "sequential");
                        assertThat(resumed.code())
                                .as(where + ": " + resumed.err())
                                .isEqualTo(ExitCode.DONE);
                    }
                    isWhole(left, where);
                });
    }

    /** An operation with so many power failures. */
    private interface Fails {
        void of(int repetition, int number) throws Exception;
    }

    private static final List<Fails> ALL = List.of(
            StoredRunPowerFailureTest::exportFails,
            StoredRunPowerFailureTest::importFails,
            StoredRunPowerFailureTest::pruneFails,
            StoredRunPowerFailureTest::resumeFails,
            StoredRunPowerFailureTest::repairFails);

    @Test
    void anExportIsWholeOrRefused() throws Exception {
        exportFails(10, SOME);
    }

    @Test
    void anArchiveThatIsCutShortAnywhereIsRefused() throws IOException {
        byte[] bytes = Files.readAllBytes(kept.archive());
        for (int part = 1; part < 40; part++) {
            Path cut = folder.resolve("cut.zip");
            Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length * part / 40));
            Path left = Files.createTempDirectory(folder, "left");
            assertThat(runs(left, "runs", "import", cut.toString()).refused().errLines())
                    .as("%d of 40 parts", part)
                    .hasSize(1);
        }
    }

    @Test
    void anImportIsThereAsAWholeOrNotAtAll() throws Exception {
        importFails(11, SOME);
    }

    @Test
    void aPrunedRunIsGone() throws Exception {
        pruneFails(12, SOME);
    }

    @Test
    void aResumeGoesOnAgain() throws Exception {
        resumeFails(13, SOME);
    }

    @Test
    void aRepairIsRepeated() throws Exception {
        repairFails(14, SOME);
    }

    @Tag("campaign")
    @Test
    void everyOperationWithstandsThousandsOfPowerFailures() throws Exception {
        for (int i = 0; i < ALL.size(); i++) {
            ALL.get(i).of(20 + i, MANY);
        }
    }
}
