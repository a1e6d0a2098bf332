package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.reconfig.Schemes;

class DrawnScenarioTest {
    private static final int DRAWN = 300;
    private static final String ABSENT = "absent";

    /** Keys that results do not depend on, and those of lax runs, which LaxTest writes. */
    private static final Set<String> NEVER_DRAWN = Set.of(
            "name", "run.pace", "run.checkpoint", "run.asynchrony", "run.lax.island-size", "run.lax.schedule", "late");

    @Test
    void everyKeyAndEverySchemeIsDrawn() {
        Map<String, Set<Object>> drawn = new TreeMap<>();
        for (long seed = 0; seed < DRAWN; seed++) {
            Scenario scenario = ScenarioLoader.parse("random.conf", DrawnScenario.text(seed), List.of());
            Config resolved = ConfigFactory.parseString(scenario.resolved());
            resolved.entrySet().forEach(entry -> drawn.computeIfAbsent(entry.getKey(), key -> new HashSet<>()));
            drawn.forEach((key, values) ->
                    values.add(resolved.hasPath(key) ? resolved.getValue(key).unwrapped() : ABSENT));
        }
        assertThat(drawn.get("reconfiguration.scheme"))
                .contains("none")
                .containsAll(Schemes.builtIn().stream().map(each -> each.name()).toList());
        assertThat(drawn.keySet()).contains("fabric.file", "traffic.trace.file", "reconfiguration.options.epoch-bits");
        assertThat(drawn.entrySet())
                .filteredOn(entry -> entry.getValue().size() < 2)
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrderElementsOf(NEVER_DRAWN);
    }
}
