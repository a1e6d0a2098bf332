package org.reweave.emulator.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.common.ExitCode;
import org.reweave.emulator.scenario.ScenarioLoader;

@Tag("slow")
class RunCommandTest {
    private static final String RING = """
            description = "A ring of four loses a link"
            seed = 3
            fabric { generator = "torus:4" }
            routing { engine = updown }
            device { preset = iba-1x }
            traffic { load = 0.1 }
            faults = [ { at = 120us, link = "s0-s1" } ]
            reconfiguration { scheme = ebrd }
            run { warmup = 50us, duration = 300us, limit = 1ms }
            """;

    @TempDir
    private Path folder;

    private Path scenario(String text) throws IOException {
        return Files.writeString(folder.resolve("ring.conf"), text);
    }

    private Path out() {
        return folder.resolve("results").resolve("run");
    }

    /** Runs RING with more arguments; its results go to {@link #out}. */
    private CommandRun run(String... more) throws IOException {
        return run(scenario(RING), more);
    }

    private CommandRun run(Path scenario, String... more) {
        List<String> args = new ArrayList<>(List.of("run", scenario.toString()));
        args.addAll(List.of(more));
        if (!args.contains("--driver")) {
            args.addAll(List.of("--driver", "sequential"));
        }
        if (!args.contains("--out")) {
            args.addAll(List.of("--out", out().toString()));
        }
        return CommandRun.of(args.toArray(String[]::new));
    }

    private static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(Files.readString(file));
    }

    /** Bad input, and nothing but the scenario in the folder. */
    private List<String> refused(CommandRun run) throws IOException {
        List<String> lines = run.refused().errLines();
        assertThat(out()).doesNotExist();
        assertThat(out().getParent()).doesNotExist();
        return lines;
    }

    @Test
    void aLoadThatWasTooHighBeforeTheFaultIsSaid() throws IOException {
        assertThat(run("--quiet", "--set", "faults=[{at=200us,link=\"s0-s1\"}]")
                        .succeeded()
                        .out())
                .doesNotContain("saturation");
        String out = run(
                        "--quiet",
                        "--set",
                        "faults=[{at=200us,link=\"s0-s1\"}]",
                        "--set",
                        "traffic.load=0.9",
                        "--out",
                        folder.resolve("high").toString())
                .out();
        assertThat(out).contains("above saturation: up to").contains("before any change, 0.8");
    }

    @Test
    void jsonOnStdoutIsTheSummaryOfTheFolder() throws IOException {
        CommandRun run = run("--json", "--quiet").succeeded();
        JsonNode summary = run.json();
        assertThat(summary).isEqualTo(json(out().resolve("summary.json")));
        assertThat(summary.get("outcome").textValue()).isEqualTo("completed");
        assertThat(summary.get("scenario").textValue()).isEqualTo("ring");
        assertThat(summary.get("run").textValue()).startsWith("ring-3-");
        assertThat(summary.get("fingerprint").textValue()).matches("[0-9a-f]{64}");
        for (String field : List.of("software", "seed", "cycles", "packets", "load", "latency", "hops", "cost")) {
            assertThat(summary.get(field).isNull()).as(field).isFalse();
        }
        assertThat(summary.get("deadlock").isNull()).isTrue();
        assertThat(summary.get("reconfigurations").size()).isEqualTo(1);
        JsonNode mean = summary.get("latency").get("network");
        assertThat(mean.get("ns").get("mean").doubleValue())
                .isEqualTo(4 * mean.get("mean").doubleValue());
        assertThat(mean.get("p50").longValue())
                .isLessThanOrEqualTo(mean.get("max").longValue());
    }

    @Test
    void theFolderHoldsEverythingAndNothingElse() throws IOException {
        run("--quiet").succeeded();
        try (Stream<Path> files = Files.list(out())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "summary.json",
                            "timeseries.csv",
                            "links.csv",
                            "percentiles.csv",
                            "latency.hdr",
                            "events.jsonl",
                            "scenario.conf",
                            "report.html",
                            "SHA256SUMS",
                            "journal.mv.db",
                            "checkpoint-48.bin", // before the failure
                            "checkpoint-72.bin"); // tables are ready
        }
        try (Stream<Path> siblings = Files.list(out().getParent())) {
            assertThat(siblings).containsExactly(out());
        }
        assertThat(Files.readString(out().resolve("report.html")))
                .contains("\"phases\":[{\"label\":\"before the fault\"");
        List<String> events = Files.readAllLines(out().resolve("events.jsonl"));
        assertThat(events.get(0))
                .isEqualTo("{\"cycle\":30000,\"ns\":120000.0,\"device\":\"s0\",\"event\":\"port-down\",\"port\":1,"
                        + "\"peer\":\"s1.2\"}");
        for (String event : events) {
            assertThat(new ObjectMapper().readTree(event).get("device").textValue())
                    .isNotEmpty();
        }
        assertThat(events).anySatisfy(event -> assertThat(event).contains("\"detected\",\"reporter\":\"s"));
        assertThat(ScenarioLoader.load(out().resolve("scenario.conf"), List.of())
                        .seed())
                .isEqualTo(3);
    }

    @Test
    void theResolvedScenarioOfARunGivesTheSameRun() throws IOException {
        String first = run("--json", "--quiet").json().get("fingerprint").textValue();
        Path again = folder.resolve("again");
        assertThat(run(out().resolve("scenario.conf"), "--json", "--quiet", "--out", again.toString())
                        .json()
                        .get("fingerprint")
                        .textValue())
                .isEqualTo(first);
    }

    @Test
    void everyDriverGivesTheSameFingerprint() throws IOException {
        String sequential = run("--json", "--quiet").json().get("fingerprint").textValue();
        Path other = folder.resolve("other");
        JsonNode actors = run("--json", "--quiet", "--driver", "actors", "--threads", "2", "--out", other.toString())
                .succeeded()
                .json();
        assertThat(actors.get("fingerprint").textValue()).isEqualTo(sequential);
        assertThat(actors.get("cost").get("messages").longValue()).isPositive();
        assertThat(actors.get("threads").intValue()).isEqualTo(2);
    }

    @Test
    void theSummaryIsForPeople() throws IOException {
        CommandRun run = run();
        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(run.errLines().get(0)).isEqualTo("ring: A ring of four loses a link");
        assertThat(run.err())
                .contains("4 switches, 4 NICs, 8 links", "updown", "ebrd", "s0-s1 at 120.0 us", "sequential", "seed 3");
        assertThat(run.out())
                .startsWith("ring, seed 3: completed after ")
                .contains(
                        "injected", "offered", "p99", "fault            120.0 us", "completed", "F fault  C completed")
                .contains("fingerprint", out().toString());
    }

    @Test
    void setAndSeedOverrideTheFile() throws IOException {
        JsonNode summary = run("--json", "--quiet", "--seed", "8", "--set", "traffic.load=0.05")
                .json();
        assertThat(summary.get("seed").longValue()).isEqualTo(8);
        assertThat(summary.get("load").get("offered").doubleValue()).isBetween(0.03, 0.07);
    }

    @Test
    void untilEndsTheRunWhateverIsUnderWay() throws IOException {
        CommandRun run = run("--json", "--quiet", "--until", "200us");
        assertThat(run.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(run.json().get("outcome").textValue()).isEqualTo("incomplete");
        assertThat(run.json().get("nanoseconds").doubleValue()).isBetween(200_000.0, 203_000.0);
    }

    @Test
    void whatUntilEndsSaysSoAndThatNothingWasMeasuredInTheWarmUp() throws IOException {
        CommandRun run = run("--quiet", "--until", "20us", "--set", "run.warmup=50us");
        assertThat(run.out())
                .contains("run.limit, set by --until or --set, came before the network was empty")
                .contains("no packet was measured: the run ended in its warm-up");
    }

    @Test
    void aRunWhoseLimitComesAfterItsLastPacketSaysWhatWasStillToCome() throws IOException {
        CommandRun run = run("--quiet", "--set", "traffic.load=0.001", "--set", "manager.host-latency=40000cycles");
        assertThat(run.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(run.out())
                .contains("run.limit came before the fabric was at rest: an SMP, a timer or traffic was still to come")
                .doesNotContain("0 packets in flight");
    }

    @Test
    void untilEndsTheRunBeforeItsFaultsAndItsWarmUp() throws IOException {
        CommandRun before = run("--json", "--quiet", "--until", "100us");
        assertThat(before.json().get("nanoseconds").doubleValue()).isBetween(100_000.0, 103_000.0);
        assertThat(before.json().get("reconfigurations")).isEmpty();
        CommandRun early = run(
                "--json",
                "--quiet",
                "--until",
                "10us",
                "--out",
                out().resolveSibling("early").toString());
        assertThat(early.json().get("nanoseconds").doubleValue()).isBetween(10_000.0, 13_000.0);
    }

    @Test
    void aDeadlockIsExitCode1WithItsMembers() throws IOException {
        Path naive = Path.of("../../cluster-config/scenarios/torus-8x8-naive.conf");
        CommandRun run = run(naive, "--quiet");
        assertThat(run.code()).isEqualTo(ExitCode.CHECKS_FAILED);
        assertThat(run.out()).contains("deadlocked", "formed at", ", proven at", "VL0 output", "D deadlock found");
        JsonNode cycle = json(out().resolve("summary.json")).get("deadlock").get("cycle");
        assertThat(cycle.size()).isGreaterThan(3);
        assertThat(cycle.get(0).get("packet").textValue()).matches("n\\d_\\d#\\d+");
    }

    @Test
    void leftOutNicsAndFindingsAreShown() {
        CommandRun run = run(Path.of("../../cluster-config/scenarios/real-fabric.conf"));
        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(run.err()).contains("left out  service-0", "finding   line 41");
    }

    @Test
    void allProblemsOfAScenarioAreReportedAndNothingIsLeft() throws IOException {
        Path bad = scenario(RING.replace("load = 0.1", "load = 1.5").replace("120us", "120"));
        assertThat(refused(run(bad, "--set", "device.switch.vsl=2")))
                .hasSize(3)
                .anySatisfy(line -> assertThat(line).contains("ring.conf:6: traffic.load = 1.5 > 1"))
                .anySatisfy(line -> assertThat(line).contains("ring.conf:7", "has no unit"))
                .anySatisfy(line ->
                        assertThat(line).contains("device.switch.vsl is not a key; did you mean device.switch.vls?"));
        assertThat(refused(run("--until", "5")))
                .singleElement()
                .asString()
                .startsWith("reweave: --until 5: has no unit");
        String append = "faults += { at = 1us, link = s0_0-s7_7 }";
        assertThat(refused(run("--until", "2us", "--set", append)))
                .as("--until leaves out the fault that stands before it in the list")
                .singleElement()
                .asString()
                .startsWith("reweave: --set " + append + ": faults[1].link = s0_0-s7_7: no device or link");
    }

    @Test
    void missingAndGarbledFilesAreRefused() throws IOException {
        assertThat(refused(run(folder.resolve("nowhere.conf"))))
                .containsExactly("reweave: " + folder.resolve("nowhere.conf") + ": no such file");
        assertThat(refused(run(folder))).singleElement().asString().contains("is a folder");
        assertThat(refused(run("--set", "fabric.file=" + folder.resolve("nowhere.topo"))))
                .singleElement()
                .asString()
                .contains("nowhere.topo", "does not exist");
        Path garbled =
                Files.writeString(folder.resolve("garbled.topo"), "Switch 2 \"S-1\"\n[1] \"H-1\"[1]\n[x1] \"H-2\"[\n");
        assertThat(refused(run("--set", "fabric.file=" + garbled)))
                .singleElement()
                .asString()
                .contains("fabric.file", "garbled.topo:3: ");
        assertThat(refused(run(scenario("traffic { load = "))))
                .singleElement()
                .asString()
                .contains("ring.conf");
    }

    @Test
    void enginesThatCannotRouteAreRefusedBeforeTheRun() throws IOException {
        assertThat(refused(run(
                        "--set",
                        "routing.engine=dimension-order",
                        "--set",
                        "fabric.generator=irregular:8,3,seed=1",
                        "--set",
                        "faults=[]")))
                .singleElement()
                .asString()
                .contains("routing.engine = dimension-order cannot route irregular:8,3,seed=1");
        assertThat(refused(run("--set", "routing.engine=dimension-order", "--set", "device.switch.vls=2")))
                .singleElement()
                .asString()
                .contains("cannot route torus:4 after the planned faults");
    }

    @Test
    void enginesThatNeedOtherSwitchesThanThoseOfTheStartAreRefusedBeforeTheRun() throws IOException {
        assertThat(refused(run(
                        "--set",
                        "fabric.generator=mikant:2,3",
                        "--set",
                        "routing.engine=mikant",
                        "--set",
                        "routing.options={fault-tolerance=go-back,vls=2}",
                        "--set",
                        "device.switch.vls=2",
                        "--set",
                        "faults=[{at=10us,switch=g0l1_00}]",
                        "--set",
                        "reconfiguration={scheme=ebrd,engine=updown}")))
                .singleElement()
                .asString()
                .contains("reconfiguration.engine = updown needs switches that choose ways otherwise than those that"
                        + " mikant has at the start");
    }

    @Test
    void wrongOptionsAreReportedTogether() throws IOException {
        assertThat(refused(run("--driver", "seqential", "--threads", "0", "--island-size", "few", "--set", "seed=x")))
                .hasSize(4)
                .anySatisfy(line -> assertThat(line).contains("--driver seqential", "nearest one is sequential"))
                .anySatisfy(line -> assertThat(line).contains("--threads 0 < 1"))
                .anySatisfy(line -> assertThat(line).contains("--island-size few"));
        assertThat(refused(run("--driver", "actors", "--threads", "100000")))
                .singleElement()
                .asString()
                .contains("--threads 100000 > 1024; lower it");
        assertThat(refused(run("--threads", "2", "--island-size", "4")))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("use --driver actors"));
    }

    @Test
    void anOutFolderWithContentIsRefusedAndKept() throws IOException {
        Path full = Files.createDirectory(folder.resolve("full"));
        Path file = Files.writeString(full.resolve("precious.txt"), "mine");
        assertThat(run("--out", full.toString()).refused().errLines())
                .containsExactly("reweave: --out " + full + ": is not empty; name another folder or empty it");
        assertThat(run("--out", file.toString()).refused().errLines())
                .containsExactly("reweave: --out " + file + ": is a file; name a folder");
        assertThat(file).hasContent("mine");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        run("--quiet", "--out", empty.toString()).succeeded();
        assertThat(empty.resolve("summary.json")).exists();
    }
}
