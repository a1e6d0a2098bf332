package org.reweave.emulator.cli.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.Drawings;

class FaultsCommandTest {
    @Test
    void jsonHasEveryPromisedField() {
        JsonNode result = CommandRun.of(
                        "faults", "k-ary-n-tree:3,3", "--method", "r-det-link", "--faults", "1,2", "--json")
                .succeeded()
                .json();
        assertThat(result.get("method").textValue()).isEqualTo("r-det-link");
        JsonNode two = result.get("counts").get(1);
        assertThat(two.get("faults").intValue()).isEqualTo(2);
        assertThat(two.get("combinations").longValue()).isEqualTo(1431);
        assertThat(two.get("tolerated").longValue()).isEqualTo(1431);
        assertThat(two.get("notTolerated").longValue()).isZero();
        assertThat(two.get("disconnected").longValue()).isZero();
        assertThat(two.get("interval").get("low").doubleValue()).isEqualTo(1);
        assertThat(two.get("interval").get("method").textValue()).isEqualTo("enumeration");
        assertThat(two.get("vls").intValue()).isEqualTo(2);
        assertThat(two.get("hopsMean").doubleValue()).isGreaterThan(4);
    }

    /**
     * kns has pathsWithIntermediates per count; options of methods are KEY=VALUE. One fault costs 2 (k-1) k^(n-1) of
     * N^2.
     */
    @Test
    void methodsHaveOptionsAndFiguresOfTheirOwn() {
        String[] arguments = {
            "faults", "kns:4,2", "--method", "kns", "--option", "intermediates=1", "--faults", "1", "--json"
        };
        JsonNode count =
                CommandRun.of(arguments).succeeded().json().get("counts").get(0);
        assertThat(count.get("tolerated").intValue()).isEqualTo(32);
        assertThat(count.get("pathsWithIntermediates").get("1").doubleValue()).isEqualTo(24.0 / 256);
        assertThat(count.has("figures")).isFalse();
        arguments[5] = "intermediates=7";
        assertThat(CommandRun.of(arguments).refused().errLines()).anyMatch(line -> line.contains("0..4"));
    }

    @Test
    void samplesGiveTheSameFiguresOnAnyNumberOfThreads() {
        String[] outs = new String[2];
        for (int threads = 1; threads <= 2; threads++) {
            outs[threads - 1] = CommandRun.of(
                            "faults",
                            "torus:4x4",
                            "--method",
                            "rftr",
                            "--faults",
                            "4",
                            "--samples",
                            "60",
                            "--seed",
                            "9",
                            "--threads",
                            Integer.toString(threads),
                            "--json")
                    .succeeded()
                    .out()
                    .replaceAll("computeSeconds.*", "");
        }
        assertThat(outs[1]).isEqualTo(outs[0]).contains("wilson");
    }

    private static String judged(Path out, String method, String counts) {
        return CommandRun.of(
                        "faults",
                        "torus:4x4",
                        "--method",
                        method,
                        "--faults",
                        counts,
                        "--samples",
                        "2500",
                        "--quiet",
                        "--json",
                        "--out",
                        out.toString())
                .succeeded()
                .out()
                .replaceAll("computeSeconds.*", "");
    }

    /** Of two finished parts and a half-written line, one is lost: the rest is judged again, with the same result. */
    @Test
    void anAnalysisThatWasBrokenOffGoesOnAndEndsWithTheSameResult(@TempDir Path folder) throws IOException {
        String whole = CommandRun.of(
                        "faults", "torus:4x4", "--method", "spftr", "--faults", "3", "--samples", "2500", "--json")
                .out()
                .replaceAll("computeSeconds.*", "");
        assertThat(judged(folder, "spftr", "3")).isEqualTo(whole);
        Path state = folder.resolve("state.jsonl");
        List<String> lines = Files.readAllLines(state);
        assertThat(lines).as("an identity and three parts").hasSize(1 + 3);
        String kept = String.join("\n", lines.subList(0, 3)) + "\n";
        Files.writeString(state, kept + lines.get(3).substring(0, 30));
        assertThat(judged(folder, "spftr", "3")).isEqualTo(whole);
        assertThat(Files.readAllLines(state)).isEqualTo(lines);

        judged(folder, "spftr", "2,3");
        assertThat(Files.readAllLines(state))
                .as("two faults alone were judged")
                .hasSizeGreaterThan(4)
                .startsWith(lines.toArray(String[]::new));
        assertThat(CommandRun.of(
                                "faults",
                                "torus:4x4",
                                "--method",
                                "tftr",
                                "--faults",
                                "3",
                                "--samples",
                                "2500",
                                "--out",
                                folder.toString())
                        .refused()
                        .err())
                .contains("state.jsonl: was begun with --method = spftr, now tftr");
    }

    @Test
    void tableCsvAndPlotSayTheSame(@TempDir Path folder) throws IOException {
        Path csv = folder.resolve("faults.csv");
        Path plot = folder.resolve("faults.svg");
        String table = CommandRun.of(
                        "faults",
                        "k-ary-n-tree:2,3",
                        "--method",
                        "ddrc",
                        "--element",
                        "switch",
                        "--faults",
                        "0..2",
                        "--csv",
                        csv.toString(),
                        "--plot",
                        plot.toString())
                .succeeded()
                .out();
        assertThat(table).contains("sets of failed switches, of 8 that may fail", "all sets", "85.7143%");
        assertThat(Files.readAllLines(csv)).hasSize(4).anySatisfy(line -> assertThat(line)
                .startsWith("\"k-ary-n-tree:2,3\",ddrc,switch,1,1,8,8,true,8,0,0,0,"));
        assertThat(Files.readString(plot)).contains("tolerated sets, %", "failed switches");
        Drawings.isWhole(Files.readString(plot));
    }

    /** A switch of level 0 that fails cuts nobody else off; a root or one in between does what Go-Back goes around. */
    @Test
    void mikantRulesTellHowPairsFare(@TempDir Path folder) throws IOException {
        Path csv = folder.resolve("faults.csv");
        String[] command = {
            "faults",
            "mikant:3,3",
            "--method",
            "go-back",
            "--element",
            "switch",
            "--faults",
            "1",
            "--csv",
            csv.toString()
        };
        assertThat(CommandRun.of(command).succeeded().out())
                .contains("pairs of NICs whose switches work", "2.778%  100.0000%");
        assertThat(Files.readAllLines(csv).get(0)).endsWith("links_mean,links_max");
        assertThat(Files.readAllLines(csv).get(1)).contains(",1.000000000,1.000000000,1.000000000,");
        command[3] = "one-port";
        JsonNode pairs = CommandRun.of(
                        Stream.concat(Stream.of(command), Stream.of("--json")).toArray(String[]::new))
                .succeeded()
                .json()
                .get("counts")
                .get(0)
                .get("pairs");
        // 18 switches of level 0 leave 51 * 50 pairs each, 18 roots leave all 54 * 53.
        assertThat(pairs.get("working").longValue()).isEqualTo(18L * 51 * 50 + 18L * 54 * 53);
        assertThat(pairs.get("connected")).isEqualTo(pairs.get("working"));
        // A root is the only one on One-Port's paths to 3 NICs from the 27 of the other group and 18 of its own.
        assertThat(pairs.get("delivered").longValue())
                .isEqualTo(pairs.get("working").longValue() - 18L * 3 * (27 + 18));
    }

    @Test
    void everythingWrongIsReportedAtOnce() {
        assertThat(CommandRun.of(
                                "faults",
                                "torus:4x4",
                                "--method",
                                "rftrr",
                                "--faults",
                                "1,x",
                                "--element",
                                "nic",
                                "--samples",
                                "0",
                                "--threads",
                                "0",
                                "--confidence",
                                "90")
                        .refused()
                        .errLines())
                .hasSize(6)
                .anySatisfy(line -> assertThat(line)
                        .startsWith(
                                "reweave: --method: no fault method is named 'rftrr'; the nearest name is rftr, known are")
                        .contains("ddrc, "))
                .anySatisfy(line -> assertThat(line).contains("--faults: 'x' is not a number"))
                .anySatisfy(line -> assertThat(line).contains("'nic' is neither link nor switch"));
    }

    @Test
    void aRangeOfFaultsSaysWhatIsWrongWithIt() {
        assertThat(refusal("--faults", "0..3000"))
                .isEqualTo("reweave: --faults: '0..3000' is 3001 numbers of faults > 1001; write a shorter range");
        assertThat(refusal("--faults", "5..1"))
                .isEqualTo("reweave: --faults: '5..1' ends before it begins; write 1..5");
        assertThat(refusal("--faults", "0..2147483647"))
                .isEqualTo(
                        "reweave: --faults: '0..2147483647' is 2147483648 numbers of faults > 1001; write a shorter range");
    }

    /** A hundred thousand threads take minutes to start, and all of the machine. */
    @Test
    void moreThreadsThanARunMayHaveAreRefused() {
        for (String threads : List.of("1025", "99999", "2147483647")) {
            assertThat(refusal("--faults", "1", "--threads", threads))
                    .isEqualTo("reweave: --threads " + threads
                            + " > 1024; lower it: threads beyond the number of processors gain nothing");
        }
    }

    private static String refusal(String... options) {
        List<String> words = new ArrayList<>(List.of("faults", "torus:3x3", "--method", "updown"));
        words.addAll(List.of(options));
        List<String> lines =
                CommandRun.of(words.toArray(String[]::new)).refused().errLines();
        assertThat(lines).hasSize(1);
        return lines.get(0);
    }

    @Test
    void whatAMethodCannotWorkOnIsRefused() {
        assertThat(CommandRun.of("faults", "torus:4x4", "--method", "ddrc", "--faults", "1")
                        .refused()
                        .errLines())
                .containsExactly(
                        "reweave: ddrc works on k-ary n-trees, m-port n-trees and Clos fabrics of 2 tiers or more, and torus:4x4 is TORUS[4, 4];"
                                + " updown and rftr work on any topology");
        assertThat(CommandRun.of("faults", "mesh:2x2", "--method", "updown", "--faults", "5")
                        .refused()
                        .errLines())
                .containsExactly("reweave: --faults 5: mesh:2x2 has 4 links that may fail; name fewer");
        assertThat(CommandRun.of(
                                "faults",
                                "torus:4x4",
                                "--method",
                                "updown",
                                "--faults",
                                "9",
                                "--exhaustive",
                                "--samples",
                                "5")
                        .refused()
                        .errLines())
                .containsExactly("reweave: --exhaustive and --samples exclude each other; give one");
    }

    /** A share of sets that are drawn more than once says less than all of them, each once. */
    @Test
    void fewerSetsThanSamplesAreAllTaken() {
        JsonNode count = CommandRun.of(
                        "faults", "torus:4x4", "--method", "rftr", "--faults", "1", "--samples", "500", "--json")
                .succeeded()
                .json()
                .path("counts")
                .get(0);
        assertThat(count.path("combinations").asLong()).isEqualTo(32);
        assertThat(count.path("tolerated").asLong() + count.path("notTolerated").asLong())
                .isEqualTo(32);
    }
}
