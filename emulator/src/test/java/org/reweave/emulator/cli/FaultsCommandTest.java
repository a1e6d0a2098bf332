package org.reweave.emulator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    /** DESIGN §12: kns has pathsWithIntermediates per count; options of methods are KEY=VALUE. One fault costs 2 (k-1) k^(n-1) of N^2. */
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
        assertThat(Files.readString(plot))
                .startsWith("<svg")
                .contains("polyline")
                .endsWith("</svg>" + System.lineSeparator());
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
                        .contains("ddrc, kns, r-adapt-link"))
                .anySatisfy(line -> assertThat(line).contains("--faults: 'x' is not a number"))
                .anySatisfy(line -> assertThat(line).contains("'nic' is neither link nor switch"));
    }

    @Test
    void whatAMethodCannotWorkOnIsRefused() {
        assertThat(CommandRun.of("faults", "torus:4x4", "--method", "ddrc", "--faults", "1")
                        .refused()
                        .errLines())
                .containsExactly(
                        "reweave: ddrc works on k-ary n-trees of 2 tiers or more, and torus:4x4 is TORUS[4, 4];"
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
}
