package org.reweave.emulator.cli.bench;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** One measurement of {@code reweave bench}. */
public interface Benchmark {
    /** The benchmarks of a checkout; the module {@code emulator/benchmarks} provides them, an installation has none. */
    interface Catalogue {
        /** All benchmarks, in the order in which {@code --help} lists them. */
        List<Benchmark> benchmarks();
    }

    /**
     * How to measure.
     *
     * @param rounds measured rounds after a warm-up
     * @param threads of whatever runs on several
     * @param fabric that the user has named
     * @param cycles that the user wants a run to have
     * @param only parts that the user wants of a benchmark that has parts; none = all
     * @param budget processor seconds for each part, at most
     * @param progress takes a line now and then
     */
    record Settings(
            int rounds,
            int threads,
            Optional<String> fabric,
            Optional<Long> cycles,
            List<String> only,
            int budget,
            Consumer<String> progress) {
        /** Settings without a choice of parts. */
        public Settings(
                int rounds, int threads, Optional<String> fabric, Optional<Long> cycles, Consumer<String> progress) {
            this(rounds, threads, fabric, cycles, List.of(), DEFAULT_BUDGET, progress);
        }
    }

    /** Processor seconds for each part of a benchmark that has parts, where the user says nothing. */
    int DEFAULT_BUDGET = 120;

    /**
     * Result of a benchmark.
     *
     * @param document for {@code --json}
     * @param lines for the terminal
     */
    record Result(Object document, List<String> lines) {}

    /** Name by which users call the benchmark. */
    String name();

    /** A few words for {@code --help}. */
    String summary();

    /** Options that this benchmark has besides those of all; others refuse them. */
    default Set<String> options() {
        return Set.of();
    }

    Result measure(Settings settings);
}
