package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;

/** {@code traffic.messages}: a run ends when every NIC has made its messages and all are delivered. */
class MessageLimitTest {
    private static final String TORUS = """
            description = "Each of 16 NICs makes five messages"
            fabric { generator = "torus:4x4" }
            routing { engine = updown }
            device { preset = iba-1x }
            traffic { pattern = uniform, load = 0.2, messages = 5 }
            run { warmup = 1us, duration = 10ms, limit = 20ms }
            """;

    private static Network network(String... overrides) {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("torus", TORUS, List.of(overrides))));
    }

    private static Summary run(Drivers driver, String... overrides) {
        return Run.of(network(overrides), driver).execute();
    }

    @ParameterizedTest
    @ValueSource(strings = {"device.nic.send-queue=1000", "device.nic.send-queue=1"})
    void everyNicMakesItsMessagesAndTheRunEndsWhenAllAreDelivered(String queue) {
        Summary summary = run(Drivers.sequential(), queue);
        assertThat(summary.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(summary.messages().generated()).isEqualTo(16 * 5);
        assertThat(summary.messages().delivered()).isEqualTo(16 * 5);
        assertThat(summary.nanoseconds())
                .as("far from the 10 ms of run.duration")
                .isLessThan(1_000_000);
        assertThat(run(Drivers.actors(2), queue).fingerprint()).isEqualTo(summary.fingerprint());
    }

    @Test
    void theEndOfTrafficComesFirstWhereItIsSooner() {
        Summary summary = run(Drivers.sequential(), "traffic.stop=10us");
        assertThat(summary.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(summary.messages().generated()).isLessThan(16 * 5).isPositive();
        assertThat(summary.nanoseconds()).isLessThan(1_000_000);
    }

    @Test
    void aNumberOfMessagesNeedsALoad() {
        assertThatThrownBy(() -> network("traffic.load=0"))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("traffic.messages = 5 is never reached at traffic.load = 0 (")
                .hasMessageContaining("; raise traffic.load above 0, or leave traffic.messages out");
    }
}
