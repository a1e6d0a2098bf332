package org.reweave.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.epoch.EpochOptions;
import org.reweave.reconfig.spi.SchemeOptions;

class SchemeOptionKeysTest {
    private static ReconfigurationChoice read(String... lines) {
        return ScenarioTexts.ring(lines).reconfiguration();
    }

    @Test
    void optionsOfTheSchemeAreReadFromTheirObject() {
        assertThat(read(
                                "reconfiguration { scheme = ebr",
                                "options { overlap = on, epoch-bits = 5, forwarding-mark = as-printed } }")
                        .options())
                .isEqualTo(SchemeOptions.DEFAULT
                        .with(EpochOptions.OVERLAP, true)
                        .with(EpochOptions.BITS, 5)
                        .with(EpochOptions.MARK, EpochOptions.ForwardingMark.AS_PRINTED));
    }

    @Test
    void optionsOfTheEngineStandApartAndReplaceThoseOfTheEngineBefore() {
        String root = "routing.options { root = s1 }";
        assertThat(engineOptions(root, "reconfiguration { scheme = ebr, engine-options { root = s2 } }"))
                .containsExactly(Map.entry("root", "s2"));
        assertThat(engineOptions(root, "reconfiguration { scheme = ebr, options { epoch-bits = 5 } }"))
                .containsExactly(Map.entry("root", "s1"));
        assertThat(engineOptions(root, "reconfiguration { scheme = ebr, engine-options {} }"))
                .isEmpty();
    }

    private static Map<String, String> engineOptions(String... lines) {
        return read(lines).routing().options().values();
    }

    @Test
    void theResolvedScenarioHasEveryOptionOfItsScheme() {
        Scenario scenario = ScenarioTexts.ring("reconfiguration { scheme = ebr, options { overlap = on } }");
        assertThat(scenario.resolved())
                .containsSubsequence("options {", "epoch-bits=\"3\"", "forwarding-mark=routed", "overlap=on");
        assertThat(ScenarioLoader.parse("again", scenario.resolved(), java.util.List.of())
                        .reconfiguration())
                .isEqualTo(scenario.reconfiguration());
    }
}
