package org.reweave.emulator.cli.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.Drawings;
import org.reweave.emulator.cli.common.ExitCode;

@Tag("slow")
class SweepCommandTest {
    private static final String TORUS = """
            description = "A 4x4 torus of input-queued routers"
            fabric { generator = "torus:4x4" }
            routing { engine = dimension-order }
            device { preset = iq-router, switch { vls = 2, crossbar-delay = 0cycles } }
            manager { host-latency = 20cycles, timeout = 2000cycles }
            traffic { pattern = uniform, load = 0.1 }
            run { warmup = 1000cycles, duration = 7000cycles, cut-interval = 200cycles }
            """;

    @TempDir
    private Path folder;

    private CommandRun sweep(String... more) throws IOException {
        return sweepOf(TORUS, more);
    }

    private CommandRun sweepOf(String text, String... more) throws IOException {
        Path scenario = Files.writeString(folder.resolve("torus.conf"), text);
        List<String> args = new ArrayList<>(List.of("sweep", scenario.toString()));
        args.addAll(List.of(more));
        if (!args.contains("--out")) {
            args.addAll(List.of("--out", out().toString()));
        }
        return CommandRun.of(args.toArray(String[]::new));
    }

    private Path out() {
        return folder.resolve("out");
    }

    private static double mean(JsonNode point, String... path) {
        JsonNode node = point;
        for (String name : path) {
            node = node.get(name);
        }
        return node.get("mean").doubleValue();
    }

    @Test
    void latencyRisesWithAKneeAndAcceptedIsOfferedBelowItWhateverTheNumberOfThreads() throws IOException {
        String[] what = {"--load", "0.1..0.9:0.2", "--seeds", "3", "--saturation", "--resolution", "0.05", "--json"};
        JsonNode one =
                sweep(with(what, "--quiet", "--threads", "1")).succeeded().json();
        Path other = folder.resolve("other");
        JsonNode three = sweep(with(what, "--quiet", "--threads", "3", "--out", other.toString()))
                .succeeded()
                .json();
        assertThat(three).isEqualTo(one);
        for (String file : List.of("runs.csv", "curves.csv", "sweep.svg", "sweep.json", "scenario.conf")) {
            assertThat(other.resolve(file)).hasSameTextualContentAs(out().resolve(file));
        }
        Drawings.isWhole(Files.readString(other.resolve("sweep.svg")));

        JsonNode curve = one.get("curves").get(0);
        JsonNode load = curve.get("saturation").get("load");
        double knee = load.get("mean").doubleValue();
        assertThat(knee).isBetween(0.4, 0.9);
        assertThat(load.get("halfWidth").doubleValue()).isBetween(0.02, 0.2);
        double before = 0;
        for (JsonNode point : curve.get("points")) {
            double latency = mean(point, "total", "mean");
            assertThat(latency).isGreaterThan(before);
            before = latency;
            if (point.get("load").doubleValue() < knee - load.get("halfWidth").doubleValue()) {
                double interval = point.get("accepted").get("halfWidth").doubleValue()
                        + point.get("offered").get("halfWidth").doubleValue();
                assertThat(Math.abs(mean(point, "accepted") - mean(point, "offered")))
                        .isLessThan(Math.max(interval, 0.005));
                assertThat(point.get("outcomes").get("completed").intValue()).isEqualTo(3);
            }
        }
        JsonNode points = curve.get("points");
        assertThat(before).isGreaterThan(10 * mean(points.get(0), "total", "mean"));
        assertThat(points.get(4).get("outcomes").get("saturated").intValue()).isEqualTo(3);
    }

    private static String[] with(String[] args, String... more) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void aSecondSweepRunsOnlyWhatIsMissing() throws IOException {
        CommandRun first =
                sweep("--load", "0.1", "--seeds", "2", "--vary", "device.switch.input-buffer=32flits,64flits");
        assertThat(first.code()).isZero();
        assertThat(first.err()).contains("[4/4]").contains("input-buffer=32flits, load 0.1, seed 1: accepted 0.1");
        assertThat(first.out()).contains("2 curves, 1 load, 2 seeds").contains("total latency, mean");
        CommandRun wider =
                sweep("--load", "0.1,0.2", "--seeds", "2", "--vary", "device.switch.input-buffer=64flits,128flits");
        assertThat(wider.err().lines().filter(line -> line.contains("accepted")))
                .hasSize(6)
                .noneMatch(line -> line.contains("64flits, load 0.1,"));
        assertThat(wider.err()).contains("4 runs found in");
    }

    @Test
    void aChangedScenarioOrOverrideIsRefusedWithTheReason() throws IOException {
        sweep("--load", "0.1", "--seeds", "1", "--quiet").succeeded();
        assertThat(sweepOf(TORUS.replace("7000cycles", "8000cycles"), "--load", "0.1")
                        .refused()
                        .err())
                .contains("was begun with ", "; run.duration = \"7us\", now \"8us\"")
                .contains("--out");
        assertThat(sweep("--load", "0.1", "--set", "device.switch.vls=3")
                        .refused()
                        .err())
                .contains("was begun with device.switch.vls = 2, now 3");
        assertThat(sweepOf(TORUS.replace("A 4x4", "Another"), "--load", "0.1", "--seeds", "1", "--quiet")
                        .code())
                .isZero();
    }

    @Test
    void everythingWrongIsToldAtOnceAndNothingIsWritten() throws IOException {
        String err = sweep(
                        "--load",
                        "0.2..0.1:0.1",
                        "--vary",
                        "seed=1,2",
                        "--vary",
                        "x",
                        "--seeds",
                        "0",
                        "--threads",
                        "0",
                        "--tolerance",
                        "1",
                        "--latency-multiple",
                        "1",
                        "--resolution",
                        "0",
                        "--zero-load",
                        "2")
                .refused()
                .err();
        assertThat(err)
                .contains("--load: ", "--vary seed=1,2: the sweep varies that itself", "'x' is not key=a,b,c")
                .contains(
                        "--seeds 0", "--threads 0", "--tolerance", "--latency-multiple", "--resolution", "--zero-load");
        assertThat(sweep("--vary", "device.switch.vls=2,99", "--load", "0.1")
                        .refused()
                        .err())
                .contains("--vary device.switch.vls=99");
        assertThat(out()).doesNotExist();
    }

    @Test
    void withoutLoadsThereIsOnePointAtTheScenariosOwn() throws IOException {
        JsonNode points = sweep("--seeds", "1", "--quiet", "--json")
                .succeeded()
                .json()
                .get("curves")
                .get(0)
                .get("points");
        assertThat(points).hasSize(1);
        assertThat(points.get(0).get("load").doubleValue()).isEqualTo(0.1);
    }

    /** The network stands still for a quarter of the traffic's time, so that accepted falls behind offered. */
    @Test
    void aRunThatAReconfigurationHoldsUpDrainsAndItsLatenciesHaveTheWait() throws IOException {
        String text = TORUS.replace("dimension-order", "updown")
                + "faults = [ { at = 5000cycles, link = random } ]\nreconfiguration.scheme = static\n";
        JsonNode point = sweepOf(text, "--seeds", "1", "--quiet", "--json")
                .succeeded()
                .json()
                .get("curves")
                .get(0)
                .get("points")
                .get(0);
        assertThat(point.get("outcomes").get("completed").intValue()).isOne();
        assertThat(mean(point, "accepted")).isLessThan(0.95 * mean(point, "offered"));
        assertThat(mean(point, "total", "p99")).isGreaterThan(1000);
    }

    @Test
    void aNumberWhoseSumsWouldTakeAllMemoryIsNone() throws IOException {
        assertThat(sweep("--saturation", "--zero-load", "1e-999999999")
                        .refused()
                        .err())
                .contains("'--zero-load'", "'1e-999999999' is no number; write for example 0.05");
    }

    @Test
    void aDeadlockIsAFailedCheck() throws IOException {
        CommandRun run = sweep(
                "--load",
                "0.9",
                "--seeds",
                "1",
                "--quiet",
                "--set",
                "routing.engine=min-hop",
                "--set",
                "fabric.generator=torus:8",
                "--set",
                "device.switch.input-buffer=16flits",
                "--set",
                "device.switch.vls=1");
        assertThat(run.code()).as(run.out()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(run.out()).contains("1 deadlocked");
    }
}
