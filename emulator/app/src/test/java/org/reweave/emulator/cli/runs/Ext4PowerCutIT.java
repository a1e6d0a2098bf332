package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.DrawnSeed;
import org.reweave.emulator.cli.Main;
import org.reweave.emulator.cli.SameRun;
import org.reweave.emulator.cli.TorusRun;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.routing.model.Mix;

/**
 * The model of power failures against a file system of Linux: a run writes on ext4 in a file, its process is killed at
 * a drawn moment or ends, and the file is copied as it is on the disk then. What the kernel still had in memory is
 * lost. Skipped where this process may not mount.
 */
@Tag("slow")
class Ext4PowerCutIT {
    private static final int SOME = 2;
    private static final int MANY = Integer.getInteger("reweave.power-cuts", 50);

    /** A run takes about this time, the start of its JVM included. */
    private static final int LONGEST_MILLIS = 6_000;

    /** So long the kernel writes nothing by itself, which would come amid the copy: a commit of the log, in seconds. */
    private static final int COMMIT_SECONDS = 300;

    @TempDir
    private static Path folder;

    private static TorusRun whole;

    @BeforeAll
    static void run() throws Exception {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "ext4 is Linux's");
        Path image = image("try");
        boolean isMounted = attempt("mount", "-o", "loop", image.toString(), mountPoint("try")) == 0;
        assumeTrue(isMounted, "this process may not mount");
        attempt("umount", mountPoint("try"));
        whole = TorusRun.in(folder, "run { duration = 400us, checkpoint = every 20us }");
    }

    private static String mountPoint(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name)).toString();
    }

    /** @return the exit code; not 0 where there is no such program */
    private static int attempt(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor();
        } catch (IOException e) {
            return 1;
        }
    }

    private static Path image(String name) throws IOException, InterruptedException {
        Path image = folder.resolve(name + ".img");
        Files.write(image, new byte[48 << 20]);
        assumeTrue(attempt("mkfs.ext4", "-q", "-F", image.toString()) == 0, "there is no mkfs.ext4");
        return image;
    }

    /** @return whether the run's process has ended by itself before */
    private static boolean cut(Path image, String mounted, int millis) throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "run",
                        whole.scenario().toString(),
                        "--quiet",
                        "--driver",
                        "sequential",
                        "--out",
                        Path.of(mounted, "runs", "run").toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        boolean isOver = child.waitFor(millis, TimeUnit.MILLISECONDS);
        child.destroyForcibly().waitFor();
        assertThat(isOver ? child.exitValue() : ExitCode.DONE).isEqualTo(ExitCode.DONE);
        Files.copy(image, image.resolveSibling("left.img"), StandardCopyOption.REPLACE_EXISTING);
        return isOver;
    }

    private static void fails(int millis) throws Exception {
        Path image = image("disk");
        String mounted = mountPoint("disk");
        String where = "power cut after " + millis + " ms";
        boolean isOver;
        assertThat(attempt("mount", "-o", "loop,commit=" + COMMIT_SECONDS, image.toString(), mounted))
                .isZero();
        try {
            isOver = cut(image, mounted, millis);
        } finally {
            attempt("umount", mounted);
        }
        String left = mountPoint("left");
        assertThat(attempt("mount", "-o", "loop", folder.resolve("left.img").toString(), left))
                .as(where)
                .isZero();
        try {
            judge(Files.createDirectories(Path.of(left, "runs")), isOver, where + (isOver ? ", over" : ""));
        } finally {
            attempt("umount", left);
        }
    }

    private static void judge(Path runs, boolean isOver, String where) throws IOException {
        assertThat(CommandRun.of("runs", "list", "--runs", runs.toString()).code())
                .as(where)
                .isEqualTo(ExitCode.DONE);
        CommandRun verified = CommandRun.of("runs", "verify", "run", "--runs", runs.toString());
        if (isOver || Files.exists(runs.resolve("run"))) {
            assertThat(verified.code()).as(where + ": " + verified.out()).isEqualTo(ExitCode.DONE);
            SameRun.check(runs.resolve("run"), whole.folder());
            return;
        }
        CommandRun resumed =
                CommandRun.of("resume", "run", "--quiet", "--driver", "sequential", "--runs", runs.toString());
        if (verified.out().contains("resume") || resumed.code() == ExitCode.DONE) {
            assertThat(resumed.code()).as(where + ": " + resumed.err()).isEqualTo(ExitCode.DONE);
            SameRun.check(runs.resolve("run"), whole.folder());
        } else {
            assertThat(resumed.code()).as(where + ": " + resumed.err()).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(resumed.errLines()).as(where).hasSize(1);
        }
    }

    private static void failAt(int repetition, int cuts) throws Exception {
        DrawnSeed.check(repetition, seed -> {
            for (int i = 0; i < cuts; i++) {
                boolean isToEnd = i % 4 == 0; // a quarter after the end
                fails(isToEnd ? 60_000 : Mix.below(Mix.mix(seed, 1, i, 0), LONGEST_MILLIS));
            }
        });
    }

    @Test
    void aRunOnExt4IsWholeOrGoesOn() throws Exception {
        failAt(60, SOME);
    }

    @Tag("campaign")
    @Test
    void aRunOnExt4IsWholeOrGoesOnAfterFiftyPowerCuts() throws Exception {
        failAt(61, MANY);
    }
}
