package org.reweave.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;

/** A small valid scenario as text, and what is wrong with variants of it. */
final class ScenarioTexts {
    /** Six lines, so that what is appended starts at line 7. */
    static final String RING = """
            description = "a ring"
            fabric.generator = "torus:4"
            routing.engine = updown
            device.preset = iba-1x
            traffic.load = 0.3
            run.duration = 1ms
            """;

    private ScenarioTexts() {}

    static Scenario ring(String... moreLines) {
        return ScenarioLoader.parse("ring.conf", RING + String.join("\n", moreLines), List.of());
    }

    /** What is wrong with the ring and more lines, the first of which is line 7. */
    static List<String> problemsOf(String... moreLines) {
        return problemsOfText(RING + String.join("\n", moreLines));
    }

    static List<String> problemsOfText(String text, String... overrides) {
        return assertThrows(ScenarioException.class, () -> ScenarioLoader.parse("ring.conf", text, List.of(overrides)))
                .problems();
    }

    /** The ring and one more line, line 7, has exactly this problem. */
    static void assertProblem(String line, String problem) {
        assertThat(problemsOf(line)).containsExactly(problem);
    }
}
