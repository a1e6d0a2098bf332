package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.Main;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.routing.model.Mix;

/** kill -9 while a run goes on, again and again: what is resumed in the end is what nothing has disturbed. */
@Tag("slow")
class ResumeIT {
    private static final String SCENARIO = """
            name = torus
            description = "A torus loses a link, with checkpoints"
            seed = 7
            fabric.generator = "torus:4x4"
            routing.engine = updown
            device { preset = iba-1x, nic.transport { mode = end-to-end, timeout = 100us } }
            manager { host-latency = 100ns, timeout = 100us }
            traffic.load = 0.1
            faults = [ { at = 30us, link = random }, { at = 700us, until = 900us, link = random } ]
            reconfiguration.scheme = ebrd
            run { warmup = 10us, duration = 3ms, limit = 10ms, cut-interval = 2us, checkpoint = "every 100us" }
            """;

    @TempDir
    private static Path folder;

    private static Path scenario;
    private static Path whole;

    @BeforeAll
    static void runUndisturbed() throws IOException {
        scenario = Files.writeString(folder.resolve("torus.conf"), SCENARIO);
        whole = folder.resolve("whole");
        CommandRun.of("run", scenario.toString(), "--quiet", "--driver", "sequential", "--out", whole.toString())
                .succeeded();
    }

    @Tag("campaign")
    @RepeatedTest(value = 5, name = "seed {currentRepetition}")
    void aKilledRunIsResumed(RepetitionInfo repetition) throws IOException, InterruptedException {
        killAndResume(repetition.getCurrentRepetition());
    }

    @Tag("campaign")
    @RepeatedTest(value = 50, name = "seed 100 + {currentRepetition}")
    void aRunIsResumedAfterEachOfFiftyKills(RepetitionInfo repetition) throws IOException, InterruptedException {
        killAndResume(100 + repetition.getCurrentRepetition());
    }

    /** A killed run is resumed, killed once more while it goes on, and resumed to its end. */
    private static void killAndResume(int seed) throws IOException, InterruptedException {
        Path target = folder.resolve("killed-" + seed);
        List<String> run =
                List.of("run", scenario.toString(), "--quiet", "--driver", driver(seed), "--out", target.toString());
        killed(run, target, Mix.below(Mix.mix(seed, 1, 0, 0), 2000));
        List<String> resume = List.of(
                "resume", "killed-" + seed, "--quiet", "--runs", folder.toString(), "--driver", driver(seed + 1));
        if (!Files.exists(target)) {
            killed(resume, target, Mix.below(Mix.mix(seed, 2, 0, 0), 2000));
        }
        CommandRun last = CommandRun.of(resume.toArray(String[]::new));
        if (Files.exists(target) && last.code() == ExitCode.BAD_INPUT) {
            assertThat(last.err()).contains("it is over"); // it was faster than the second kill
        } else {
            assertThat(last.code()).as(last.err()).isEqualTo(ExitCode.DONE);
        }
        same(target);
    }

    private static String driver(int number) {
        return number % 2 == 0 ? "sequential" : "actors";
    }

    private static void same(Path target) throws IOException {
        for (String file : List.of("events.jsonl", "timeseries.csv", "latency.hdr", "scenario.conf")) {
            assertThat(Files.readString(target.resolve(file)))
                    .as(file)
                    .isEqualTo(Files.readString(whole.resolve(file)));
        }
        assertThat(summary(target)).isEqualTo(summary(whole));
        CommandRun replay = CommandRun.of("replay", target.toString(), "--driver", "sequential");
        assertThat(replay.code()).as(replay.out() + replay.err()).isEqualTo(ExitCode.DONE);
    }

    /** All but what depends on who ran it. */
    private static JsonNode summary(Path run) throws IOException {
        ObjectNode summary = (ObjectNode)
                new ObjectMapper().readTree(run.resolve("summary.json").toFile());
        summary.remove(List.of("run", "driver", "threads", "cost"));
        return summary;
    }

    /** Starts a command in another process and kills it so long after its journal is there. */
    private static void killed(List<String> command, Path target, long millis)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        all.addAll(command);
        Process child = new ProcessBuilder(all)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Path partial = target.resolveSibling("." + target.getFileName() + ".partial");
        while (child.isAlive() && records(partial) == 0) {
            Thread.sleep(20);
        }
        Thread.sleep(millis);
        child.destroyForcibly();
        assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }

    /** Whether something is in the journal, as far as its size tells. */
    private static long records(Path partial) throws IOException {
        Path journal = partial.resolve("journal.mv.db");
        return Files.exists(journal) && Files.size(journal) > 80_000 ? 1 : 0;
    }

    @Test
    void aFinishedRunIsNotResumed() throws IOException {
        CommandRun refused = CommandRun.of("resume", whole.toString()).refused();
        assertThat(refused.err()).contains("it is over, completed at cycle").contains("nothing to go on with");
    }
}
