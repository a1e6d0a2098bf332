package org.reweave.emulator.cli.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.cluster.ClusterChoice;
import org.reweave.emulator.cluster.Economies;
import org.reweave.emulator.governor.Spread;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;

/**
 * One run on 1, 2 and 3 JVMs of this machine beside two threads of one JVM, and what bundling and placement give. Of
 * each there is a run of some length and one of three times that: the difference has neither start nor the first
 * compilations in it.
 */
final class ClusterBenchmark implements Benchmark {
    private static final int LONGER = 3; // times the short run
    private static final long SHORT_CYCLES = 300_000; // at latency 25
    private static final int WAITS_MORE = 25; // times, at latency 1: JVMs then wait for each other every cycle

    /** One way of running. */
    private record Candidate(String jvms, int nodes, int threads, String without, Economies economies) {
        private Drivers drivers() {
            return nodes == 0
                    ? new Drivers(Drivers.ACTORS, threads, ActorDriver.AUTO)
                    : new Drivers(
                            Drivers.ACTORS,
                            threads,
                            ActorDriver.AUTO,
                            Optional.of(new ClusterChoice(nodes, Optional.empty(), Optional.empty(), economies)));
        }
    }

    private static final List<Candidate> CANDIDATES = List.of(
            new Candidate("1, no node", 0, 2, "", Economies.ALL),
            new Candidate("1", 1, 1, "", Economies.ALL),
            new Candidate("2", 2, 1, "", Economies.ALL),
            new Candidate("3", 3, 1, "", Economies.ALL),
            new Candidate("2", 2, 1, "bundling", new Economies(true, false)),
            new Candidate("2", 2, 1, "placement", new Economies(false, true)));

    /** What a run took. */
    private record Sample(
            double cycles,
            double wall,
            double nodesCpu,
            double ownCpu,
            double frames,
            double bundles,
            double bytes,
            double idle) {
        static Sample of(Summary summary) {
            Summary.Cost cost = summary.cost();
            Spread spread = cost.spread();
            return spread == null
                    ? new Sample(summary.cycles(), cost.wallSeconds(), cost.cpuSeconds(), 0, 0, 0, 0, 0)
                    : new Sample(
                            summary.cycles(),
                            spread.seconds(),
                            spread.cpuSeconds(),
                            cost.cpuSeconds(),
                            spread.frames(),
                            spread.bundles(),
                            spread.bytes(),
                            spread.waiting() * spread.seconds());
        }

        Sample minus(Sample other) {
            return new Sample(
                    cycles - other.cycles,
                    wall - other.wall,
                    nodesCpu - other.nodesCpu,
                    ownCpu - other.ownCpu,
                    frames - other.frames,
                    bundles - other.bundles,
                    bytes - other.bytes,
                    idle - other.idle);
        }
    }

    /**
     * What one candidate reached at one link latency: medians over the rounds, each of a long run less a short one.
     *
     * @param linkLatency cycles
     * @param jvms that host devices
     * @param threads of each
     * @param without what the run leaves out; empty = nothing
     * @param cutLinks links from JVM to JVM
     * @param cyclesPerSecond emulated cycles, of wall time
     * @param framesPerSecond frames and promises between JVMs, of wall time
     * @param bundlesPerSecond messages that carried them, of wall time
     * @param bytesPerFrame in these messages
     * @param waiting share of the time of the threads that run devices in which they did not; null = not measured
     * @param nodesCpuNanosPerCycle processor time of the JVMs that host devices
     * @param ownCpuNanosPerCycle of the one that coordinates them
     * @param cost processor time of all JVMs beside that of one JVM with two threads
     * @param fingerprint of the long run; the same for all candidates of one latency
     */
    record Line(
            int linkLatency,
            String jvms,
            int threads,
            String without,
            long cutLinks,
            double cyclesPerSecond,
            double framesPerSecond,
            double bundlesPerSecond,
            double bytesPerFrame,
            Double waiting,
            double nodesCpuNanosPerCycle,
            double ownCpuNanosPerCycle,
            double cost,
            String fingerprint) {}

    @Override
    public String name() {
        return "cluster";
    }

    @Override
    public String summary() {
        return "1, 2 and 3 JVMs of this machine, with and without bundling and placement; --cycles of the short runs";
    }

    @Override
    public Set<String> options() {
        return Set.of("--cycles");
    }

    @Override
    public Result measure(Settings settings) {
        List<Line> lines = new ArrayList<>();
        for (int latency : List.of(25, 1)) {
            long cycles = settings.cycles().orElse(SHORT_CYCLES) / (latency == 1 ? WAITS_MORE : 1);
            lines.addAll(measure(latency, Math.max(1, cycles), settings));
        }
        return new Result(
                Map.of("benchmark", name(), "rounds", settings.rounds(), "lines", lines), text(lines, settings));
    }

    private static List<Line> measure(int latency, long cycles, Settings settings) {
        Sample[][] samples = new Sample[CANDIDATES.size()][settings.rounds()];
        Summary[] last = new Summary[CANDIDATES.size()];
        run(latency, cycles, CANDIDATES.get(0)); // warms this process up; the others begin cold each time
        for (int round = 0; round < settings.rounds(); round++) {
            for (int i = 0; i < samples.length; i++) {
                Candidate candidate = CANDIDATES.get(i);
                settings.progress()
                        .accept("link latency " + latency + ", JVMs: " + candidate.jvms()
                                + (candidate.without().isEmpty() ? "" : ", without " + candidate.without())
                                + ", round " + (round + 1) + " of " + settings.rounds());
                Sample first = Sample.of(run(latency, cycles, candidate));
                last[i] = run(latency, LONGER * cycles, candidate);
                samples[i][round] = Sample.of(last[i]).minus(first);
            }
        }
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < samples.length; i++) {
            lines.add(line(latency, CANDIDATES.get(i), samples[i], samples[0], last[i]));
        }
        return lines;
    }

    private static Summary run(int latency, long cycles, Candidate candidate) {
        return Run.of("bench", LoadedTorus.scenario(latency, cycles))
                .driver(candidate.drivers())
                .prepare()
                .execute();
    }

    private static Line line(int latency, Candidate candidate, Sample[] own, Sample[] oneJvm, Summary last) {
        Spread spread = last.cost().spread();
        double[] cost = new double[own.length];
        for (int round = 0; round < own.length; round++) {
            cost[round] = cpuPerCycle(own[round]) / cpuPerCycle(oneJvm[round]);
        }
        return new Line(
                latency,
                candidate.jvms(),
                candidate.threads(),
                candidate.without(),
                spread == null ? 0 : spread.cutLinks(),
                median(own, sample -> sample.cycles() / sample.wall()),
                median(own, sample -> sample.frames() / sample.wall()),
                median(own, sample -> sample.bundles() / sample.wall()),
                median(own, sample -> sample.frames() == 0 ? 0 : sample.bytes() / sample.frames()),
                spread == null ? null : median(own, sample -> sample.idle() / sample.wall()),
                median(own, sample -> 1e9 * sample.nodesCpu() / sample.cycles()),
                median(own, sample -> 1e9 * sample.ownCpu() / sample.cycles()),
                DriverBenchmark.median(cost),
                last.fingerprint());
    }

    private static double cpuPerCycle(Sample sample) {
        return (sample.nodesCpu() + sample.ownCpu()) / sample.cycles();
    }

    private static double median(Sample[] samples, ToDoubleFunction<Sample> value) {
        return DriverBenchmark.median(Arrays.stream(samples).mapToDouble(value).toArray());
    }

    private static List<String> text(List<Line> lines, Settings settings) {
        List<String> text = new ArrayList<>();
        text.add(
                "8x8 torus, 16-flit packets, load 0.3, dimension-order; a thread in each JVM that hosts devices, two in the one"
                        + " without nodes; medians of " + settings.rounds() + " rounds, long runs less short ones");
        text.add("");
        String format = "%-12s  %-10s  %-9s  %9s  %10s  %10s  %10s  %11s  %7s  %14s  %14s  %6s";
        text.add(String.format(
                format,
                "link latency",
                "JVMs",
                "without",
                "cut links",
                "cycles/s",
                "frames/s",
                "bundles/s",
                "bytes/frame",
                "waiting",
                "nodes, ns/cyc",
                "coord., ns/cyc",
                "cost"));
        for (Line line : lines) {
            text.add(String.format(
                    Locale.ROOT,
                    format,
                    line.linkLatency() + " cycles",
                    line.jvms(),
                    line.without(),
                    line.cutLinks(),
                    count(line.cyclesPerSecond()),
                    count(line.framesPerSecond()),
                    count(line.bundlesPerSecond()),
                    String.format(Locale.ROOT, "%.1f", line.bytesPerFrame()),
                    line.waiting() == null ? "-" : Math.round(100 * line.waiting()) + "%",
                    count(line.nodesCpuNanosPerCycle()),
                    count(line.ownCpuNanosPerCycle()),
                    String.format(Locale.ROOT, "%.2f", line.cost())));
        }
        text.add("");
        text.add(
                "per second of wall time; ns of processor time per emulated cycle; cost: processor time of all JVMs beside the"
                        + " first line's; waiting: threads that ran no device");
        return text;
    }

    private static String count(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }
}
