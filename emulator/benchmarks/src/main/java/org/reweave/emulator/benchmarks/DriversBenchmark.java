package org.reweave.emulator.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.reweave.emulator.cli.bench.Benchmark;

/** {@code reweave bench drivers}: the drivers against each other, see {@link DriverBenchmark}. */
final class DriversBenchmark implements Benchmark {
    @Override
    public String name() {
        return "drivers";
    }

    @Override
    public String summary() {
        return "sequential, actors and islands on an 8x8 torus";
    }

    @Override
    public Result measure(Settings settings) {
        List<DriverBenchmark.Speed> speeds =
                new DriverBenchmark(settings.rounds(), settings.threads(), settings.progress()).run(25, 1);
        Map<String, Object> document = Map.of(
                "benchmark", name(), "threads", settings.threads(), "rounds", settings.rounds(), "speeds", speeds);
        return new Result(document, lines(speeds, settings));
    }

    private static List<String> lines(List<DriverBenchmark.Speed> speeds, Settings settings) {
        List<String> lines = new ArrayList<>();
        lines.add("8x8 torus, 16-flit packets, load 0.3, dimension-order; " + settings.threads()
                + " threads; medians of " + settings.rounds() + " rounds");
        lines.add("actors: an island per thread");
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "%-12s  %-21s  %16s  %19s  %20s  %18s",
                "link latency",
                "driver",
                "cycles/CPU-s",
                "flit-hops/CPU-s",
                "flit-hops/wall-s",
                "CPU to sequential"));
        for (DriverBenchmark.Speed speed : speeds) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%8d cyc  %-21s  %,16.0f  %,19.0f  %,20.0f  %18.2f",
                    speed.linkLatency(),
                    speed.driver(),
                    speed.cyclesPerCpuSecond(),
                    speed.flitHopsPerCpuSecond(),
                    speed.flitHopsPerWallSecond(),
                    speed.costOfSequential()));
        }
        return lines;
    }
}
