package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.catalogue.RunArchive;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.DrawnSeed;
import org.reweave.emulator.cli.SameRun;
import org.reweave.emulator.cli.TorusRun;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.disk.DiskLog;
import org.reweave.emulator.disk.SimulatedDisk;
import org.reweave.emulator.disk.SimulatedH2Path;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.routing.model.Mix;

/**
 * The power fails while a run is written: what was acknowledged is there, {@code runs verify} says what is so, and
 * {@code resume} gives the results of a run that nothing has disturbed.
 */
class PowerFailureTest {
    /** Power failures of the campaign. */
    private static final int MANY = Integer.getInteger("reweave.power-failures", 2_000);

    private static final String BEGUN = "begun";
    private static final String OVER = "over";

    @TempDir
    private static Path folder;

    private static Path whole;
    private static DiskLog log;

    /** A run on a disk that remembers everything, and one on the real disk. */
    @BeforeAll
    static void run() throws IOException {
        TorusRun undisturbed = TorusRun.in(folder, "run { duration = 100us, checkpoint = every 20us }");
        whole = undisturbed.folder();
        SimulatedH2Path.register();
        SimulatedDisk disk =
                SimulatedDisk.over(Files.createDirectory(folder.resolve("disk")).toRealPath());
        log = disk.log();
        Run run = Run.of(undisturbed.scenario())
                .driver(Drivers.sequential())
                .folder(disk.root().resolve("runs").resolve("run"))
                .journal()
                .prepare();
        run.watch(cut -> {
            if (run.isKept() && !log.isMarked(BEGUN, log.size())) {
                log.mark(BEGUN);
            }
        });
        run.execute();
        log.mark(OVER);
    }

    private static void fails(int before, int seed) throws IOException {
        Path left = Files.createTempDirectory(folder, "left");
        Path runs = Files.createDirectories(left.resolve("runs"));
        String where = "power failure before action " + before + " of " + log.size() + ", seed " + seed;
        log.leave(before, seed, left);
        CommandRun list = CommandRun.of("runs", "list", "--runs", runs.toString());
        assertThat(list.code()).as(where + ": " + list.err()).isEqualTo(ExitCode.DONE);
        CommandRun verified = CommandRun.of("runs", "verify", "run", "--runs", runs.toString());
        if (log.isMarked(OVER, before)) {
            assertThat(verified.code()).as(where + ": " + verified.out()).isEqualTo(ExitCode.DONE);
            assertThat(verified.out()).as(where).doesNotContain("resume");
            SameRun.check(runs.resolve("run"), whole);
        } else if (log.isMarked(BEGUN, before)) {
            assertThat(verified.code())
                    .as(where + ": " + verified.out() + verified.err())
                    .isEqualTo(ExitCode.DONE);
            goesOn(runs, where, verified.out().contains("resume"));
        } else {
            goesOn(runs, where, verified.out().contains("resume"));
        }
        RunArchive.remove(left);
    }

    private static void goesOn(Path runs, String where, boolean isResumable) throws IOException {
        CommandRun resumed =
                CommandRun.of("resume", "run", "--quiet", "--driver", "sequential", "--runs", runs.toString());
        if (isResumable || resumed.code() == ExitCode.DONE) {
            assertThat(resumed.code()).as(where + ": " + resumed.err()).isEqualTo(ExitCode.DONE);
            SameRun.check(runs.resolve("run"), whole);
        } else {
            assertThat(resumed.code()).as(where + ": " + resumed.err()).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(resumed.errLines()).as(where).hasSize(1);
        }
    }

    private static void failAt(int repetition, int failures) throws Exception {
        DrawnSeed.check(repetition, seed -> {
            for (int i = 0; i < failures; i++) {
                int own = Mix.below(Mix.mix(seed, 1, i, 0), 1 << 30);
                fails(Mix.below(Mix.mix(seed, 2, i, 0), log.size() + 1), own);
            }
        });
    }

    @Test
    void aRunIsWholeOrGoesOnAfterAnyOfTwentyPowerFailures() throws Exception {
        failAt(0, 20);
    }

    @Test
    void aRunThatIsOverIsThereWhateverIsLost() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            fails(log.size(), seed);
        }
    }

    @Tag("campaign")
    @Test
    void aRunIsWholeOrGoesOnAfterThousandsOfPowerFailures() throws Exception {
        failAt(1, MANY);
    }
}
