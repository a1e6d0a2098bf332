package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.RunRecorder;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.Counter;

/** A warm-up whose end is decided while the run is on. */
class WarmupScenarioTest {
    private static Network network(String... overrides) {
        return SmallScenarios.network(SmallScenarios.texts().get("mesh of input-queued routers"), overrides);
    }

    @ParameterizedTest
    @ValueSource(strings = {"run.warmup-packets=2000", "run.warmup-stationary=true", "run.warmup-stationary=network"})
    void everyDriverMeasuresFromTheSameCycleOnAndAsIfItHadBeenFixed(String rule) {
        Network decided = network(rule, "traffic.load=0.3", "run.duration=30us");
        RunRecorder recorder = new RunRecorder(decided, event -> {});
        RunResult sequential = new SequentialDriver(decided, recorder, HorizonPolicy.FULL).run();
        long from = recorder.measuresFrom().orElseThrow();
        assertThat(from).isGreaterThan(1000).isLessThan(30_000);
        assertThat(recorder.measured().orElseThrow().from().cycle()).isEqualTo(from);

        RunResult actors = new ActorDriver(decided, (totals, events) -> {}, 2, 1, HorizonPolicy.FULL).run();
        assertThat(actors.fingerprint()).isEqualTo(sequential.fingerprint());
        assertThat(actors.latencies().total(99))
                .isEqualTo(sequential.latencies().total(99));

        Network fixed = network("run.warmup=" + from + "cycles", "traffic.load=0.3", "run.duration=30us");
        RunResult same = new SequentialDriver(fixed, (totals, events) -> {}, HorizonPolicy.FULL).run();
        assertThat(same.fingerprint()).isEqualTo(sequential.fingerprint());
        assertThat(same.last().count(Counter.MEASURED)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run.warmup-packets=100000000"})
    void aWarmupThatDoesNotEndMeasuresNothing(String rule) {
        Network network = network(rule);
        RunRecorder recorder = new RunRecorder(network, event -> {});
        RunResult run = new SequentialDriver(network, recorder, HorizonPolicy.FULL).run();
        assertThat(run.last().count(Counter.MEASURED)).isZero();
        assertThat(recorder.measuresFrom()).isEmpty();
        assertThat(recorder.measured()).isEmpty();
    }
}
