package org.reweave.emulator.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.cli.bench.Benchmark;
import org.reweave.emulator.cli.common.UserErrors;

class SizeBenchmarkTest {
    @Test
    void aLonePacketTakesAHopForEachSwitchAndThenItsFlits() {
        PlainTorus torus = new PlainTorus(8, 0.0001, 16, 6);
        torus.run(4_000_000);
        double links = 2 * 2 * 64.0 / 63; // mean distance along each of two rings of eight nodes, oneself left out
        assertThat(torus.meanLatency()).isCloseTo((links + 1) * 6 + 1 + 16, within(0.5));
        assertThat((double) torus.visits() / torus.delivered()).isCloseTo(links + 1 + 2, within(0.05));
    }

    @Test
    void thePlainLoopTakesWhatItIsOfferedAndQueuesDelayItsPackets() {
        PlainTorus torus = new PlainTorus(8, 0.3, 16, 6);
        torus.run(100_000);
        assertThat(torus.delivered() * 16 / 64.0 / 100_000).isCloseTo(0.3, within(0.01));
        assertThat(torus.meanLatency()).isBetween(50.0, 80.0);
    }

    @Test
    void bothDoTheSameWork() {
        List<String> progress = new ArrayList<>();
        Benchmark.Result result = new SizeBenchmark()
                .measure(new Benchmark.Settings(
                        1, 1, Optional.empty(), Optional.empty(), List.of("8x8"), 1, progress::add));
        assertThat(progress).hasSize(2);
        assertThat(result.lines()).hasSize(4).last().asString().startsWith("8x8 ");
        String[] latencies = result.lines().get(3).substring(100).trim().split(", ");
        assertThat(Double.parseDouble(latencies[0])).isCloseTo(Double.parseDouble(latencies[1]), within(4.0));
    }

    @Test
    void anUnknownTorusIsRefused() {
        assertThatThrownBy(() -> new SizeBenchmark()
                        .measure(new Benchmark.Settings(
                                1, 1, Optional.empty(), Optional.empty(), List.of("9x9"), 1, line -> {})))
                .isInstanceOfSatisfying(UserErrors.class, errors -> assertThat(errors.messages())
                        .containsExactly(
                                "--only 9x9: not a torus of bench size, which has 8x8, 16x16, 32x32, 64x64, 128x128"));
    }
}
