package org.reweave.emulator.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.Drawings;

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
        return compare(TORUS, out, more);
    }

    private CommandRun compare(String text, String out, String[] more) throws IOException {
        Path scenario = Files.writeString(folder.resolve("torus.conf"), text);
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
            assertThat(value(standing, "values", "detection"))
                    .as("nothing differs before the manager knows")
                    .isEqualTo(value(standings.get(0), "values", "detection"));
        }
        assertThat(standings.get(0).get("differences")).isEmpty();
        double difference = value(standings.get(2), "values", "completed").doubleValue()
                - value(standings.get(0), "values", "completed").doubleValue();
        assertThat(value(standings.get(2), "differences", "completed").doubleValue())
                .isCloseTo(difference, org.assertj.core.api.Assertions.within(1e-6));
        assertThat(difference).as("tokens take longer than tables").isPositive();
        assertThat(standings.get(2).get("values").has("tokens")).isTrue();
        assertThat(standings.get(0).get("values").has("tokens")).isFalse();
    }

    /** The words of README's command, quotes taken off. */
    private static List<String> commandOfReadme() throws IOException {
        String line = Files.readAllLines(Path.of("../../README.md")).stream()
                .filter(one -> one.startsWith("./reweave compare "))
                .findFirst()
                .orElseThrow()
                .substring("./reweave ".length());
        List<String> words = new ArrayList<>();
        Matcher word = Pattern.compile("\"([^\"]*)\"|(\\S+)").matcher(line);
        while (word.find()) {
            words.add(
                    word.group(1) != null
                            ? word.group(1)
                            : word.group(2).replace("cluster-config/", "../../cluster-config/"));
        }
        return words;
    }

    /** A course as the figure's file has it, by its middle in microseconds; null where nothing was measured. */
    private static Map<Double, Double> course(List<String[]> rows, String quantity, String scheme) {
        Map<Double, Double> course = new LinkedHashMap<>();
        for (String[] row : rows) {
            if (row[1].replace("\"", "").startsWith(quantity) && row[2].equals(scheme)) {
                course.put(Double.valueOf(row[4]), row[5].isEmpty() ? null : Double.valueOf(row[5]));
            }
        }
        return course;
    }

    /** A column of the time series of runs done by themselves, mean over them; NaN where all of them have none. */
    private double[] mean(List<Path> runs, int column) throws IOException {
        double[] sums = new double[0];
        int[] counts = new int[0];
        for (Path run : runs) {
            List<String> lines = Files.readAllLines(run.resolve("timeseries.csv"));
            sums = sums.length == 0 ? new double[lines.size() - 1] : sums;
            counts = counts.length == 0 ? new int[lines.size() - 1] : counts;
            for (int i = 0; i < Math.min(sums.length, lines.size() - 1); i++) {
                String cell = lines.get(i + 1).split(",", -1)[column];
                sums[i] += cell.isEmpty() ? 0 : Double.parseDouble(cell);
                counts[i] += cell.isEmpty() ? 0 : 1;
            }
        }
        for (int i = 0; i < sums.length; i++) {
            sums[i] /= counts[i];
        }
        return sums;
    }

    /** Six runs by themselves have the numbers that README's figure shows. */
    @Test
    void theFigureOfReadmeShowsWhatItsRunsMeasured() throws IOException {
        List<String> command = new ArrayList<>(commandOfReadme());
        command.addAll(List.of("--quiet", "--out", folder.resolve("figure").toString()));
        CommandRun.of(command.toArray(String[]::new)).succeeded();
        List<String[]> rows = Files.readAllLines(folder.resolve("figure/compare.csv")).stream()
                .skip(1)
                .map(line -> line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1))
                .toList();
        List<Path> runs = new ArrayList<>();
        for (int seed = 1; seed <= 2; seed++) {
            Path run = folder.resolve("run" + seed);
            List<String> one = new ArrayList<>(List.of("run", command.get(1), "--quiet", "--no-journal"));
            for (int i = 0; i < command.size(); i++) {
                if (command.get(i).equals("--set")) {
                    one.addAll(List.of("--set", command.get(i + 1)));
                }
            }
            one.addAll(List.of("--set", "reconfiguration.scheme=ebrd", "--seed", "" + seed, "--out", run.toString()));
            CommandRun.of(one.toArray(String[]::new));
            runs.add(run);
        }
        List<String> columns = List.of(
                Files.readAllLines(runs.get(0).resolve("timeseries.csv")).get(0).split(","));
        double[] times = mean(runs, columns.indexOf("time_ns"));
        double[] loads = mean(runs, columns.indexOf("accepted_fraction"));
        double[] latencies = mean(runs, columns.indexOf("total_latency_mean_ns"));
        Map<Double, Double> load = course(rows, "accepted load", "ebrd");
        Map<Double, Double> latency = course(rows, "mean total latency", "ebrd");
        assertThat(load).hasSizeGreaterThan(50).doesNotContainValue(null);
        double width = times[0] / 1000;
        load.forEach((middle, value) -> {
            int cut = (int) Math.round(middle / width - 0.5);
            assertThat(times[cut] / 1000)
                    .as("a bin is the time between two cuts")
                    .isCloseTo(middle + width / 2, within(0.01));
            assertThat(value).as("load at %s us", middle).isCloseTo(loads[cut], within(2e-5));
        });
        latency.forEach((middle, value) -> {
            double own = latencies[(int) Math.round(middle / width - 0.5)] / 1000;
            if (value == null) {
                assertThat(own).as("nothing was delivered at %s us", middle).isNaN();
            } else {
                assertThat(value).as("latency at %s us", middle).isCloseTo(own, within(0.002));
            }
        });
        String svg = Files.readString(folder.resolve("figure/compare.svg"));
        assertThat(svg)
                .contains(
                        "<title>torus:4x4: ebrd", "<desc>scenario torus-8x8-sr-pda, changed by fabric", "role=\"img\"")
                .contains("mean total latency by delivery, µs over time, µs of ebrd, ebrd+nic-notice=switch, sr-pda")
                .doesNotContain("An 8x8 torus");
        Drawings.isWhole(svg);
        Drawings.areSaved(folder.resolve("figure/compare.html"), 1);
        assertThat(Files.readString(folder.resolve("figure/compare.html"))).doesNotContain("<script");
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
                .doesNotContain("incomplete", "of 2)");
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

    @Test
    void aStrangersDescriptionIsTextInMarkdown() throws IOException {
        String text = TORUS.replace("A 4x4 torus loses a link", "<img src=x onerror=y> [a](http://b)");
        compare(text, "strange", new String[] {"--schemes", "ebrd", "--seeds", "1"})
                .succeeded();
        assertThat(Files.readString(folder.resolve("strange").resolve("compare.md")))
                .contains("\\<img src=x onerror=y> \\[a](http://b)");
    }

    private static String[] with(String[] some, String... more) {
        List<String> all = new ArrayList<>(List.of(some));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }
}
