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

/** What we ship under {@code cluster-config/scenarios}. */
class ScenarioFilesTest {
    private static final Path SCENARIOS = Path.of("../cluster-config/scenarios");

    static List<Path> scenarioFiles() throws IOException {
        try (Stream<Path> files = Files.list(SCENARIOS)) {
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

    @Test
    void theReadmeHasTheTableOfTheSchema() throws IOException {
        assertThat(Files.readString(SCENARIOS.resolve("README.md")))
                .as("paste the table below between the markers of README.md")
                .contains("<!-- keys -->\n" + ReferenceTable.markdown() + "<!-- end of keys -->");
    }
}
