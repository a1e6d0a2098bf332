package org.reweave.emulator.benchmarks;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.reweave.emulator.cli.bench.Benchmark;
import org.reweave.emulator.results.Reconfiguration;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.sweep.Estimate;

/** Distortion of results by lax mode: the same scenarios conservatively and lax, at growing slack, repeated. */
final class LaxBenchmark implements Benchmark {
    private static final String COMMON = """
            description = "lax mode compared"
            seed = 3
            device.preset = iba-1x
            manager { host-latency = 100ns, timeout = 100us }
            run { warmup = 20us, duration = 400us, limit = 4ms, cut-interval = 2500ns }
            """;

    private static final Map<String, String> SCENARIOS = Map.of(
            "1 torus, no fault",
            COMMON + """
            fabric.generator = "torus:4x4"
            routing.engine = updown
            traffic.load = 0.3
            """,
            "2 torus, ebrd after a link's fault",
            COMMON + """
            fabric.generator = "torus:4x4"
            routing.engine = updown
            traffic.load = 0.2
            faults = [ { at = 100us, link = "s1_1-s2_1" } ]
            reconfiguration.scheme = ebrd
            """,
            "3 fat tree, static after a link's fault",
            COMMON + """
            fabric.generator = "k-ary-n-tree:4,2"
            routing.engine = fat-tree
            traffic.load = 0.2
            faults = [ { at = 100us, link = random } ]
            reconfiguration.scheme = static
            """);

    private static final List<String> SLACKS = List.of("0cycles", "100ns", "400ns", "2500ns", "unlimited");

    /**
     * One scenario at one slack; estimates are over repeated runs.
     *
     * @param slack {@code conservative} in the first line of a scenario
     * @param fingerprints different ones
     * @param late share of the records that took effect late
     * @param lateness of these, in ns
     * @param beyond of the steps that went ahead, in ns
     * @param latency of packets in the network, mean, in ns
     * @param accepted load
     * @param dropped packets
     * @param reconfiguration from the fault to its completion, in ns
     */
    record Line(
            String scenario,
            String slack,
            int fingerprints,
            Estimate late,
            Estimate lateness,
            Estimate beyond,
            Estimate latency,
            Estimate accepted,
            Estimate dropped,
            Estimate reconfiguration) {}

    @Override
    public String name() {
        return "lax";
    }

    @Override
    public String summary() {
        return "lax mode beside conservative results; --rounds are repeated runs";
    }

    @Override
    public Result measure(Settings settings) {
        List<Line> lines = new ArrayList<>();
        for (String scenario : SCENARIOS.keySet().stream().sorted().toList()) {
            settings.progress().accept(scenario);
            lines.add(line(scenario, "conservative", List.of(run(scenario, Drivers.sequential(), List.of()))));
            for (String slack : SLACKS) {
                List<Summary> runs = new ArrayList<>();
                for (int i = 0; i < Math.max(2, settings.rounds()); i++) {
                    runs.add(run(
                            scenario,
                            Drivers.actors(settings.threads()),
                            List.of("run.asynchrony=lax", "run.lax.slack=" + slack)));
                }
                lines.add(line(scenario, slack, runs));
            }
        }
        return new Result(
                Map.of(
                        "benchmark", name(),
                        "rounds", Math.max(2, settings.rounds()),
                        "threads", settings.threads(),
                        "interval", "95%, Student's t over runs",
                        "lines", lines),
                text(lines, settings));
    }

    private static Summary run(String scenario, Drivers drivers, List<String> sets) {
        var builder = Run.of(scenario, SCENARIOS.get(scenario)).driver(drivers);
        sets.forEach(builder::set);
        return builder.prepare().execute();
    }

    private static Line line(String scenario, String slack, List<Summary> runs) {
        Set<String> fingerprints = new HashSet<>();
        runs.forEach(run -> fingerprints.add(run.fingerprint()));
        boolean lax = runs.get(0).drift() != null;
        return new Line(
                scenario,
                slack,
                fingerprints.size(),
                lax
                        ? estimate(
                                runs,
                                run -> (double) run.drift().lateRecords()
                                        / run.drift().records())
                        : null,
                lax ? estimate(runs, run -> run.drift().ns().lateness().mean()) : null,
                lax ? estimate(runs, run -> run.drift().ns().beyond().mean()) : null,
                estimate(runs, run -> run.latency().network().ns().mean()),
                estimate(runs, run -> run.load().accepted()),
                estimate(runs, run -> run.packets().droppedTotal()),
                runs.stream().allMatch(LaxBenchmark::isReconfigured)
                        ? estimate(
                                runs, run -> last(run).completedAt() - last(run).faultAt())
                        : null);
    }

    private static boolean isReconfigured(Summary run) {
        return !run.reconfigurations().isEmpty()
                && last(run).faultAt() != null
                && last(run).completedAt() != null;
    }

    private static Reconfiguration.Times last(Summary run) {
        return run.reconfigurations().get(run.reconfigurations().size() - 1).ns();
    }

    private static Estimate estimate(List<Summary> runs, ToDoubleFunction<Summary> value) {
        return Estimate.of(runs.stream().mapToDouble(value).boxed().toList());
    }

    private static List<String> text(List<Line> lines, Settings settings) {
        List<String> text = new ArrayList<>();
        text.add(Math.max(2, settings.rounds()) + " runs a line, " + settings.threads()
                + " threads, one device an actor; mean and half of the 95% interval over runs (Student's t)");
        String format = "  %-13s %5s %16s %16s %16s %18s %18s %14s %20s";
        String scenario = "";
        for (Line line : lines) {
            if (!line.scenario().equals(scenario)) {
                scenario = line.scenario();
                text.add("");
                text.add(scenario);
                text.add(String.format(
                        format,
                        "slack",
                        "runs",
                        "late, %",
                        "by, ns",
                        "ahead by, ns",
                        "latency, ns",
                        "accepted, %",
                        "dropped",
                        "reconfiguration, us"));
            }
            text.add(String.format(
                    format,
                    line.slack(),
                    line.fingerprints(),
                    words(line.late(), 100, 2),
                    words(line.lateness(), 1, 0),
                    words(line.beyond(), 1, 0),
                    words(line.latency(), 1, 1),
                    words(line.accepted(), 100, 3),
                    words(line.dropped(), 1, 1),
                    words(line.reconfiguration(), 1e-3, 2)));
        }
        text.add("");
        text.add(
                "runs: different fingerprints; late: records that took effect late; ahead: steps beyond what was known");
        return text;
    }

    private static String words(Estimate estimate, double factor, int digits) {
        if (estimate == null || estimate.mean() == null) {
            return "-";
        }
        String mean = String.format(Locale.ROOT, "%." + digits + "f", factor * estimate.mean());
        return estimate.halfWidth() == null
                ? mean
                : mean + String.format(Locale.ROOT, " +-%." + digits + "f", factor * estimate.halfWidth());
    }
}
