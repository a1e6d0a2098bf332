package org.reweave.emulator.benchmarks;

import java.util.List;
import org.reweave.emulator.cli.bench.Benchmark;

/** The benchmarks of {@code reweave bench}. A new one is a class and one entry here. */
public final class AllBenchmarks implements Benchmark.Catalogue {
    @Override
    public List<Benchmark> benchmarks() {
        return List.of(
                new DriversBenchmark(),
                new RoutingBenchmark(RoutingBenchmark.FABRIC),
                new RftrBenchmark(),
                new PathsBenchmark(),
                new JournalBenchmark(),
                new MemoryBenchmark(),
                new SizeBenchmark(),
                new PlacementBenchmark(PlacementBenchmark.CASES),
                new LaxBenchmark(),
                new MutantsBenchmark(),
                new ClusterBenchmark(),
                new PeersBenchmark(System.getenv()),
                new AccuracyBenchmark());
    }
}
