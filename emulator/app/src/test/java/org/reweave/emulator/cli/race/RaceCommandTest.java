package org.reweave.emulator.cli.race;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.common.ExitCode;

@Tag("slow")
class RaceCommandTest {
    private static final String NAIVE = """
            name = "naive"
            description = "Re-rooting a small torus of one-packet buffers without a scheme"
            fabric { generator = "torus:4x4" }
            routing { engine = updown, options { root = "s0_0" } }
            device { preset = iba-1x, switch { input-buffer = 64B, output-buffer = 64B } }
            traffic { pattern = uniform, load = 0.9 }
            faults = [ { at = 60us, link = "s1_1-s1_2" } ]
            reconfiguration { scheme = naive, engine-options { root = "s2_2" } }
            run { warmup = 20us, duration = 400us, limit = 4ms }
            """;

    @TempDir
    private Path folder;

    private CommandRun race(String text, String... more) throws IOException {
        Path scenario = Files.writeString(folder.resolve("naive.conf"), text);
        List<String> args = new ArrayList<>(List.of("race", scenario.toString(), "--quiet"));
        args.addAll(List.of(more));
        if (!args.contains("--out")) {
            args.addAll(List.of("--out", folder.resolve("out").toString()));
        }
        return CommandRun.of(args.toArray(String[]::new));
    }

    @Test
    void aRaceIsTheSameForEveryNumberOfThreadsAndGoesOnWhereItWas() throws IOException {
        JsonNode one = race(NAIVE, "--runs", "12", "--threads", "1", "--findings", "0", "--json")
                .succeeded()
                .json();
        String other = folder.resolve("other").toString();
        race(NAIVE, "--runs", "5", "--threads", "2", "--findings", "0", "--out", other)
                .succeeded();
        long before = Files.lines(Path.of(other, "state.jsonl")).count();
        JsonNode two = race(NAIVE, "--runs", "12", "--threads", "2", "--findings", "0", "--out", other, "--json")
                .succeeded()
                .json();
        assertThat(before).isEqualTo(1 + 5);
        assertThat(Files.lines(Path.of(other, "state.jsonl"))).hasSize(1 + 12);
        assertThat(two).isEqualTo(one);

        int sum = 0;
        for (JsonNode count : one.get("classes")) {
            sum += count.intValue();
        }
        assertThat(one.get("runs").intValue()).isEqualTo(12).isEqualTo(sum);
        assertThat(one.get("classes").get("deadlocked").intValue()).isBetween(3, 12);
        JsonNode share = one.get("shares").get("deadlocked");
        assertThat(share.get("low").doubleValue()).isLessThan(share.get("share").doubleValue());
    }

    @Test
    void seedsDoNotBeginAgainBehindTheLastOne() throws IOException {
        assertThat(race(NAIVE, "--runs", "2", "--seed", "9223372036854775807")
                        .refused()
                        .errLines())
                .containsExactly("reweave: --runs 2 from seed 9223372036854775807: seeds end at 9223372036854775807;"
                        + " lower one of the two");
    }

    @Test
    void aRaceThatWasKilledWhileItWroteAFindingWritesItAnew() throws IOException {
        race(NAIVE, "--runs", "8", "--findings", "1").succeeded();
        Path finding;
        try (var findings = Files.list(folder.resolve("out"))) {
            finding = findings.filter(Files::isDirectory).findFirst().orElseThrow();
        }
        Files.delete(finding.resolve("README.md"));
        Files.move(finding.resolve("run"), finding.resolve(".run.partial"));

        race(NAIVE, "--runs", "8", "--findings", "1").succeeded();
        assertThat(finding.resolve("README.md")).exists();
        assertThat(finding.resolve("run/summary.json")).exists();
        assertThat(finding.resolve(".run.partial")).doesNotExist();

        assertThat(CommandRun.of("replay", finding.toString()).refused().errLines())
                .containsExactly("reweave: " + finding + ": is a finding; its run is " + finding.resolve("run"));
    }

    @Test
    void aRunOfAVariedSeedHasNoShares() throws IOException {
        long varied = 1 | 1L << 40;
        String[] what = {"--runs", "1", "--findings", "0", "--seed", "" + varied};
        assertThat(race(NAIVE, what).succeeded().out())
                .contains("no shares: ")
                .doesNotContain("NaN")
                .doesNotContain("95% interval");
        List<String> json = new ArrayList<>(List.of(what));
        json.addAll(List.of("--json", "--out", folder.resolve("json").toString()));
        JsonNode document = race(NAIVE, json.toArray(String[]::new)).succeeded().json();
        assertThat(document.get("shares")).isEmpty();
        assertThat(document.get("plainRuns").intValue()).isZero();
    }

    @Test
    void aFindingIsAFolderWhoseScenarioAndJournalRepeatIt() throws IOException {
        JsonNode document = race(NAIVE, "--runs", "8", "--json").succeeded().json();
        JsonNode finding = document.get("findings").get(0);
        assertThat(finding.get("class").textValue()).isEqualTo("deadlocked");
        Path found = Path.of(finding.get("folder").textValue());
        assertThat(found.resolve("run/report.html")).isRegularFile();
        assertThat(found.resolve("README.md"))
                .content()
                .contains(
                        "reweave run scenario.conf", finding.get("fingerprint").textValue(), "| port | VL |");
        CommandRun again = CommandRun.of(
                "run",
                found.resolve("scenario.conf").toString(),
                "--quiet",
                "--json",
                "--no-journal",
                "--out",
                folder.resolve("again").toString());
        assertThat(again.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(again.json().get("outcome").textValue()).isEqualTo("deadlocked");
        assertThat(again.json().get("fingerprint")).isEqualTo(finding.get("fingerprint"));
        CommandRun.of("replay", found.resolve("run").toString(), "--driver", "sequential")
                .succeeded();
    }

    @Test
    void shrinkingEndsInTheSameSmallerScenarioForEveryNumberOfThreadsAndThatFailsInTheSameWay() throws IOException {
        String[] what = {
            "--seed",
            "3",
            "--runs",
            "8",
            "--findings",
            "1",
            "--shrink",
            "--shrink-runs",
            "400",
            "--json",
            "--threads",
            "1"
        };
        JsonNode one = race(NAIVE, what).succeeded().json();
        List<String> with = new ArrayList<>(List.of(what).subList(0, what.length - 1));
        with.addAll(List.of("3", "--out", folder.resolve("other").toString()));
        JsonNode three = race(NAIVE, with.toArray(String[]::new)).succeeded().json();
        JsonNode finding = one.get("findings").get(0);
        assertThat(finding.get("class").textValue()).isEqualTo("deadlocked");
        Path found = Path.of(finding.get("folder").textValue());
        Path other = Path.of(three.get("findings").get(0).get("folder").textValue());
        for (String file : List.of("scenario.conf", "traffic.csv", "shrunk.json", "README.md")) {
            assertThat(other.resolve(file)).hasSameTextualContentAs(found.resolve(file));
        }
        JsonNode before = finding.get("shrunk").get("before");
        JsonNode after = finding.get("shrunk").get("after");
        assertThat(before.get("messages").intValue()).isGreaterThan(1000);
        assertThat(after.get("messages").intValue()).isLessThan(50);
        assertThat(after.get("disturbances").intValue()).isZero();
        assertThat(after.get("switches").intValue()).isLessThan(16);
        CommandRun again = CommandRun.of(
                "run",
                found.resolve("scenario.conf").toString(),
                "--quiet",
                "--json",
                "--no-journal",
                "--out",
                folder.resolve("again").toString());
        assertThat(again.json().get("outcome").textValue()).isEqualTo("deadlocked");
        assertThat(again.json().get("fingerprint")).isEqualTo(finding.get("fingerprint"));
        assertThat(race(NAIVE, what).succeeded().json())
                .as("found again, not made again")
                .isEqualTo(one);
        for (String damaged : List.of("[1]", "{ \"text\": 7 }", "{ \"text", "[".repeat(100_000))) {
            Files.writeString(found.resolve("shrunk.json"), damaged);
            assertThat(race(NAIVE, what).refused().errLines())
                    .containsExactly("reweave: " + found.resolve("shrunk.json")
                            + ": is no document of a race; remove the folder " + found
                            + " to have the finding written anew");
        }
    }

    @Test
    void theFirstLaxRunOfEachFailureKeepsTheJournalThatItWroteAndIsReplayed() throws IOException {
        String[] what = {
            "--lax",
            "--runs",
            "4",
            "--vary",
            "none",
            "--set",
            "run.lax.slack=1us",
            "--set",
            "run.duration=200us",
            "--json"
        };
        JsonNode document = race(NAIVE, what).succeeded().json();
        assertThat(document.get("classes").get("clean").intValue()).isLessThan(4);
        for (JsonNode finding : document.get("findings")) {
            Path found = Path.of(finding.get("folder").textValue());
            assertThat(found.resolve("README.md"))
                    .content()
                    .contains("reweave replay run", finding.get("fingerprint").textValue());
            JsonNode replay = CommandRun.of(
                            "replay", found.resolve("run").toString(), "--driver", "sequential", "--json")
                    .succeeded()
                    .json();
            assertThat(replay.get("report").get("fingerprint")).isEqualTo(finding.get("fingerprint"));
        }
        assertThat(Files.list(folder.resolve("out")))
                .as("the state, the scenario, the results and a folder a finding")
                .hasSize(3 + document.get("findings").size());
        assertThat(race(NAIVE, what).succeeded().json())
                .as("no run is made again")
                .isEqualTo(document);
    }

    @Test
    void aFailureUnderASeededScheduleIsShrunkAndHappensAgain() throws IOException {
        JsonNode finding = race(
                        NAIVE,
                        "--schedule",
                        "pos",
                        "--seed",
                        "8",
                        "--runs",
                        "1",
                        "--vary",
                        "none",
                        "--findings",
                        "1",
                        "--shrink",
                        "--shrink-runs",
                        "60",
                        "--json")
                .succeeded()
                .json()
                .get("findings")
                .get(0);
        Path found = Path.of(finding.get("folder").textValue());
        String late = "late stretches";
        assertThat(finding.get("shrunk").get("after").get(late).intValue())
                .as("decisions of the schedule that are left")
                .isLessThan(finding.get("shrunk").get("before").get(late).intValue() / 10);
        assertThat(found.resolve("scenario.conf")).content().contains("schedule=listed");
        JsonNode again = CommandRun.of(
                        "run",
                        found.resolve("scenario.conf").toString(),
                        "--driver",
                        "sequential",
                        "--no-journal",
                        "--out",
                        folder.resolve("again").toString(),
                        "--json")
                .json();
        assertThat(found.resolve("README.md"))
                .content()
                .contains("reweave run scenario.conf", again.get("fingerprint").textValue());
    }

    @Test
    void aScheduleIsSeededOrLeftToThreads() throws IOException {
        CommandRun both = race(NAIVE, "--schedule", "pct", "--lax");
        assertThat(both.code()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(both.err()).contains("--schedule pct: --lax leaves it to threads; leave one of them out");
        assertThat(race(NAIVE, "--schedule", "fifo").err())
                .contains("run.lax.schedule = fifo is not threads, uniform, withheld, pct, pos, aimed or listed");
        assertThat(race(NAIVE, "--schedule", "listed").err())
                .contains("--schedule listed: nothing is drawn, so all runs would be late alike; choose another");
    }

    @Test
    void anExpectationThatIsNotMetIsAFailure() throws IOException {
        assertThat(race(NAIVE, "--runs", "8", "--findings", "0", "--expect", "clean")
                        .code())
                .isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(race(NAIVE, "--runs", "8", "--findings", "0", "--expect", "promises")
                        .code())
                .as("naive does not promise to be free of deadlocks")
                .isEqualTo(ExitCode.DONE);
    }

    @Test
    void aShareIsExpectedToLieBelowABoundWithItsWholeInterval() throws IOException {
        CommandRun none = race(NAIVE, "--runs", "8", "--findings", "0", "--expect", "looped<40%");
        assertThat(none.succeeded().out()).contains("expected looped<40%: met, 0 of 8 runs, 0.0 to 32.4%");
        CommandRun few = race(NAIVE, "--runs", "8", "--findings", "0", "--expect", "looped<0.3");
        assertThat(few.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(few.out()).contains("expected looped<0.3: not met, 0 of 8 runs, 0.0 to 32.4%");
        assertThat(race(NAIVE, "--expect", "late<5%").err())
                .contains("--expect late<5%: is neither clean nor promises, nor a class and a share as discarded<5%");
    }

    @Test
    void theReportNamesThePromisesThatWereJudgedThatCouldNotBeAndThatTheSchemeDoesNotMake() throws IOException {
        assertThat(race(NAIVE, "--runs", "1", "--findings", "0").succeeded().out())
                .contains("judged in each run, of what naive promises: RUN_ENDS, ")
                .doesNotContain("promised and not judged")
                .contains("not promised: NO_DEADLOCK, ");
        JsonNode lax = race(NAIVE, "--runs", "1", "--lax", "--findings", "0", "--json", "--out", folder + "/lax")
                .json();
        assertThat(lax.get("promises").get("judged").toString())
                .contains("NO_DISCARD")
                .doesNotContain("RIGHT_NIC");
        assertThat(lax.get("promises").get("notJudged").get("RIGHT_NIC").textValue())
                .contains("in lax runs");
        assertThat(race(NAIVE, "--runs", "1", "--schedule", "pos", "--findings", "0", "--out", folder + "/pos")
                        .succeeded()
                        .out())
                .as("one thread runs the devices of a lax run under a seeded schedule")
                .containsPattern("judged in each run, of what naive promises: .*RIGHT_NIC")
                .doesNotContain("not judged: RIGHT_NIC");
    }

    @Test
    void aRaceIsComparedSeedBySeedWithAnEarlierOneAndWithThatOfABuild() throws IOException {
        String before = folder.resolve("before").toString();
        race(NAIVE, "--runs", "6", "--findings", "0", "--out", before).succeeded();
        JsonNode same = race(NAIVE, "--runs", "4", "--findings", "0", "--against", before, "--json")
                .succeeded()
                .json()
                .get("against");
        assertThat(same.get("seeds").intValue()).isEqualTo(4);
        assertThat(same.get("otherFingerprint")).isEmpty();

        String[] other = {"--runs", "4", "--findings", "0", "--set", "traffic.load=0.1", "--out", folder + "/other"};
        List<String> with = new ArrayList<>(List.of(other));
        with.addAll(List.of("--against", before + "/race.json"));
        assertThat(race(NAIVE, with.toArray(String[]::new)).succeeded().out())
                .contains("4 seeds in both: 4 with another fingerprint (")
                .contains("here", "there");

        Path launcher = Files.writeString(
                folder.resolve("build"), "#!/bin/sh\nfor out; do :; done\ncp -r " + before + "/* $out\n");
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        JsonNode build = race(NAIVE, "--runs", "4", "--findings", "0", "--against", launcher.toString(), "--json")
                .succeeded()
                .json()
                .get("against");
        assertThat(build).isEqualTo(same);

        Path state = folder.resolve("before/state.jsonl");
        Files.writeString(state, Files.readString(state).replace("\"fingerprints\":2,", ""));
        assertThat(race(NAIVE, "--runs", "4", "--against", before).refused().errLines())
                .containsExactly("reweave: --against " + before + ": cannot be compared: " + state
                        + ": has fingerprints of version 1, and this software makes version 2; name a race of a build"
                        + " that makes the same");
        assertThat(race(NAIVE, "--runs", "4", "--against", folder + "/nowhere")
                        .refused()
                        .errLines())
                .containsExactly("reweave: --against " + folder
                        + "/nowhere: is not there; name the folder of a race, or the launcher of a build");
    }

    @Test
    void whatIsWrongIsSaidBeforeTheFirstRun() throws IOException {
        assertThat(race(NAIVE, "--runs", "0", "--vary", "fault-time", "--expect", "cleen")
                        .refused()
                        .errLines())
                .containsExactly(
                        "reweave: --runs 0 < 1; raise it",
                        "reweave: --expect cleen: is neither clean nor promises, nor a class and a share as discarded<5%",
                        "reweave: --vary fault-time: nothing of that name is varied; did you mean fault-times?");
        assertThat(race(NAIVE, "--vary=,").refused().errLines())
                .containsExactly("reweave: --vary names nothing; name something, or 'none', or leave the option out");
        assertThat(race(NAIVE, "--vary=flaps,none,flaps").refused().errLines())
                .containsExactly(
                        "reweave: --vary: 'none' stands beside something that is varied; take one out",
                        "reweave: --vary: flaps is named twice; take one out");
        assertThat(race(NAIVE, "--lax", "--shrink").refused().err())
                .contains("--shrink: with less in it a lax run would not happen again");
        race(NAIVE, "--runs", "1", "--findings", "0").succeeded();
        assertThat(race(NAIVE, "--runs", "1", "--set", "traffic.load=0.5")
                        .refused()
                        .err())
                .contains("state.jsonl: was begun with traffic.load = 0.9, now 0.5")
                .contains("do not belong to this race");
        Files.writeString(folder.resolve("out/state.jsonl"), "{\"seed\":7}\n", StandardOpenOption.APPEND);
        assertThat(race(NAIVE, "--runs", "1").refused().err()).contains("state.jsonl:3: is no line of a race");
    }
}
