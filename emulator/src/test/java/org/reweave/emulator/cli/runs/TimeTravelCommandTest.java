package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;

/** Looks into one small run, as a user has them: a torus that loses a link, with checkpoints every 20 us. */
class TimeTravelCommandTest {
    private static final String SCENARIO = """
            description = "A torus loses a link"
            seed = 7
            fabric.generator = "torus:3x3"
            routing.engine = updown
            device.preset = iba-1x
            manager { host-latency = 100ns, timeout = 100us }
            traffic.load = 0.2
            faults = [ { at = 30us, link = "s1_1-s2_1" } ]
            reconfiguration.scheme = ebrd
            run { warmup = 10us, duration = 60us, limit = 600us, cut-interval = 2us, checkpoint = every 20us }
            """;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path folder;

    @BeforeAll
    static void run() throws IOException {
        Path scenario = Files.writeString(folder.resolve("torus.conf"), SCENARIO);
        CommandRun.of(
                        "run",
                        scenario.toString(),
                        "--driver",
                        "sequential",
                        "--quiet",
                        "--out",
                        folder.resolve("runs/a").toString())
                .succeeded();
    }

    private static CommandRun reweave(String... args) {
        String[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--runs";
        all[args.length + 1] = folder.resolve("runs").toString();
        return CommandRun.of(all);
    }

    private static List<JsonNode> lines(CommandRun run) throws IOException {
        List<JsonNode> all = new java.util.ArrayList<>();
        for (String line : run.out().lines().toList()) {
            all.add(JSON.readTree(line));
        }
        return all;
    }

    @Test
    void aWatchShowsDevicesAtEveryCut() throws IOException {
        List<JsonNode> states = lines(
                reweave("replay", "a", "--watch", "s1_1,n0_0,manager", "--from", "40us", "--until", "44us", "--json")
                        .succeeded());

        assertThat(states)
                .extracting(state -> state.path("device").asText() + "@" + state.path("cycle"))
                .containsExactly(
                        "s1_1@10000",
                        "n0_0@10000",
                        "manager@10000",
                        "s1_1@10500",
                        "n0_0@10500",
                        "manager@10500",
                        "s1_1@11000",
                        "n0_0@11000",
                        "manager@11000");
        assertThat(states.get(0).path("scheme").path("epoch").asInt()).isZero();
        assertThat(states.get(0).path("ports")).hasSize(5);
        assertThat(states.get(0).path("ports").get(0).path("up").asBoolean()).isFalse();
        assertThat(states.get(0).path("ports").get(0).path("peer").asText()).startsWith("s2_1.");
        assertThat(states.get(2).path("phase").asText()).isNotEqualTo("idle");
        assertThat(reweave("replay", "a", "--watch", "s1_1", "--from", "40us", "--until", "40us")
                        .succeeded()
                        .out())
                .contains("s1_1 at 40.00 us (cycle 10,000): switch", "epoch 0", "DOWN");
    }

    @Test
    void aWatchOfEveryDeviceInEveryCycleLeavesTheRunAsItWas() {
        String all =
                "s0_0,s0_1,s0_2,s1_0,s1_1,s1_2,s2_0,s2_1,s2_2,n0_0,n0_1,n0_2,n1_0,n1_1,n1_2,n2_0,n2_1,n2_2,manager";

        CommandRun watch = reweave("replay", "a", "--watch", all, "--every", "cycle", "--from", "60us");
        // every cut on the way is compared with the journal: a difference ends the watch with exit code 1
        assertThat(watch.code()).as(watch.err()).isZero();
        assertThat(watch.out()).contains("epoch 1");
    }

    @Test
    void aWatchOfAnUnknownDeviceNamesTheNearestOne() {
        assertThat(reweave("replay", "a", "--watch", "s1_l").refused().err())
                .contains("--watch s1_l: no device of a has that name; the nearest one is s1_");
    }
}
