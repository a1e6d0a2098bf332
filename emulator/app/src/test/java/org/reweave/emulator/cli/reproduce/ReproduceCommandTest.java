package org.reweave.emulator.cli.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.cli.CommandRun;
import org.reweave.emulator.cli.Drawings;
import org.reweave.emulator.reproduce.NotJudged;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.registry.Reproductions;

class ReproduceCommandTest {
    @Test
    void theListHasEveryReproductionWithSourceAndTag() {
        String text = CommandRun.of("reproduce", "--list").succeeded().out();
        JsonNode list =
                CommandRun.of("reproduce", "--list", "--json").succeeded().json();
        assertThat(list).hasSameSizeAs(Reproductions.all());
        for (Reproduction one : Reproductions.all()) {
            assertThat(text).contains(one.name() + "  [" + one.tag() + "] " + one.source());
        }
        assertThat(list.get(0).get("needs").textValue()).isNotEmpty();
        for (NotJudged one : NotJudged.all()) {
            assertThat(text).contains(one.place() + ": " + one.numbers()).contains(one.reason());
        }
    }

    @Test
    void paperAndOursStandSideBySideWithDifferenceAndVerdict() {
        CommandRun run = CommandRun.of("reproduce", "mikant-distances").succeeded();
        assertThat(run.out())
                .containsPattern("02000 to 12222 +7 +7 +0 +\\[exact\\] agrees")
                .contains("4 of 4 judged values agree; 0 [exact], 0 [stat] and 0 [heuristic] differ");
    }

    @Test
    void jsonHasEveryPromisedField() {
        JsonNode result = CommandRun.of("reproduce", "thesis-torus-distances", "--quick", "--json")
                .succeeded()
                .json();
        assertThat(result.get("effort").textValue()).isEqualTo("QUICK");
        JsonNode outcome = result.get("reproductions").get(0);
        assertThat(outcome.get("source").textValue()).startsWith("thesis");
        JsonNode misprint = outcome.get("rows").get(4);
        assertThat(misprint.get("paper").textValue()).isEqualTo("4.0000");
        assertThat(misprint.get("expected").textValue()).isEqualTo("4.0635");
        assertThat(misprint.get("ours").doubleValue()).isBetween(4.06345, 4.06355);
        assertThat(misprint.get("difference").doubleValue()).isBetween(-1e-4, 1e-4);
        assertThat(misprint.get("tag").textValue()).isEqualTo("EXACT");
        assertThat(misprint.get("verdict").textValue()).isEqualTo("AGREES");
    }

    @Test
    void filesOfSeveralGoIntoAFolder(@TempDir Path folder) throws IOException {
        Path out = folder.resolve("new").resolve("results");
        CommandRun.of("reproduce", "thesis-fig-8.10", "mikant-distances", "--quick", "--quiet", "--out", out.toString())
                .succeeded();
        try (var files = Files.list(out)) {
            assertThat(files.map(file -> file.getFileName().toString()).sorted())
                    .containsExactly(
                            "mikant-distances.csv",
                            "mikant-distances.json",
                            "reproduce.html",
                            "state.jsonl",
                            "thesis-fig-8.10.csv",
                            "thesis-fig-8.10.json",
                            "thesis-fig-8.10.svg");
        }
        Drawings.areSaved(out.resolve("reproduce.html"), 1);
        Drawings.isWhole(Files.readString(out.resolve("thesis-fig-8.10.svg")));
        Path csv = folder.resolve("one.csv");
        CommandRun.of("reproduce", "mikant-distances", "--csv", csv.toString()).succeeded();
        assertThat(csv).hasSameTextualContentAs(out.resolve("mikant-distances.csv"));
    }

    @Test
    void thePageHasEverythingThatWasEverComputedIntoTheFolder(@TempDir Path folder) throws IOException {
        String out = folder.toString();
        CommandRun.of("reproduce", "mikant-distances", "--quick", "--out", out).succeeded();
        Path state = folder.resolve("state.jsonl");
        String first = Files.readString(state);
        CommandRun.of("reproduce", "mikant-distances", "fat-tree-ddrc-loss", "--quick", "--out", out)
                .succeeded();
        assertThat(Files.readString(state)).startsWith(first).hasLineCount(3);
        assertThat(folder.resolve("reproduce.html"))
                .content()
                .contains("<td><a href=\"#mikant-distances\">mikant-distances</a>", "58,593", "agrees");
        assertThat(CommandRun.of("reproduce", "mikant-distances", "--out", out)
                        .refused()
                        .err())
                .contains("was begun with effort = quick, now standard");
    }

    @Test
    void aFigureGoesOnFromFewerRunsToMoreAndIsJudgedAgain(@TempDir Path folder) throws IOException {
        String[] two = {"reproduce", "thesis-fig-8.14", "--quick", "--quiet", "--runs", "2", "--out", folder.toString()
        };
        String[] three = {
            "reproduce", "thesis-fig-8.14", "--quick", "--quiet", "--runs", "3", "--out", folder.toString()
        };
        CommandRun first = CommandRun.of(two).succeeded();
        assertThat(first.out()).contains("Fig. 8.14; 2 runs of each point\n");
        long runs = lines(folder) - 2;
        assertThat(runs % 2).isZero();
        CommandRun.of(three).succeeded();
        assertThat(lines(folder)).as("one more of each point, and the outcome").isEqualTo(2 + runs + runs / 2 + 1);
        assertThat(CommandRun.of(two).succeeded().out())
                .as("judged from runs that are kept")
                .isEqualTo(first.out());
        assertThat(lines(folder)).isEqualTo(2 + runs + runs / 2 + 2);
    }

    private static long lines(Path folder) throws IOException {
        return Files.readString(folder.resolve("state.jsonl")).lines().count();
    }

    @Test
    void runsAreRefusedWhereNoneAreMade() {
        assertThat(CommandRun.of("reproduce", "mikant-distances", "--runs", "2")
                        .refused()
                        .err())
                .contains("--runs is for figures that are emulated");
        assertThat(CommandRun.of("reproduce", "thesis-fig-8.17", "--runs", "0")
                        .refused()
                        .err())
                .contains("--runs 0 < 1; raise it");
        assertThat(CommandRun.of("reproduce", "--all", "--runs", "100001")
                        .refused()
                        .err())
                .contains("--runs 100001 > 100000; lower it");
    }

    @Test
    void resultsReadFromTheFolderAreThoseThatWereComputed(@TempDir Path folder) throws IOException {
        String[] command = {"reproduce", "thesis-torus-distances", "--quick", "--json", "--out", folder.toString()};
        JsonNode computed = CommandRun.of(command).succeeded().json();
        Path json = folder.resolve("thesis-torus-distances.json");
        String written = Files.readString(json);
        Files.delete(json);
        assertThat(CommandRun.of(command).succeeded().json()).isEqualTo(computed);
        assertThat(json).content().isEqualTo(written);
    }

    @Test
    void aFolderThatTakesNoFilesIsRefusedAndOneThatFailsLaterIsAFaultOfTheMachine(@TempDir Path folder)
            throws IOException {
        assertThat(CommandRun.of("reproduce", "mikant-distances", "--quick", "--out", "/proc/reweave")
                        .refused()
                        .errLines())
                .containsExactly(
                        "reweave: --out /proc/reweave: cannot be made: /proc permits no writing; name another folder");
        Files.createDirectory(folder.resolve("state.jsonl"));
        CommandRun run = CommandRun.of("reproduce", "mikant-distances", "--quick", "--out", folder.toString());
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.errLines())
                .singleElement()
                .asString()
                .startsWith("reweave: --out " + folder + ": results could not be written: ")
                .endsWith("; what is finished is kept there, and the same command goes on from it");
    }

    @Test
    void everythingWrongIsReportedAtOnce(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThat(CommandRun.of(
                                "reproduce",
                                "mikant-distance",
                                "--quick",
                                "--full",
                                "--threads",
                                "0",
                                "--out",
                                file.toString())
                        .refused()
                        .errLines())
                .containsExactly(
                        "reweave: no reproduction is named 'mikant-distance'; the nearest name is mikant-distances,"
                                + " 'reweave reproduce --list' shows all",
                        "reweave: --quick and --full exclude each other; give one",
                        "reweave: --threads 0 < 1; raise it",
                        "reweave: --out " + file + " is a file; name a folder");
        assertThat(CommandRun.of("reproduce").refused().err()).contains("a name is missing");
        assertThat(CommandRun.of("reproduce", "mikant-distances", "mikant-properties", "--csv", "x")
                        .refused()
                        .err())
                .contains("--out DIR writes the files of several");
    }

    @Test
    void aTableWithoutAnAxisHasNoPlot(@TempDir Path folder) {
        Path plot = folder.resolve("plot.svg");
        assertThat(CommandRun.of("reproduce", "mikant-distances", "--plot", plot.toString())
                        .refused()
                        .err())
                .contains("mikant-distances is a table without an axis");
        assertThat(plot).doesNotExist();
    }
}
