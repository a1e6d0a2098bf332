package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.KeptRuns;
import org.reweave.emulator.cli.TorusRun;

/** A lax run as a user has it: looked into like any other, and resumed as another branch. */
class LaxRunCommandsTest {
    private static final String SCENARIO = KeptRuns.EBRD + "run { asynchrony = lax, lax.slack = 400ns }\n";

    @TempDir
    private static Path folder;

    @BeforeAll
    static void run() throws IOException {
        new KeptRuns(folder).run("a", SCENARIO);
    }

    private static Path runs() {
        return folder.resolve("runs");
    }

    private static CommandRun reweave(String... args) {
        return new KeptRuns(folder).reweave(args);
    }

    @Test
    void aCheckpointOfALaxRunShortensItsReplay() {
        CommandRun replay = reweave("replay", "a", "--from", "45us");
        assertThat(replay.code()).as(replay.out() + replay.err()).isZero();
        assertThat(replay.out()).contains("equal", "from 4", "outcome    completed");
        assertThat(replay.err()).isEmpty();
        assertThat(reweave("replay", "a", "--from", "45us", "--driver", "sequential")
                        .succeeded()
                        .out())
                .isEqualTo(replay.out());
    }

    @Test
    void devicesOfALaxRunAreShownAtAnyCycle() {
        CommandRun fromCheckpoint =
                reweave("replay", "a", "--watch", "s1_1,manager", "--from", "45us", "--until", "49us");
        assertThat(fromCheckpoint.succeeded().out()).contains("s1_1 at 45.00 us (cycle 11,250)", "manager at");
        CommandRun fromStart = reweave("replay", "a", "--watch", "s1_1,manager", "--until", "49us");
        assertThat(fromStart.succeeded().out()).endsWith(states(fromCheckpoint.out(), "s1_1 at 46.00 us"));
    }

    private static String states(String out, String from) {
        return out.substring(out.indexOf(from));
    }

    @Test
    void aPacketOfALaxRunIsFollowed() {
        JsonNode life = reweave("replay", "a", "--packet", "n0_0#20", "--json")
                .succeeded()
                .json();
        assertThat(life.path("end").asText()).isEqualTo("delivered");
        assertThat(life.path("hops")).isNotEmpty();
    }

    @Test
    void aBreakStopsInALaxRun() {
        assertThat(reweave("replay", "a", "--break", "fault").succeeded().out()).contains("port-down", "DOWN");
    }

    @Test
    void aLaxRunIsNotForkedAndToldWhy() {
        assertThat(reweave("fork", "a", "--at", "44us", "--set", "run.limit=700us")
                        .refused()
                        .err())
                .contains("a: it is a lax run, whose past its schedule decided; fork a conservative run");
    }

    /** As after a kill between the end of the journal and the results. */
    @Test
    void aResumedLaxRunIsABranchWhichSaysSo() throws IOException {
        TorusRun.unwritten(runs().resolve("a"), "broken");
        assertThat(reweave("resume", "broken", "--driver", "sequential")
                        .refused()
                        .err())
                .contains("run.lax.schedule = threads; use --driver actors");
        CommandRun onNodes = reweave("resume", "broken", "--nodes", "2").refused();
        assertThat(onNodes.errLines()).hasSize(1);
        assertThat(onNodes.err()).contains("at which nodes cannot begin", "leave out --nodes and --cluster");

        CommandRun resumed = reweave("resume", "broken", "--quiet");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(resumed.err()).contains("goes on from its checkpoint at cycle", "another branch");
        assertThat(resumed.out()).contains("another branch from ");
        CommandRun replay = reweave("replay", "broken", "--driver", "sequential");
        assertThat(replay.code()).as(replay.out() + replay.err()).isZero();
        JsonNode summary =
                reweave("runs", "show", "broken", "--json").succeeded().json();
        long branch = summary.path("branches").get(0).path("cycle").asLong();
        assertThat(branch).isPositive();
        assertThat(replay.out()).contains(summary.path("fingerprint").asText());
        assertThat(reweave("runs").succeeded().out()).contains("another branch from cycle ");
        assertThat(Files.readString(runs().resolve("broken/report.html")))
                .contains("another branch from cycle " + branch + " on");
        assertThat(reweave("runs", "verify", "broken").code()).isZero();
        assertThat(reweave("runs", "events", "broken", "--json").succeeded().out())
                .as("events of the branch, without those that are void")
                .isEqualTo(Files.readString(runs().resolve("broken/events.jsonl")));
    }
}
