package org.reweave.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A journal keeps the resolved text, and a replay reads it. */
class ResolvedTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"torus-8x8-ebr", "torus-8x8-naive", "fat-tree-4x3", "real-fabric"})
    void aResolvedScenarioReadsAsItself(String name) {
        Scenario scenario = ScenarioLoader.load(Path.of("../../cluster-config/scenarios", name + ".conf"), List.of());
        Scenario again = ScenarioLoader.parse("journal", scenario.resolved(), List.of());
        assertThat(again).usingRecursiveComparison().ignoringFields("sources").isEqualTo(scenario);
        assertThat(again.resolved()).isEqualTo(scenario.resolved());
    }

    @Test
    void everyKeyIsThereWithItsValue() throws IOException {
        JsonNode json = new ObjectMapper()
                .readTree(ScenarioTexts.ring("faults = [ { at = 500us, until = 600us, switch = s2 } ]")
                        .resolvedJson());
        assertThat(json.at("/run/limit").asText()).isEqualTo("10ms");
        assertThat(json.at("/run/cut-interval").asText()).isEqualTo("2500ns");
        assertThat(json.at("/device/switch/routing-delay").asText()).isEqualTo("100ns");
        assertThat(json.at("/device/switch/input-buffer").asText()).isEqualTo("1024B");
        assertThat(json.at("/device/link/rate").asText()).isEqualTo("1xSDR");
        assertThat(json.at("/traffic/load").asDouble()).isEqualTo(0.3);
        assertThat(json.at("/faults/0/until").asText()).isEqualTo("600us");
        for (Key<Scenario, ?> key : Schema.KEYS) {
            if (!List.of(RunKeys.FILE, RunKeys.PLANNED, RunKeys.PARENT, TrafficKeys.TRACE_FILE)
                    .contains(key)) {
                assertThat(json.at("/" + key.path().replace('.', '/')).isMissingNode())
                        .as(key.path())
                        .isFalse();
            }
        }
    }

    @Test
    void aScenarioWithoutTextIsResolvedToo() {
        Scenario ring = ScenarioTexts.ring();
        Scenario made = new Scenario(
                ring.name(),
                ring.description(),
                ring.parent(),
                7,
                ring.fabric(),
                ring.addressing(),
                ring.beginning(),
                ring.routing(),
                ring.time(),
                ring.links(),
                ring.switches(),
                ring.nics(),
                ring.manager(),
                ring.managerNic(),
                ring.traffic(),
                ring.faults(),
                ring.randomFaults(),
                ring.recabling(),
                ring.reconfigure(),
                ring.reconfiguration(),
                ring.perturb(),
                ring.run(),
                Sources.none());
        assertThat(ScenarioLoader.parse("journal", made.resolved(), List.of()))
                .usingRecursiveComparison()
                .ignoringFields("sources")
                .isEqualTo(made);
    }
}
