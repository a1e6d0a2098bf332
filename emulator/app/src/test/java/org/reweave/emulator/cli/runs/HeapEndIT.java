package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
import org.reweave.routing.model.Mix;

/**
 * A run's heap ends at a drawn moment: the run says so in one line and ends with exit code 3, or comes to its end; what
 * it has acknowledged is there, and {@code resume} gives the results of a run that nothing has disturbed.
 */
@Tag("campaign")
class HeapEndIT {
    private static final int MANY = Integer.getInteger("reweave.heap-ends", 100);

    /** A run takes about this time, the start of its JVM included. */
    private static final int LATEST_MILLIS = 5_000;

    /**
     * More than a run takes on a busy machine, and less than the 180 s of silence after which a journal is given up.
     */
    private static final int LONGEST_SECONDS = 120;

    @TempDir
    private static Path folder;

    private static TorusRun whole;

    @BeforeAll
    static void run() throws IOException {
        whole = TorusRun.in(folder, "run { duration = 400us, checkpoint = every 20us }");
    }

    private static void ends(int millis, boolean isSequential) throws IOException, InterruptedException {
        String where = "heap ends after " + millis + " ms" + (isSequential ? ", sequential" : ", actors");
        Path place = Files.createTempDirectory(folder, "heap");
        Path runs = Files.createDirectory(place.resolve("runs"));
        Path err = place.resolve("stderr");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx96m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HeapEndChild.class.getName(),
                        String.valueOf(millis),
                        "run",
                        whole.scenario().toString(),
                        "--quiet",
                        "--driver",
                        isSequential ? "sequential" : "actors",
                        "--out",
                        runs.resolve("run").toString())
                .redirectError(err.toFile())
                .redirectOutput(place.resolve("stdout").toFile())
                .start();
        boolean hasEnded = child.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
        child.destroyForcibly().waitFor();
        assertThat(hasEnded).as(where + ": it ends by itself").isTrue();
        List<String> all = Files.readAllLines(err);
        assertThat(all).as(where).noneMatch(line -> line.contains("java."));
        List<String> lines =
                all.stream().filter(line -> !tellsWhereItsFilesAre(line)).toList();
        if (child.exitValue() == ExitCode.DONE) {
            assertThat(lines).as(where).isEmpty();
        } else {
            assertThat(child.exitValue()).as(where + ": " + lines).isEqualTo(ExitCode.INTERNAL_FAULT);
            assertThat(lines).as(where).hasSize(1);
            assertThat(lines.get(0)).as(where).startsWith("reweave: ").doesNotContain("internal fault");
        }
        judge(runs, child.exitValue() == ExitCode.DONE, where + ": " + lines);
        RunArchive.remove(place);
    }

    private static boolean tellsWhereItsFilesAre(String line) {
        return line.contains("what the run has written is in")
                || line.contains(" could not be completed: ") && line.contains("; what there is of it is in ");
    }

    private static void judge(Path runs, boolean isOver, String where) throws IOException {
        CommandRun verified = CommandRun.of("runs", "verify", "run", "--runs", runs.toString());
        if (isOver) {
            assertThat(verified.code()).as(where + ": " + verified.out()).isEqualTo(ExitCode.DONE);
            SameRun.check(runs.resolve("run"), whole.folder());
            return;
        }
        boolean isMarked = Files.exists(runs.resolve("run"));
        if (isMarked) {
            assertThat(verified.code()).as(where + ": " + verified.out()).isEqualTo(ExitCode.DONE);
        }
        CommandRun resumed =
                CommandRun.of("resume", "run", "--quiet", "--driver", "sequential", "--runs", runs.toString());
        if (isMarked || verified.out().contains("resume") || resumed.code() == ExitCode.DONE) {
            assertThat(resumed.code()).as(where + ": " + resumed.err()).isEqualTo(ExitCode.DONE);
            SameRun.check(runs.resolve("run"), whole.folder());
        } else {
            assertThat(resumed.code()).as(where + ": " + resumed.err()).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(resumed.errLines()).as(where).hasSize(1);
        }
    }

    @Test
    void aRunWhoseHeapEndsAtAnyOfAHundredMomentsLosesNothing() throws Exception {
        DrawnSeed.check(71, seed -> {
            for (int i = 0; i < MANY; i++) {
                ends(Mix.below(Mix.mix(seed, 1, i, 0), LATEST_MILLIS), i % 2 == 0);
            }
        });
    }
}
