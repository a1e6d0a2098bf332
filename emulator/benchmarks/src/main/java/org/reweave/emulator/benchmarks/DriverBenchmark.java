package org.reweave.emulator.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.stats.Counter;

/**
 * Emulation speed of the drivers on one loaded fabric, taken in turns in one process so that ratios hold when the
 * machine's speed drifts: an 8x8 torus, 16-flit packets, load 0.3, at two link latencies.
 */
final class DriverBenchmark {
    /** One way of running. */
    private record Candidate(String name, Drivers drivers) {}

    /**
     * Speed of one candidate at one link latency: medians over the rounds.
     *
     * @param linkLatency cycles
     * @param cyclesPerCpuSecond emulated cycles per second of processor time
     * @param flitHopsPerCpuSecond flits over switch-to-switch links
     * @param costOfSequential processor time relative to the sequential driver's of the same round
     * @param fingerprint of the run; the same for all drivers of one latency
     */
    record Speed(
            int linkLatency,
            String driver,
            double cyclesPerCpuSecond,
            double flitHopsPerCpuSecond,
            double flitHopsPerWallSecond,
            double costOfSequential,
            String fingerprint) {}

    private record Sample(long cycles, long flitHops, double cpuSeconds, double wallSeconds, String fingerprint) {}

    private final int rounds;
    private final List<Candidate> candidates;
    private final Consumer<String> progress;

    DriverBenchmark(int rounds, int threads, Consumer<String> progress) {
        this.rounds = rounds;
        this.progress = progress;
        this.candidates = List.of(
                new Candidate("sequential", Drivers.sequential()),
                new Candidate("actors, an island per thread", new Drivers(Drivers.ACTORS, threads, ActorDriver.AUTO)),
                new Candidate("actors, islands of 4", Drivers.actors(threads, 4)),
                new Candidate("actors, a device each", new Drivers(Drivers.ACTORS, threads, ActorDriver.BY_SIZE)));
    }

    /** @param latencies of the links, in cycles */
    List<Speed> run(int... latencies) {
        List<Speed> speeds = new ArrayList<>();
        for (int latency : latencies) {
            speeds.addAll(measure(latency));
        }
        return speeds;
    }

    private List<Speed> measure(int latency) {
        long cycles = latency == 1 ? 80_000 : 400_000;
        Sample[][] samples = new Sample[candidates.size()][rounds];
        for (int round = -1; round < rounds; round++) { // the first one warms up
            for (int i = 0; i < samples.length; i++) {
                progress.accept(
                        "link latency " + latency + ", " + candidates.get(i).name() + ", "
                                + (round < 0 ? "warm-up" : "round " + (round + 1) + " of " + rounds));
                Sample sample = sample(latency, cycles, candidates.get(i));
                if (round >= 0) {
                    samples[i][round] = sample;
                }
            }
        }
        List<Speed> speeds = new ArrayList<>();
        for (int i = 0; i < samples.length; i++) {
            speeds.add(speed(latency, candidates.get(i).name(), samples[i], samples[0]));
        }
        return speeds;
    }

    private static Sample sample(int latency, long cycles, Candidate candidate) {
        String text = LoadedTorus.scenario(latency, cycles);
        Network network = new Network(ResolvedScenario.of(ScenarioLoader.parse("bench.conf", text, List.of())));
        RunDriver driver = candidate.drivers().create(network, (cut, events) -> {});
        long cpu = cpuNanos();
        long wall = System.nanoTime();
        RunResult result = driver.run();
        return new Sample(
                result.last().cycle(),
                result.last().count(Counter.FLIT_HOPS),
                (cpuNanos() - cpu) / 1e9,
                (System.nanoTime() - wall) / 1e9,
                result.fingerprint());
    }

    /** The processor time of this process. */
    static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static Speed speed(int latency, String name, Sample[] own, Sample[] sequential) {
        double[] cycles = new double[own.length];
        double[] cpuHops = new double[own.length];
        double[] wallHops = new double[own.length];
        double[] cost = new double[own.length];
        for (int i = 0; i < own.length; i++) {
            cycles[i] = own[i].cycles() / own[i].cpuSeconds();
            cpuHops[i] = own[i].flitHops() / own[i].cpuSeconds();
            wallHops[i] = own[i].flitHops() / own[i].wallSeconds();
            cost[i] = own[i].cpuSeconds() / sequential[i].cpuSeconds();
        }
        return new Speed(
                latency, name, median(cycles), median(cpuHops), median(wallHops), median(cost), own[0].fingerprint());
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
