package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
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

/** kill -9 while a run goes on, again and again: what is resumed in the end is what nothing has disturbed. */
@Tag("slow")
class ResumeIT {
    /** Bytes of a journal's file in which the first record is, as far as its size tells. */
    private static final long WITH_A_RECORD = 80_000;

    /** About that many cuts has the run. */
    private static final int CUTS = 155;

    @TempDir
    private static Path folder;

    private static Path scenario;
    private static Path whole;

    @BeforeAll
    static void runUndisturbed() throws IOException {
        TorusRun run = TorusRun.in(
                folder,
                "device.nic.transport { mode = end-to-end, timeout = 100us }",
                "faults += { at = 90us, until = 200us, link = random }",
                "run { duration = 300us, checkpoint = every 20us }");
        scenario = run.scenario();
        whole = run.folder();
    }

    @RepeatedTest(5)
    void aRunThatWasKilledAtAnyMomentIsResumed(RepetitionInfo repetition) throws Exception {
        killAndResume(repetition.getCurrentRepetition());
    }

    @Tag("campaign")
    @RepeatedTest(50)
    void aRunIsResumedAfterEachOfFiftyKills(RepetitionInfo repetition) throws Exception {
        killAndResume(100 + repetition.getCurrentRepetition());
    }

    private static void killAndResume(int repetition) throws Exception {
        DrawnSeed.check(repetition, seed -> killAndResume(repetition, seed));
    }

    /** A killed run is resumed; every third one is killed once more while it goes on, and resumed to its end. */
    private static void killAndResume(int number, int seed) throws Exception {
        Path target = folder.resolve("killed-" + number);
        long kill = Mix.below(Mix.mix(seed, 1, 0, 0), CUTS);
        killed(
                List.of("run", scenario.toString(), "--quiet", "--driver", driver(number), "--out", target.toString()),
                target,
                kill,
                Mix.below(Mix.mix(seed, 3, 0, 0), 300));
        List<String> resume = List.of(
                "resume", "killed-" + number, "--quiet", "--runs", folder.toString(), "--driver", driver(number + 1));
        if (number % 3 == 0 && !Files.exists(target)) {
            killed(
                    resume,
                    target,
                    kill + Mix.below(Mix.mix(seed, 2, 0, 0), CUTS - (int) kill),
                    Mix.below(Mix.mix(seed, 4, 0, 0), 300));
        }
        CommandRun last = CommandRun.of(resume.toArray(String[]::new));
        if (last.code() == ExitCode.BAD_INPUT) {
            assertThat(last.err()).contains("it is over"); // it was faster than the kill
        } else {
            assertThat(last.code()).as(last.err()).isEqualTo(ExitCode.DONE);
        }
        same(target);
    }

    /** Checkpoints of a run on a cluster are those of any run: what was killed there goes on in one process. */
    @Test
    void aRunOnTwoNodesThatWasKilledIsResumedInOneProcess() throws Exception {
        killAndResume("nodes-then-here", List.of("--nodes", "2"), List.of("--driver", "sequential"));
    }

    @Test
    void aRunOnTwoNodesThatWasKilledIsResumedOnThree() throws Exception {
        killAndResume("nodes-then-nodes", List.of("--nodes", "2"), List.of("--nodes", "3"));
    }

    @Test
    void aRunOfOneProcessThatWasKilledIsResumedOnTwoNodes() throws Exception {
        killAndResume("here-then-nodes", List.of("--driver", "sequential"), List.of("--nodes", "2"));
    }

    private static void killAndResume(String name, List<String> before, List<String> after) throws Exception {
        Path target = folder.resolve(name);
        List<String> run = new ArrayList<>(List.of("run", scenario.toString(), "--quiet", "--out", target.toString()));
        run.addAll(before);
        killed(run, target, CUTS / 3, 0);
        assertThat(lastCheckpoint(partial(target)))
                .as("cut of the last checkpoint")
                .isPositive();

        List<String> resume = new ArrayList<>(List.of("resume", name, "--quiet", "--runs", folder.toString()));
        resume.addAll(after);
        CommandRun resumed = CommandRun.of(resume.toArray(String[]::new));
        assertThat(resumed.code()).as(resumed.err()).isEqualTo(ExitCode.DONE);
        assertThat(resumed.err()).contains("goes on from its checkpoint at cycle ");
        same(target);
    }

    /** The journal has the run's end, and the process was killed before the folder had the results. */
    @Test
    void aRunKilledBeforeItsResultsWereWrittenGetsThemByAResume() throws IOException {
        TorusRun.unwritten(whole, "unwritten");
        CommandRun resumed =
                CommandRun.of("resume", "unwritten", "--quiet", "--runs", folder.toString(), "--driver", "sequential");
        assertThat(resumed.code()).as(resumed.err()).isEqualTo(ExitCode.DONE);
        same(folder.resolve("unwritten"));
    }

    private static String driver(int number) {
        return number % 2 == 0 ? "sequential" : "actors";
    }

    private static void same(Path target) throws IOException {
        SameRun.check(target, whole);
        CommandRun replay = CommandRun.of("replay", target.toString(), "--driver", "sequential");
        assertThat(replay.code()).as(replay.out() + replay.err()).isEqualTo(ExitCode.DONE);
    }

    /**
     * Starts a command in another process and kills it.
     *
     * @param cut the process is killed so many milliseconds after the first checkpoint behind this cut, or its end
     */
    private static void killed(List<String> command, Path target, long cut, long millis) throws Exception {
        List<String> all = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        all.addAll(command);
        Process child = new ProcessBuilder(all)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Path partial = partial(target);
        while (child.isAlive() && lastCheckpoint(partial) < cut && !Files.exists(partial.resolve("timeseries.csv"))) {
            Thread.sleep(10);
        }
        child.waitFor(millis, TimeUnit.MILLISECONDS);
        List<ProcessHandle> nodes = child.descendants().toList();
        child.destroyForcibly();
        assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
        for (ProcessHandle node : nodes) {
            node.onExit().get(90, TimeUnit.SECONDS); // it ends by itself when the run's process is gone
        }
    }

    private static Path partial(Path target) {
        return target.resolveSibling("." + target.getFileName() + ".partial");
    }

    /** Cut of the last checkpoint in a folder; -1 = the journal has not begun. */
    private static long lastCheckpoint(Path partial) throws IOException {
        Path journal = partial.resolve("journal.mv.db");
        if (!Files.exists(journal) || Files.size(journal) < WITH_A_RECORD) {
            return -1;
        }
        try (Stream<Path> files = Files.list(partial)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("checkpoint-\\d+\\.bin"))
                    .mapToLong(name -> Long.parseLong(name.replaceAll("\\D", "")))
                    .max()
                    .orElse(0);
        } catch (NoSuchFileException | UncheckedIOException e) {
            return 0; // it has just become the finished folder
        }
    }

    @Test
    void nodesThatCannotBeAreRefused() {
        for (List<String> bad : List.of(
                List.of("--nodes 0 < 1; raise it", "--nodes", "0"),
                List.of("--cluster nowhere", "--cluster", "nowhere"),
                List.of("leave out --nodes and --cluster", "--nodes", "2", "--driver", "sequential"))) {
            List<String> command = new ArrayList<>(List.of("resume", whole.toString()));
            command.addAll(bad.subList(1, bad.size()));
            CommandRun refused = CommandRun.of(command.toArray(String[]::new)).refused();
            assertThat(refused.errLines()).hasSize(1);
            assertThat(refused.err()).contains(bad.get(0));
        }
    }

    @Test
    void aFinishedRunIsNotResumed() throws IOException {
        CommandRun refused = CommandRun.of("resume", whole.toString()).refused();
        assertThat(refused.err()).contains("it is over, completed at cycle").contains("nothing to go on with");
    }
}
