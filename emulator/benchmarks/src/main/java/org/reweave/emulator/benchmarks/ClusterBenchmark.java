package org.reweave.emulator.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.cli.bench.Benchmark;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.cluster.ClusterChoice;
import org.reweave.emulator.cluster.messages.Economies;
import org.reweave.emulator.governor.ClusterSpread;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;

/**
 * One run on 1, 2 and 3 JVMs of this machine beside two threads of one JVM, and what bundling and placement give. Times
 * are those of the second half of each run, which has neither the start nor most of the compilations in it.
 */
final class ClusterBenchmark implements Benchmark {
    private static final long CYCLES = 1_000_000; // at latency 25
    private static final long LEAST_CYCLES = 200_000; // there is a cut in either half of the runs at latency 1
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

    /** Wall time and processor time of this process and of its child processes so far, in seconds. */
    private record Meter(long cycle, double wall, double nodesCpu, double ownCpu) {
        static Meter at(long cycle) {
            return new Meter(
                    cycle,
                    System.nanoTime() / 1e9,
                    ProcessHandle.current()
                            .children()
                            .mapToDouble(child -> seconds(child.info().totalCpuDuration()))
                            .sum(),
                    DriverBenchmark.cpuNanos() / 1e9);
        }

        private static double seconds(Optional<Duration> time) {
            return time.orElse(Duration.ZERO).toNanos() / 1e9;
        }
    }

    /**
     * Costs of a run.
     *
     * @param cycles of its second half
     * @param wall of the second half, as are the next two
     * @param frames a cycle, of the whole run, as are the next two
     * @param waiting share of the whole run; null = not measured
     */
    private record Sample(
            double cycles,
            double wall,
            double nodesCpu,
            double ownCpu,
            double frames,
            double bundles,
            double bytes,
            Double waiting,
            long cutLinks,
            String fingerprint) {
        static Sample of(Meter half, Meter end, Summary summary) {
            ClusterSpread spread = summary.cost().spread();
            double cycles = end.cycle() - half.cycle();
            double ownCpu = end.ownCpu() - half.ownCpu();
            double wall = end.wall() - half.wall();
            return spread == null
                    ? new Sample(cycles, wall, ownCpu, 0, 0, 0, 0, null, 0, summary.fingerprint())
                    : new Sample(
                            cycles,
                            wall,
                            end.nodesCpu() - half.nodesCpu(),
                            ownCpu,
                            (double) spread.frames() / summary.cycles(),
                            (double) spread.bundles() / summary.cycles(),
                            (double) spread.bytes() / summary.cycles(),
                            spread.waiting(),
                            spread.cutLinks(),
                            summary.fingerprint());
        }

        double cpuPerCycle() {
            return (nodesCpu + ownCpu) / cycles;
        }
    }

    /**
     * Speed and costs of one candidate at one link latency: medians over the rounds.
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
     * @param fingerprint of the run; the same for all candidates of one latency
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
        return "1, 2 and 3 JVMs of this machine, with and without bundling and placement";
    }

    @Override
    public Set<String> options() {
        return Set.of("--cycles");
    }

    @Override
    public Result measure(Settings settings) {
        long most = settings.cycles().orElse(CYCLES);
        if (most < LEAST_CYCLES) {
            throw new UserErrors(List.of("--cycles " + most + ": bench " + name() + " needs " + LEAST_CYCLES
                    + " or more to have a second half to measure; raise it"));
        }
        List<Line> lines = new ArrayList<>();
        for (int latency : List.of(25, 1)) {
            lines.addAll(measure(latency, most / (latency == 1 ? WAITS_MORE : 1), settings));
        }
        return new Result(
                Map.of("benchmark", name(), "rounds", settings.rounds(), "lines", lines), text(lines, settings));
    }

    private static List<Line> measure(int latency, long cycles, Settings settings) {
        Sample[][] samples = new Sample[CANDIDATES.size()][settings.rounds()];
        for (int round = 0; round < settings.rounds(); round++) {
            for (int i = 0; i < samples.length; i++) {
                Candidate candidate = CANDIDATES.get(i);
                samples[i][round] = run(latency, cycles, candidate);
                settings.progress()
                        .accept(String.format(
                                Locale.ROOT,
                                "link latency %d, JVMs: %s%s, round %d of %d: %,.0f cycles/s, cost %.2f",
                                latency,
                                candidate.jvms(),
                                candidate.without().isEmpty() ? "" : ", without " + candidate.without(),
                                round + 1,
                                settings.rounds(),
                                samples[i][round].cycles() / samples[i][round].wall(),
                                samples[i][round].cpuPerCycle() / samples[0][round].cpuPerCycle()));
            }
        }
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < samples.length; i++) {
            lines.add(line(latency, CANDIDATES.get(i), samples[i], samples[0]));
        }
        return lines;
    }

    private static Sample run(int latency, long cycles, Candidate candidate) {
        Run run = Run.of("bench", LoadedTorus.scenario(latency, cycles))
                .driver(candidate.drivers())
                .prepare();
        List<Meter> meters = new ArrayList<>(); // at the first cut of the second half, and at the first one beyond it
        run.watch(cut -> {
            if (meters.size() < 2 && cut.cycle() >= (meters.size() + 1) * cycles / 2) {
                meters.add(Meter.at(cut.cycle()));
            }
        });
        Summary summary = run.execute();
        return Sample.of(meters.get(0), meters.get(1), summary);
    }

    private static Line line(int latency, Candidate candidate, Sample[] own, Sample[] oneJvm) {
        double[] cost = new double[own.length];
        for (int round = 0; round < own.length; round++) {
            cost[round] = own[round].cpuPerCycle() / oneJvm[round].cpuPerCycle();
        }
        return new Line(
                latency,
                candidate.jvms(),
                candidate.threads(),
                candidate.without(),
                own[0].cutLinks(),
                median(own, sample -> sample.cycles() / sample.wall()),
                median(own, sample -> sample.frames() * sample.cycles() / sample.wall()),
                median(own, sample -> sample.bundles() * sample.cycles() / sample.wall()),
                median(own, sample -> sample.frames() == 0 ? 0 : sample.bytes() / sample.frames()),
                own[0].waiting() == null ? null : median(own, Sample::waiting),
                median(own, sample -> 1e9 * sample.nodesCpu() / sample.cycles()),
                median(own, sample -> 1e9 * sample.ownCpu() / sample.cycles()),
                DriverBenchmark.median(cost),
                own[0].fingerprint());
    }

    private static double median(Sample[] samples, ToDoubleFunction<Sample> value) {
        return DriverBenchmark.median(Arrays.stream(samples).mapToDouble(value).toArray());
    }

    private static List<String> text(List<Line> lines, Settings settings) {
        List<String> text = new ArrayList<>();
        text.add(
                "8x8 torus, 16-flit packets, load 0.3, dimension-order; a thread in each JVM that hosts devices, two in the one"
                        + " without nodes; medians of " + settings.rounds() + " rounds, second halves of the runs");
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
