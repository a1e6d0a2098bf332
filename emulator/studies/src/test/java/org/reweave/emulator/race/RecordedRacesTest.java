package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

/** Each recorded race ends as its file says, with the fingerprint that its file says. */
class RecordedRacesTest {
    private static final Path RACES = Path.of("../../cluster-config/races");

    static List<String> races() throws IOException {
        try (Stream<Path> files = Files.list(RACES)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".conf"))
                    .sorted()
                    .toList();
        }
    }

    private static String said(String text, String word) {
        Matcher line = Pattern.compile("(?m)^# " + word + ": +(.*)$").matcher(text);
        assertThat(line.find()).as("a comment '# %s: ..'", word).isTrue();
        return line.group(1);
    }

    @ParameterizedTest
    @MethodSource("races")
    void aRecordedRaceEndsAsItsFileSays(String name) throws IOException {
        Path file = RACES.resolve(name);
        String text = Files.readString(file);
        Network network = new Network(ResolvedScenario.of(ScenarioLoader.load(file, List.of())));
        Run run = Run.of(network, Drivers.sequential());
        Judge judge = Judge.of(run);
        RunVerdict verdict = judge.verdict(run.execute());

        assertThat(verdict.text()).isEqualTo(said(text, "Ends"));
        assertThat(verdict.fingerprint()).isEqualTo(said(text, "Fingerprint"));
        assertThat(verdict.brokenPromises()).as("a promise of its scheme").isEmpty();
        assertThat(said(text, "Found")).startsWith("reweave race ");
    }

    @Test
    void theListOfRecordedRacesNamesEveryOne() throws IOException {
        String list = Files.readString(RACES.resolve("README.md"));
        assertThat(races()).isNotEmpty();
        for (String name : races()) {
            assertThat(list).contains("`" + name + "`");
        }
    }
}
