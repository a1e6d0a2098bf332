package org.reweave.emulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.emulator.results.Summary;

/**
 * Each scenario that we ship, on three JVMs and in one thread; {@code -Dreweave.campaign.scenario=NAME} is the only
 * one.
 */
@Tag("campaign")
class ScenariosOnNodesIT {
    static List<Path> scenarios() throws IOException {
        String only = System.getProperty("reweave.campaign.scenario", "");
        try (Stream<Path> files = Files.list(Path.of("../../cluster-config/scenarios"))) {
            return files.filter(file -> file.toString().endsWith(only.isEmpty() ? ".conf" : "/" + only + ".conf"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void threeJvmsGiveTheFingerprintOfOneThread(Path scenario) {
        Summary expected =
                Run.of(scenario).driver(Drivers.sequential()).prepare().execute();
        Drivers three = Drivers.actors(1).onCluster(3, null, problem -> {
            throw new AssertionError(problem);
        });

        Summary result = Run.of(scenario).driver(three).prepare().execute();

        assertThat(result.fingerprint()).isEqualTo(expected.fingerprint());
        assertThat(result.packets()).isEqualTo(expected.packets());
        assertThat(result.cost().spread().nodes()).isEqualTo(3);
    }
}
