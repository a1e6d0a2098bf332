package org.reweave.emulator.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.KeptRuns;

/** Looks into one small run, as a user has them: a torus that loses a link, with checkpoints every 20 us. */
class TimeTravelCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path folder;

    @BeforeAll
    static void run() throws IOException {
        new KeptRuns(folder).runSequentially("a", KeptRuns.EBRD);
    }

    private static CommandRun reweave(String... args) {
        return new KeptRuns(folder).reweave(args);
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
    void aWatchShowsTheCableThatIsInAPortAtTheTime() throws IOException {
        new KeptRuns(folder).runSequentially("cables", """
                description = "A cable comes, moves and goes"
                fabric { generator = "torus:4", spare-ports = 1 }
                routing.engine = updown
                device.preset = iba-1x
                manager.host-latency = 100ns
                traffic.load = 0.1
                wiring = [
                  { at = 10us, add = "s0.4-s2.4" }
                  { at = 20us, takes = 5us, remove = "s0.4-s2.4", add = "s0.4-s1.4" }
                  { at = 40us, remove = "s0.4-s1.4" }
                ]
                reconfiguration { scheme = ebrd, engine = updown }
                run { warmup = 0us, duration = 50us, limit = 20ms, cut-interval = 2us }
                """);
        List<JsonNode> states = lines(reweave("replay", "cables", "--watch", "s0", "--until", "44us", "--json")
                .succeeded());

        assertThat(List.of(4, 12, 22, 30, 44))
                .extracting(microsecond -> states.get(microsecond / 2)
                        .path("ports")
                        .get(3)
                        .path("peer")
                        .asText())
                .containsExactly("", "s2.4", "", "s1.4", "");
        assertThat(reweave("replay", "cables", "--watch", "s0", "--until", "2us")
                        .succeeded()
                        .out())
                .contains("port 4   without cable")
                .doesNotContain("DOWN");
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

    @Test
    void aPacketIsFollowedFromItsGenerationToItsDelivery() {
        JsonNode life = reweave("replay", "a", "--packet", "n0_0#20", "--json")
                .succeeded()
                .json();

        assertThat(life.path("end").asText()).isEqualTo("delivered");
        assertThat(life.path("injected").asLong())
                .isGreaterThanOrEqualTo(life.path("generated").asLong());
        assertThat(life.path("hops").get(0).path("device").asText()).isEqualTo("s0_0");
        JsonNode last = life.path("hops").get(life.path("hops").size() - 1);
        assertThat(last.path("device").asText())
                .isEqualTo(life.path("where").asText())
                .startsWith("n");
        long before = life.path("injected").asLong();
        for (JsonNode hop : life.path("hops")) {
            assertThat(hop.path("arrived").asLong()).isGreaterThan(before);
            before = hop.path("arrived").asLong();
            if (hop.path("device").asText().startsWith("s")) { // every cycle until the grant has a reason
                long waited = 0;
                for (JsonNode cycles : hop.path("waits")) {
                    waited += cycles.asLong();
                }
                assertThat(waited)
                        .isGreaterThanOrEqualTo(hop.path("granted").asLong()
                                - hop.path("arrived").asLong());
            }
        }
        assertThat(reweave("replay", "a", "--packet", "n0_0#20").succeeded().out())
                .startsWith("n0_0#20: delivered at ")
                .contains("being routed");
    }

    @Test
    void aPacketThatWasNeverInjectedIsNamed() {
        CommandRun none = reweave("replay", "a", "--packet", "n0_0#999999");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("--packet n0_0#999999: n0_0 injected no packet with that number in a");
        assertThat(reweave("replay", "a", "--packet", "s0_0#1").refused().err()).contains("s0_0 is no NIC");
        assertThat(reweave("replay", "a", "--packet", "n0_0").refused().err()).contains("name one as NIC#NUMBER");
    }

    @Test
    void aBreakStopsBehindTheFirstEventThatFulfilsItsCondition() throws IOException {
        String dropped = Files.readAllLines(folder.resolve("runs/a/events.jsonl")).stream()
                .filter(line -> line.contains("dead-output"))
                .findFirst()
                .orElseThrow();

        JsonNode found = reweave("replay", "a", "--break", "drop cause=dead-output", "--json")
                .succeeded()
                .json();
        assertThat(found.path("event")).isEqualTo(JSON.readTree(dropped));
        assertThat(found.path("states").get(0).path("device"))
                .isEqualTo(found.path("event").path("device"));
        assertThat(found.path("states").get(0).path("cycle").asLong())
                .isEqualTo(found.path("event").path("cycle").asLong() + 1);
        assertThat(reweave("replay", "a", "--break", "table switch=s1_1")
                        .succeeded()
                        .out())
                .contains("\"event\":\"installed\"", "s1_1 at ", "epoch 1");
    }

    @Test
    void aBreakThatIsNotReachedExitsWithOne() {
        CommandRun none = reweave("replay", "a", "--break", "deadlok");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("there is no event deadlok; the nearest one is");
        CommandRun late = reweave("replay", "a", "--break", "table", "--until", "20us");
        assertThat(late.code()).isEqualTo(1);
        assertThat(late.out()).contains("a: not reached: no such event up to 20.00 us (cycle 5,000)");
        assertThat(reweave("replay", "a", "--break", "table nick=n0_0")
                        .refused()
                        .err())
                .contains("nick=n0_0 is no field=value of table; its fields are device, switch, nic, change, argument");
    }

    @Test
    void twoRunsAreComparedToTheFirstStepThatDiffers() throws IOException {
        CommandRun.of(
                        "run",
                        folder.resolve("a.conf").toString(),
                        "--set",
                        "faults=[{ at = 41us, link = \"s1_1-s2_1\" }]",
                        "--driver",
                        "sequential",
                        "--quiet",
                        "--out",
                        folder.resolve("runs/b").toString())
                .succeeded();

        JsonNode found = reweave("replay", "--diff", "a", "b", "--json").json();
        assertThat(found.path("equal").asBoolean()).isFalse();
        JsonNode difference = found.path("difference");
        assertThat(difference.path("equalUntil").asLong()).isEqualTo(7_500);
        assertThat(difference.path("cycle").asLong()).isEqualTo(7_500); // the fault of a
        assertThat(difference.path("devices")).extracting(JsonNode::asText).contains("s1_1", "s2_1");
        assertThat(difference.path("first").asText()).contains("port-down");
        assertThat(difference.path("firstStates")).hasSameSizeAs(difference.path("secondStates"));
        Path copy = Files.createDirectories(folder.resolve("runs/c"));
        for (String file : List.of("summary.json", "scenario.conf", "journal.mv.db")) {
            Files.copy(folder.resolve("runs/a").resolve(file), copy.resolve(file));
        }
        assertThat(reweave("replay", "--diff", "a", "c").succeeded().out()).contains("a and c: no difference");
        assertThat(reweave("replay", "--diff", "a", "a").refused().err()).contains("is one run; name two");
    }

    private static CommandRun fork(String name, String... more) {
        List<String> args = new java.util.ArrayList<>(List.of("fork", "a", "--runs"));
        args.add(folder.resolve("runs").toString());
        args.addAll(List.of("--driver", "sequential", "--quiet", "--out"));
        args.add(folder.resolve("runs").resolve(name).toString());
        args.addAll(List.of(more));
        return CommandRun.of(args.toArray(String[]::new));
    }

    @Test
    void theEventsOfARunAreReadFromItsJournal() throws IOException {
        assertThat(reweave("runs", "events", "a", "--json").succeeded().out())
                .isEqualTo(Files.readString(folder.resolve("runs/a/events.jsonl")));

        List<JsonNode> some = lines(reweave(
                        "runs",
                        "events",
                        "a",
                        "--device",
                        "s2_1,manager",
                        "--from",
                        "31us",
                        "--until",
                        "60us",
                        "--json")
                .succeeded());
        assertThat(some).isNotEmpty().allSatisfy(event -> {
            assertThat(event.path("device").asText()).isIn("s2_1", "manager");
            assertThat(event.path("ns").asDouble()).isBetween(31_000.0, 60_000.0);
        });
        assertThat(some).hasSize((int) lines(reweave("runs", "events", "a", "--json")).stream()
                .filter(event ->
                        List.of("s2_1", "manager").contains(event.path("device").asText()))
                .filter(event -> event.path("ns").asDouble() >= 31_000
                        && event.path("ns").asDouble() <= 60_000)
                .count());
        CommandRun text = reweave("runs", "events", "a", "--event", "drop cause=dead-output", "--event", "fault")
                .succeeded();
        assertThat(text.out()).contains("s2_1  port-down {port=", "dropped {cause=dead-output, packet=n");
        assertThat(text.out()).doesNotContain("installed", "tables-sent");
        assertThat(text.err()).isEmpty();
    }

    @Test
    void eventsOfNoSuchDeviceKindOrTimeAreRefused() {
        assertThat(reweave("runs", "events", "a", "--device", "s9_9").refused().err())
                .contains("--device s9_9: no device of a has that name; the nearest one is s");
        assertThat(reweave("runs", "events", "a", "--event", "dropt").refused().err())
                .contains("there is no event dropt; the nearest one is drop");
        assertThat(reweave("runs", "events", "a", "--from", "9us", "--until", "8us")
                        .refused()
                        .err())
                .contains("--until 8us is before --from 9us; raise it");
    }

    @Test
    void aForkWithoutAChangeHasItsParentsFingerprintAndNamesIt() throws IOException {
        JsonNode parent = JSON.readTree(folder.resolve("runs/a/summary.json").toFile());

        JsonNode fork = fork("same", "--at", "41us", "--json").succeeded().json();
        assertThat(fork.path("fingerprint")).isEqualTo(parent.path("fingerprint"));
        assertThat(fork.path("parent").path("run")).isEqualTo(parent.path("run"));
        assertThat(fork.path("parent").path("cycle").asLong()).isEqualTo(10_000);
        assertThat(reweave("replay", "same", "--driver", "sequential")
                        .succeeded()
                        .out())
                .contains("equal");
        assertThat(reweave("runs", "show", "same").succeeded().out())
                .contains(parent.path("run").asText() + "@10000");
    }

    @Test
    void aForkWithAFaultMoreHasTheSamePastAndAnotherFuture() throws IOException {
        JsonNode fork = fork("more", "--at", "40us", "--set", "faults+={ at = 45us, link = \"s0_0-s0_1\" }", "--json")
                .json();

        assertThat(fork.path("parent").path("cycle").asLong()).isEqualTo(10_000);
        List<String> ofParent = Files.readAllLines(folder.resolve("runs/a/events.jsonl"));
        List<String> ofFork = Files.readAllLines(folder.resolve("runs/more/events.jsonl"));
        long past = ofParent.stream()
                .filter(line -> Long.parseLong(line.replaceAll("^.\"cycle\":(\\d+).*", "$1")) < 10_000)
                .count();
        assertThat(past).isPositive();
        assertThat(ofFork.subList(0, (int) past)).isEqualTo(ofParent.subList(0, (int) past));
        assertThat(ofFork).anyMatch(line -> line.contains("\"cycle\":11250") && line.contains("port-down"));
    }

    /** Both ends have planned it from the start, as in any run: credits are counted at every cut. */
    @Test
    void aForksOutageMayBeHardlyLongerThanAPacket() throws IOException {
        String outage = "faults+={ at = 45us, until = 45240ns, link = \"s0_0-s0_1\" }"; // a packet takes 232 ns
        CommandRun fork = fork("blink", "--at", "40us", "--set", outage, "--json");

        assertThat(fork.code()).as(fork.err()).isZero();
        assertThat(Files.readString(folder.resolve("runs/blink/events.jsonl")))
                .containsPattern("\"cycle\":11250,.*port-down")
                .containsPattern("\"cycle\":11310,.*port-up");
        assertThat(reweave("replay", "blink", "--driver", "sequential").code()).isZero();
    }

    @Test
    void aForkMayHaveAnotherScheme() throws IOException {
        fork("naive", "--at", "40us", "--set", "reconfiguration.scheme=naive").succeeded();

        assertThat(Files.readString(folder.resolve("runs/naive/scenario.conf"))).contains("naive", "parent");
        assertThat(reweave("replay", "--diff", "a", "naive").out())
                .contains("first different step at", "in manager", "tables-sent");
    }

    @Test
    void whatWouldChangeThePastIsRefusedInOneLineAndNothingIsWritten() {
        assertThat(fork("no", "--at", "40us", "--set", "fabric.generator=torus:4x4")
                        .refused()
                        .err())
                .contains("--set fabric.generator=torus:4x4: fabric holds from the start of a run");
        assertThat(fork("no", "--at", "40us", "--set", "traffic.load=0.1")
                        .refused()
                        .errLines())
                .singleElement()
                .asString()
                .contains("its past up to 40us would not be the same");
        assertThat(fork("no", "--at", "9ms").refused().err()).contains("--at 9ms: the journal of a ends at cycle");
        assertThat(folder.resolve("runs/no")).doesNotExist();
    }
}
