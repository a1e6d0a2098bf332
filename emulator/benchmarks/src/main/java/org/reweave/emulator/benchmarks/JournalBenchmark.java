package org.reweave.emulator.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.catalogue.RunArchive;
import org.reweave.emulator.cli.bench.Benchmark;
import org.reweave.emulator.cli.common.Amounts;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.journal.format.JournalRecord;
import org.reweave.emulator.journal.store.JournalPlace;
import org.reweave.emulator.journal.writing.RunJournal;
import org.reweave.emulator.network.FabricDigest;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.SoftwareVersion;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.stats.Counter;

/**
 * Cost of a journal: the same run with one, in an H2 file, and without, in turns in one process. Opening and closing
 * the journal is part of the run.
 */
final class JournalBenchmark implements Benchmark {
    /**
     * Medians over the rounds.
     *
     * @param cpuRatio processor time a flit-hop with a journal over that of the same round without
     * @param bytes of the journal's file
     * @param bytesPerMillionHops these over millions of flit-hops
     */
    record Cost(
            String driver,
            double cpuSecondsWithout,
            double cpuSecondsWith,
            double cpuRatio,
            double wallRatio,
            long bytes,
            long bytesPerMillionHops) {}

    private record Sample(double cpuSeconds, double wallSeconds, long bytes, long flitHops) {
        /** A lax run and its repetition are two runs: what they did differs a little. */
        double cpuPerHop() {
            return cpuSeconds / flitHops;
        }
    }

    private record Pair(Sample without, Sample with) {}

    private static final String SCENARIO = """
            description = "Cost of the journal"
            seed = 5
            fabric.generator = "torus:8x8"
            routing.engine = updown
            device.preset = iba-1x
            traffic.load = 0.12
            faults = [ { at = 500us, link = "s3_4-s4_4" } ]
            reconfiguration.scheme = ebrd
            run { warmup = 100us, duration = 15ms, limit = 50ms }
            """;

    @Override
    public String name() {
        return "journal";
    }

    @Override
    public String summary() {
        return "a loaded 8x8 torus with and without a journal, lax too";
    }

    @Override
    public Result measure(Settings settings) {
        Drivers actors = new Drivers(Drivers.ACTORS, settings.threads(), ActorDriver.BY_SIZE);
        List<Cost> costs = List.of(
                measure(settings, Drivers.SEQUENTIAL, Drivers.sequential(), List.of()),
                measure(settings, Drivers.ACTORS, actors, List.of()),
                measure(settings, "lax, 400ns", actors, lax("400ns")),
                measure(settings, "lax, unlimited", actors, lax("unlimited")));
        Map<String, Object> document =
                Map.of("benchmark", name(), "threads", settings.threads(), "rounds", settings.rounds(), "costs", costs);
        return new Result(document, lines(costs, settings));
    }

    /** Shorter, because every device takes a step every 25 cycles. */
    private static List<String> lax(String slack) {
        return List.of("run.asynchrony=lax", "run.lax.slack=" + slack, "run.duration=3ms");
    }

    private static List<String> lines(List<Cost> costs, Settings settings) {
        List<String> lines = new ArrayList<>();
        lines.add("8x8 torus that loses a link; " + settings.threads() + " threads; medians of " + settings.rounds()
                + " pairs of runs with and without a journal");
        lines.add("");
        String format = "%-14s  %12s  %12s  %10s  %10s  %12s  %12s";
        lines.add(String.format(
                format, "driver", "CPU s, none", "CPU s", "CPU ratio", "wall ratio", "file", "per M hops"));
        for (Cost cost : costs) {
            lines.add(String.format(
                    format,
                    cost.driver(),
                    String.format(Locale.ROOT, "%.2f", cost.cpuSecondsWithout()),
                    String.format(Locale.ROOT, "%.2f", cost.cpuSecondsWith()),
                    String.format(Locale.ROOT, "%.3f", cost.cpuRatio()),
                    String.format(Locale.ROOT, "%.3f", cost.wallRatio()),
                    Amounts.metric(cost.bytes()) + "B",
                    Amounts.metric(cost.bytesPerMillionHops()) + "B"));
        }
        return lines;
    }

    private static Cost measure(Settings settings, String driver, Drivers used, List<String> sets) {
        BiFunction<Network, RunListener, RunDriver> drivers = used::create;
        List<Pair> pairs = new ArrayList<>();
        for (int round = -1; round < settings.rounds(); round++) { // the first one warms up
            settings.progress()
                    .accept(driver + ", "
                            + (round < 0 ? "warm-up" : "round " + (round + 1) + " of " + settings.rounds()));
            boolean journalFirst = round % 2 != 0;
            Sample first = sample(drivers, sets, journalFirst);
            Sample second = sample(drivers, sets, !journalFirst);
            if (round >= 0) {
                pairs.add(journalFirst ? new Pair(second, first) : new Pair(first, second));
            }
        }
        return new Cost(
                driver,
                median(pairs, pair -> pair.without().cpuSeconds()),
                median(pairs, pair -> pair.with().cpuSeconds()),
                median(pairs, pair -> pair.with().cpuPerHop() / pair.without().cpuPerHop()),
                median(pairs, pair -> pair.with().wallSeconds() / pair.without().wallSeconds()),
                (long) median(pairs, pair -> pair.with().bytes()),
                (long) median(
                        pairs, pair -> 1e6 * pair.with().bytes() / pair.with().flitHops()));
    }

    private static Sample sample(
            BiFunction<Network, RunListener, RunDriver> drivers, List<String> sets, boolean journalled) {
        Network network = new Network(ResolvedScenario.of(ScenarioLoader.parse("bench.conf", SCENARIO, sets)));
        long cpu = cpuNanos();
        long wall = System.nanoTime();
        long[] hops = new long[1];
        RunListener counting = (cut, events) -> hops[0] = cut.count(Counter.FLIT_HOPS);
        long bytes = 0;
        if (journalled) {
            bytes = journalled(network, drivers, counting);
        } else {
            drivers.apply(network, counting).run();
        }
        return new Sample((cpuNanos() - cpu) / 1e9, (System.nanoTime() - wall) / 1e9, bytes, hops[0]);
    }

    /** @return bytes of the journal's file */
    private static long journalled(
            Network network, BiFunction<Network, RunListener, RunDriver> drivers, RunListener counting) {
        try {
            Path folder = Files.createTempDirectory("reweave-bench");
            try {
                JournalPlace place = JournalPlace.in(folder);
                JournalRecord.RunStarted started = new JournalRecord.RunStarted(
                        JournalRecord.Header.single("bench"),
                        network.resolved().scenario().resolved(),
                        network.resolved().scenario().seed(),
                        SoftwareVersion.read(),
                        FabricDigest.of(network),
                        0);
                try (RunJournal journal = RunJournal.begin(place, started)) {
                    RunResult result =
                            drivers.apply(network, journal.listener(counting)).run();
                    journal.end(new JournalRecord.RunEnded(
                            journal.header(),
                            result.outcome().label(),
                            false,
                            "",
                            result.last().cycle(),
                            result.fingerprint(),
                            "",
                            ""));
                }
                return Files.size(place.file().orElseThrow());
            } finally {
                RunArchive.remove(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static double median(List<Pair> pairs, ToDoubleFunction<Pair> value) {
        double[] sorted = pairs.stream().mapToDouble(value).toArray();
        Arrays.sort(sorted);
        return IntStream.of((sorted.length - 1) / 2, sorted.length / 2)
                .mapToDouble(i -> sorted[i])
                .average()
                .orElseThrow();
    }
}
