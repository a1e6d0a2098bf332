package org.reweave.emulator.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlantedFaultTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    /** Faults of one class cannot be compiled together: the first of each, then the second of each, and so on. */
    private static List<List<PlantedFault>> rounds() {
        Map<String, Integer> seen = new LinkedHashMap<>();
        List<List<PlantedFault>> rounds = new ArrayList<>();
        for (PlantedFault fault : PlantedFault.all()) {
            int round = seen.merge(fault.file(), 1, Integer::sum) - 1;
            if (round == rounds.size()) {
                rounds.add(new ArrayList<>());
            }
            rounds.get(round).add(fault);
        }
        return rounds;
    }

    @Test
    @Tag("slow")
    void everyPlantedFaultStandsInItsFileOnceAndCompiles() throws IOException {
        FaultCompiler compiler = new FaultCompiler(ROOT);
        for (List<PlantedFault> round : rounds()) {
            compiler.compile(round, folder);
        }
        assertThat(PlantedFault.all()).hasSizeGreaterThanOrEqualTo(60);
        assertThat(PlantedFault.all().stream().map(PlantedFault::name)).doesNotHaveDuplicates();
    }

    @Test
    void aTextThatStandsMoreThanOnceIsRefused() {
        PlantedFault vague = new PlantedFault("vague", "reconfig/spi/Roll", "List.copyOf(", "", List.of());
        assertThatThrownBy(() -> vague.planted(ROOT))
                .hasMessage("planted fault vague: the text before stands more than once in reconfig/spi/Roll.java;"
                        + " correct 'before' in planted-faults.conf");
    }

    @Test
    void everyFaultHasARowOnThePage() throws IOException {
        String page = Files.readString(ROOT.resolve("reconfig/docs/planted-faults.md"));
        List<String> rows = page.lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split("`")[1])
                .toList();
        assertThat(rows)
                .containsExactlyElementsOf(
                        PlantedFault.all().stream().map(PlantedFault::name).toList());
    }

    @Test
    void aHuntCompilesLikeTheProcessThatAsksForIt() {
        assertThat(FaultHunt.thresholds(List.of("-Xmx60m", "-XX:Tier4InvocationThreshold=320000", "-Xshare:auto")))
                .containsExactly("-XX:Tier4InvocationThreshold=320000");
    }

    @ParameterizedTest
    @Tag("slow")
    @ValueSource(strings = {"sr-token-before-unrouted", "static-restarts-one-switch-early"})
    void aHuntFindsAPlantedFaultAndNothingWithoutIt(String name) throws IOException, InterruptedException {
        PlantedFault fault = PlantedFault.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        MutantsBenchmark.Outcome found = MutantsBenchmark.hunt(fault, ROOT, folder, 60);
        assertThat(found.result().finder()).isEqualTo("explorer");
        assertThat(found.result().command()).startsWith("reweave explore ");
        assertThat(new FaultHunt(ROOT, folder)
                        .run(fault.schemes(), Files.createDirectory(folder.resolve("none")), 10)
                        .end())
                .isEqualTo(FaultHunt.End.SILENT);
    }
}
