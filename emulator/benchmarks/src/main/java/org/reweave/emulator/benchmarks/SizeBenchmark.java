package org.reweave.emulator.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.reweave.emulator.cli.bench.Benchmark;
import org.reweave.emulator.cli.common.UserErrors;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.sweep.Estimate;

/**
 * What a packet costs at a device, by the size of the fabric, in the sequential driver and in {@link PlainTorus}, in
 * turns in one process. Load x size is constant, so that the links between switches are as busy in all of them; the
 * first cycles of a run, in which a fabric fills, are not measured. A device visited is a switch crossed, the NIC that
 * a packet comes from, or the one that it goes to.
 */
final class SizeBenchmark implements Benchmark {
    private static final List<Integer> SIDES = List.of(8, 16, 32, 64, 128);
    private static final double LOAD_TIMES_SIDE = 2.4; // 0.3 on an 8x8 torus
    private static final int FLITS = 16;
    private static final int HOP = 2; // cycles of the model from a grant to the next switch's, as in the preset
    private static final int CUT = 1_000;

    /** Packets at devices that a run is to have, about. */
    private static final double VISITS = 2_000_000;

    private static final String SCENARIO = """
            description = "Cost of a packet by the size of the fabric"
            fabric.generator = "torus:%1$dx%1$d"
            routing { engine = dimension-order, options { ties = plus } }
            device {
              preset = iq-router
              link { latency = 1cycle, host-latency = 1cycle }
              switch { vls = 2, input-buffer = 64flits, crossbar-delay = 0cycles }
              nic { packet = %2$dflits, header = 0flits }
            }
            manager { host-latency = 250cycles }
            traffic { pattern = uniform, load = %3$s }
            run { warmup = 0cycles, duration = %4$dcycles, cut-interval = %5$dcycles, limit = 1000000000cycles }
            """;

    /**
     * A torus.
     *
     * @param ownNanos of processor time for each packet and device, by the sequential driver
     * @param plainNanos the same by the plain loop
     * @param ratio of the two, round by round
     * @param startSeconds of processor time until the first cycle: topology, tables and devices
     * @param ownLatency mean, from generation; close to the next one, or the work was not the same
     */
    record Line(
            String fabric,
            double load,
            long cycles,
            Estimate ownNanos,
            Estimate plainNanos,
            Estimate ratio,
            Estimate startSeconds,
            double ownLatency,
            double plainLatency) {}

    private record Sample(double nanos, double latency, double startSeconds) {}

    @Override
    public String name() {
        return "size";
    }

    @Override
    public String summary() {
        return "cost of a packet at a device on tori of 8x8 to 128x128, beside a plain loop";
    }

    @Override
    public Set<String> options() {
        return Set.of("--only");
    }

    @Override
    public Result measure(Settings settings) {
        List<Integer> sides = sides(settings.only());
        List<Line> lines = new ArrayList<>();
        settings.progress().accept("warm-up");
        own(8, cycles(8));
        plain(8, cycles(8));
        for (int side : sides) {
            lines.add(compare(side, settings));
        }
        return new Result(
                Map.of("benchmark", name(), "rounds", settings.rounds(), "lines", lines),
                text(lines, settings.rounds()));
    }

    private static List<Integer> sides(List<String> only) {
        List<String> known = SIDES.stream().map(SizeBenchmark::name).toList();
        List<String> unknown =
                only.stream().filter(name -> !known.contains(name)).toList();
        if (!unknown.isEmpty()) {
            throw new UserErrors(List.of("--only " + String.join(",", unknown)
                    + ": not a torus of bench size, which has " + String.join(", ", known)));
        }
        return SIDES.stream()
                .filter(side -> only.isEmpty() || only.contains(name(side)))
                .toList();
    }

    private static String name(int side) {
        return side + "x" + side;
    }

    private static double load(int side) {
        return LOAD_TIMES_SIDE / side;
    }

    /** Cycles measured: whole cuts, with about as many packets at devices on every torus. */
    private static int cycles(int side) {
        double packets = side * side * load(side) / FLITS; // in a cycle
        double devices = side / 2.0 + 3; // on a packet's way
        return Math.max(1, (int) Math.round(VISITS / (packets * devices) / CUT)) * CUT;
    }

    private static Line compare(int side, Settings settings) {
        int cycles = cycles(side);
        List<Sample> own = new ArrayList<>();
        List<Sample> plain = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int round = 1; round <= settings.rounds(); round++) {
            Sample mine = own(side, cycles);
            Sample loop = plain(side, cycles);
            own.add(mine);
            plain.add(loop);
            ratios.add(mine.nanos() / loop.nanos());
            settings.progress()
                    .accept(String.format(
                            Locale.ROOT,
                            "%s, round %d of %d: reweave %.0f ns, plain loop %.0f ns, start %.2f s",
                            name(side),
                            round,
                            settings.rounds(),
                            mine.nanos(),
                            loop.nanos(),
                            mine.startSeconds()));
        }
        return new Line(
                name(side),
                load(side),
                cycles,
                Estimate.of(own.stream().map(Sample::nanos).toList()),
                Estimate.of(plain.stream().map(Sample::nanos).toList()),
                Estimate.of(ratios),
                Estimate.of(own.stream().map(Sample::startSeconds).toList()),
                own.get(0).latency(),
                plain.get(0).latency());
    }

    /** Cycles in which a fabric fills: some times those that a packet takes across it. */
    private static int filling(int side) {
        return side <= 64 ? CUT : 2 * CUT;
    }

    private static Sample own(int side, int cycles) {
        long started = threadNanos();
        int end = filling(side) + cycles;
        String scenario = String.format(Locale.ROOT, SCENARIO, side, FLITS, load(side), end + CUT, CUT);
        Network network = new Network(ResolvedScenario.of(ScenarioLoader.parse("bench.conf", scenario, List.of())));
        AtomicReference<CutTotals> last = new AtomicReference<>(CutTotals.NOTHING);
        SequentialDriver driver =
                new SequentialDriver(network, (totals, events) -> last.set(totals), HorizonPolicy.FULL);
        double startSeconds = (threadNanos() - started) / 1e9;
        driver.advance(filling(side));
        CutTotals before = last.get();
        long begun = threadNanos();
        driver.advance(end);
        long nanos = threadNanos() - begun;
        CutTotals after = last.get();
        long visits = visits(after) - visits(before);
        double latency = (double) after.count(Counter.TOTAL_LATENCY) / after.count(Counter.DATA_DELIVERED);
        return new Sample((double) nanos / visits, latency, startSeconds);
    }

    /** Packets at devices: at the NICs at both ends, and at a switch more than there are links between switches. */
    private static long visits(CutTotals totals) {
        return totals.count(Counter.FLIT_HOPS) / FLITS
                + 2 * totals.count(Counter.INJECTED)
                + totals.count(Counter.DELIVERED);
    }

    private static Sample plain(int side, int cycles) {
        PlainTorus torus = new PlainTorus(side, load(side), FLITS, HOP);
        torus.run(filling(side));
        long visits = torus.visits();
        long begun = threadNanos();
        torus.run(filling(side) + cycles);
        double nanos = threadNanos() - begun;
        return new Sample(nanos / (torus.visits() - visits), torus.meanLatency(), 0);
    }

    private static long threadNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static List<String> text(List<Line> lines, int rounds) {
        List<String> text = new ArrayList<>();
        text.add("uniform traffic of " + FLITS + "-flit packets, load x side " + LOAD_TIMES_SIDE
                + ", link latency 1, sequential driver; nanoseconds of the thread's processor time for each packet and "
                + "device; " + rounds + " rounds, 95% intervals (Student's t)");
        text.add("");
        text.add(String.format(
                "%-8s %8s %10s %15s %15s %15s %14s %18s",
                "torus", "load", "cycles", "reweave", "plain loop", "ratio", "start, s", "latency, of both"));
        for (Line line : lines) {
            text.add(String.format(
                    Locale.ROOT,
                    "%-8s %8.5f %,10d %15s %15s %15s %14s %18s",
                    line.fabric(),
                    line.load(),
                    line.cycles(),
                    words("%.0f", line.ownNanos()),
                    words("%.1f", line.plainNanos()),
                    words("%.1f", line.ratio()),
                    words("%.2f", line.startSeconds()),
                    String.format(Locale.ROOT, "%.1f, %.1f", line.ownLatency(), line.plainLatency())));
        }
        return text;
    }

    private static String words(String format, Estimate estimate) {
        String mean = String.format(Locale.ROOT, format, estimate.mean());
        return estimate.halfWidth() == null
                ? mean
                : mean + " +-" + String.format(Locale.ROOT, format, estimate.halfWidth());
    }
}
