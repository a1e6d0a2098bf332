package org.reweave.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.emulator.scenario.ResolvedScenario.ResolvedFault;

/** What we ship under {@code cluster-config/scenarios} and {@code cluster-config/scale}. */
class ScenarioFilesTest {
    private static final Path SCENARIOS = Path.of("../../cluster-config/scenarios");
    private static final Path SCALE = Path.of("../../cluster-config/scale");

    static List<Path> scenarioFiles() throws IOException {
        try (Stream<Path> files = Stream.concat(Files.list(SCENARIOS), Files.list(SCALE))) {
            return files.filter(file -> file.toString().endsWith(".conf"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("scenarioFiles")
    void everyScenarioLoadsAndFitsItsFabric(Path file) {
        Scenario scenario = ScenarioLoader.load(file, List.of());
        assertThat(scenario.name() + ".conf").isEqualTo(file.getFileName().toString());
        ResolvedScenario resolved = ResolvedScenario.of(scenario);
        assertThat(resolved.faults())
                .hasSizeGreaterThanOrEqualTo(scenario.faults().size());
    }

    @Test
    void theBusiestSwitchOfTheRealFabricIsNotTheManagers() {
        ResolvedScenario real =
                ResolvedScenario.of(ScenarioLoader.load(SCENARIOS.resolve("real-fabric.conf"), List.of()));
        assertThat(real.faults()).extracting(ResolvedFault::name).containsExactly("spine-0");
        assertThat(real.fabric().deviceName(real.fabric().attachedSwitch(real.managerNic())))
                .isNotEqualTo("spine-0");
        assertThat(real.findings()).isNotEmpty();
    }

    /** {@code mvn test -Dtest=ScenarioFilesTest -Dreweave.write-tables=true} writes it anew. */
    @Test
    void theReadmeHasTheTablesOfTheSchemaAndOfTheSchemes() throws IOException {
        Path readme = SCENARIOS.resolve("README.md");
        if (Boolean.getBoolean("reweave.write-tables")) {
            String text = Files.readString(readme);
            text = with(text, "<!-- keys -->\n", ReferenceTable.markdown(), "<!-- end of keys -->");
            text = with(text, "<!-- options -->\n", ReferenceTable.schemeOptions(), "<!-- end of options -->");
            Files.writeString(readme, text);
        }
        assertThat(Files.readString(readme))
                .as("run this test with -Dreweave.write-tables=true, or paste the tables below")
                .contains("<!-- keys -->\n" + ReferenceTable.markdown() + "<!-- end of keys -->")
                .contains("<!-- options -->\n" + ReferenceTable.schemeOptions() + "<!-- end of options -->");
    }

    private static String with(String text, String begin, String table, String end) {
        return text.substring(0, text.indexOf(begin)) + begin + table + text.substring(text.indexOf(end));
    }

    /** A delimiter row with another number of cells than the header makes a page show the table as text. */
    @Test
    void everyRowOfTheTableHasAsManyCellsAsItsHead() {
        assertThat(ReferenceTable.markdown().lines())
                .allSatisfy(line -> assertThat(line.replace("\\\\|", "").chars().filter(c -> c == '|'))
                        .as(line)
                        .hasSize(5 + Preset.names().size()));
    }
}
