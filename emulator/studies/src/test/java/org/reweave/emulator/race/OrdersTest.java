package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.explore.Examples;
import org.reweave.reconfig.explore.Model;
import org.reweave.reconfig.spi.Promise;

/** What the explorer says of a failure: one order of many, none without times, or not decided. */
class OrdersTest {
    private static Model naive(String model) {
        Examples.Example example = Examples.all().stream()
                .filter(one -> one.name().equals(model))
                .findFirst()
                .orElseThrow();
        return example.build().apply(Schemes.get("naive"), example.packets());
    }

    private static Orders.Answer answer(Model model, Promise promise) {
        return Orders.of(model, promise, 1, states -> {});
    }

    @Test
    void aDeadlockBetweenOldAndNewTablesIsOneOrderOfMany() {
        Orders.Answer answer = answer(naive("triangle"), Promise.NO_DEADLOCK);
        assertThat(answer.kept()).as("ends without a deadlock").isPositive();
        assertThat(answer.broken()).as("ends in a deadlock").isPositive();
        assertThat(answer.text())
                .startsWith("one order of many: of " + (answer.kept() + answer.broken()) + " ends within 3 packets")
                .contains(answer.broken() + " break NO_DEADLOCK; one takes " + answer.steps() + " steps");
        assertThat(answer.order()).contains("gets its new tables");
    }

    @Test
    void noOrderDeadlocksWhereOldAndNewTablesCannotMix() {
        Orders.Answer answer = answer(naive("two-links"), Promise.NO_DEADLOCK);
        assertThat(answer.text()).startsWith("no order of the events does that without time, within 2 packets");
        assertThat(answer.broken()).isZero();
        assertThat(answer.order()).isEmpty();
    }

    @Test
    void theAnswerIsTheSameForAnyNumberOfThreads() {
        Model model = naive("triangle");
        assertThat(Orders.of(model, Promise.NO_DEADLOCK, 3, states -> {}))
                .isEqualTo(answer(model, Promise.NO_DEADLOCK));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bare", "installed"})
    void theModelBeginsAsTheRunDid(String start, @TempDir Path folder) throws IOException {
        Path trace = Files.writeString(folder.resolve("trace.csv"), "cycle,src,dst,bytes\n0,0,1,32\n0,1,0,32\n");
        Scenario scenario = ScenarioLoader.parse("two switches", """
                description = "two switches, and a packet each way"
                fabric.generator = "mesh:2"
                device.preset = iq-router
                traffic { load = 0, trace { file = "%s", rank-map = by-nic } }
                routing.engine = updown
                reconfiguration.scheme = naive
                run { start = %s, duration = 1ms }
                """.formatted(trace, start), List.of());
        Model model = Orders.model(new Network(ResolvedScenario.of(scenario)));
        assertThat(model.routing().bare()).isEqualTo(start.equals("bare"));
        assertThat(model.packets()).hasSize(2);
        assertThat(answer(model, Promise.TABLES_BEFORE_PATHS).text()).startsWith("no order of the events does that");
    }

    @Test
    void aModelTooLargeIsNotDecided() {
        Orders.Answer answer = answer(naive("two-links").withBudget(10), Promise.NO_DEADLOCK);
        assertThat(answer.text()).startsWith("not decided: the model has more than 10 states");
        assertThat(answer.states()).isNull();
    }
}
