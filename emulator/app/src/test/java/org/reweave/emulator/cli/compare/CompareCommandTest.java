package org.reweave.emulator.cli.compare;

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

@Tag("slow")
class CompareCommandTest {
    private static final String TORUS = """
            description = "A 4x4 torus loses a link"
            fabric { generator = "torus:4x4" }
            routing { engine = updown }
            device { preset = iba-1x, switch.vls = 2 }
            manager { host-latency = 100ns, timeout = 100us }
            traffic { pattern = uniform, load = 0.05 }
            faults = [ { at = 50us, link = random } ]
            run { warmup = 10us, duration = 300us, limit = 3ms }
            """;

    @TempDir
    private Path folder;

    private CommandRun compare(String out, String... more) throws IOException {
        Path scenario = Files.writeString(folder.resolve("torus.conf"), TORUS);
        List<String> args = new ArrayList<>(List.of("compare", scenario.toString(), "--quiet"));
        args.addAll(List.of(more));
        args.addAll(List.of("--out", folder.resolve(out).toString()));
        return CommandRun.of(args.toArray(String[]::new));
    }

    private static JsonNode value(JsonNode standing, String kind, String measure) {
        return standing.get(kind).get(measure).get("mean");
    }

    @Test
    void schemesMeetTheSameFaultsAndFilesDoNotDependOnTheNumberOfThreads() throws IOException {
        String[] what = {"--schemes", "ebrd,ebr,sr-pda", "--seeds", "2", "--json"};
        JsonNode one = compare("one", with(what, "--threads", "1")).succeeded().json();
        JsonNode two = compare("two", with(what, "--threads", "2")).succeeded().json();
        assertThat(two).isEqualTo(one);
        for (String file :
                List.of("runs.csv", "schemes.csv", "compare.svg", "compare.md", "compare.html", "compare.json")) {
            assertThat(folder.resolve("two").resolve(file))
                    .hasSameTextualContentAs(folder.resolve("one").resolve(file));
        }

        JsonNode standings = one.get("standings");
        assertThat(standings).hasSize(3);
        for (JsonNode standing : standings) {
            assertThat(standing.get("outcomes").get("completed").intValue()).isEqualTo(2);
            assertThat(value(standing, "values", "DETECTION"))
                    .as("nothing differs before the manager knows")
                    .isEqualTo(value(standings.get(0), "values", "DETECTION"));
        }
        assertThat(standings.get(0).get("differences")).isEmpty();
        double difference = value(standings.get(2), "values", "COMPLETED").doubleValue()
                - value(standings.get(0), "values", "COMPLETED").doubleValue();
        assertThat(value(standings.get(2), "differences", "COMPLETED").doubleValue())
                .isCloseTo(difference, org.assertj.core.api.Assertions.within(1e-6));
        assertThat(difference).as("tokens take longer than tables").isPositive();
        assertThat(standings.get(2).get("values").has("TOKENS")).isTrue();
        assertThat(standings.get(0).get("values").has("TOKENS")).isFalse();
    }

    @Test
    void aWiderComparisonGoesOnWithTheRunsThatAreThere() throws IOException {
        compare("out", "--schemes", "ebrd,naive", "--seeds", "1").succeeded();
        Path state = folder.resolve("out").resolve("state.jsonl");
        List<String> first = Files.readAllLines(state);
        assertThat(first).hasSize(1 + 2);
        CommandRun wider = compare("out", "--schemes", "naive,ebrd+nic-notice=switch,ebrd", "--seeds", "2");
        wider.succeeded();
        assertThat(Files.readAllLines(state)).hasSize(1 + 2 + 4).startsWith(first.toArray(String[]::new));
        assertThat(wider.out()).contains("ebrd+nic-notice=switch - naive");
        assertThat(compare("out", "--schemes", "ebrd", "--set", "traffic.load=0.06")
                        .refused()
                        .err())
                .contains("traffic.load = 0.05, now 0.06");
    }

    /** Traffic that waits longer than a NIC does for an acknowledgement is sent again and again, though it arrives. */
    @Test
    void aComparisonSaysWhyItsRunsAreIncomplete() throws IOException {
        String[] impatient = {
            "--schemes",
            "static",
            "--seeds",
            "2",
            "--set",
            "device.nic.transport.mode=end-to-end",
            "--set",
            "device.nic.transport.retries=1"
        };
        CommandRun gaveUp = compare("gave-up", with(impatient, "--set", "device.nic.transport.timeout=10us"));
        assertThat(gaveUp.code()).isEqualTo(1);
        assertThat(gaveUp.out())
                .contains("2 incomplete")
                .containsPattern("2 runs incomplete: NICs gave up [0-9,]+ messages: .*; of [0-9,]+ packets sent again,"
                        + " [0-9,]+ had arrived: raise device.nic.transport.timeout");
        assertThat(compare("patient", with(impatient, "--set", "device.nic.transport.timeout=1ms"))
                        .succeeded()
                        .out())
                .contains("2 completed")
                .doesNotContain("incomplete");
        CommandRun limited = compare(
                "limited",
                "--schemes",
                "static",
                "--seeds",
                "2",
                "--set",
                "run.duration=55us",
                "--set",
                "run.limit=60us");
        assertThat(limited.out()).contains("2 runs incomplete: run.limit came before the end: raise run.limit");
    }

    @Test
    void everyMistakeIsNamedInTheWordsOfTheCommandLine() throws IOException {
        assertThat(compare("out", "--schemes", "ebrd,ebx").refused().err())
                .contains("ebx")
                .contains("did you mean ebr");
        assertThat(compare("out", "--schemes", "ebrd,ebrd").refused().err()).contains("ebrd is named twice");
        assertThat(compare("out", "--schemes", "ebrd+fast").refused().err()).contains("fast is not KEY=VALUE");
        assertThat(compare("out", "--schemes", "ebrd", "--vary", "seed=1,2")
                        .refused()
                        .err())
                .contains("use --schemes or --seeds");
        assertThat(compare("out", "--schemes", "sr-pda", "--vary", "device.switch.vls=1,2", "--seeds", "0")
                        .refused()
                        .err())
                .contains("--seeds 0 < 1");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    private static String[] with(String[] some, String... more) {
        List<String> all = new ArrayList<>(List.of(some));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }
}
