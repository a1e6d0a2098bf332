package org.reweave.emulator.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.reweave.emulator.cli.CommandRun;

class BenchCommandTest {
    @Test
    void everythingWrongIsReportedAtOnce() {
        assertThat(CommandRun.of("bench", "routin", "--rounds", "0", "--threads", "-1")
                        .refused()
                        .errLines())
                .containsExactly(
                        "reweave: bench routin: not a benchmark; the nearest name is routing, known are accuracy, drivers, journal, paths, rftr, routing",
                        "reweave: --rounds 0 < 1; raise it",
                        "reweave: --threads -1 < 1; raise it");
    }

    @Test
    void theRoutingBenchmarkPrintsSizeAndSeconds() {
        Benchmark.Result result = new RoutingBenchmark("torus:4x4,nics=2")
                .measure(new Benchmark.Settings(1, 1, line -> assertThat(line).isNotEmpty()));
        assertThat(result.lines().get(0)).startsWith("torus:4x4,nics=2: 16 switches, 32 NICs, 64 links");
        assertThat(result.lines().subList(3, 6))
                .allSatisfy(line -> assertThat(line).contains("992"));
    }
}
