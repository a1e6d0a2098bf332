package org.reweave.emulator.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.reweave.emulator.cli.bench.Benchmark;
import org.reweave.emulator.sweep.AccuracyStudy;
import org.reweave.emulator.sweep.Estimate;

/** Theory beside measurement: zero-load latency, waits at a single output, saturation below the bisection bound. */
final class AccuracyBenchmark implements Benchmark {
    private static final int SOURCES = 16;
    private static final int CYCLES = 200_000;
    private static final double[] UTILISATIONS = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};

    @Override
    public String name() {
        return "accuracy";
    }

    @Override
    public String summary() {
        return "theory beside measurement; --rounds are seeds";
    }

    @Override
    public Result measure(Settings settings) {
        int seeds = Math.max(2, settings.rounds());
        AccuracyStudy study = new AccuracyStudy(seeds, settings.threads(), settings.progress());
        List<AccuracyStudy.Line> lines = new ArrayList<>(study.zeroLoad());
        lines.addAll(study.singleOutput(SOURCES, CYCLES, UTILISATIONS));
        lines.addAll(study.bisection());
        return new Result(
                Map.of("benchmark", name(), "seeds", seeds, "interval", "95%, Student's t over seeds", "lines", lines),
                text(lines, seeds));
    }

    private static List<String> text(List<AccuracyStudy.Line> lines, int seeds) {
        List<String> text = new ArrayList<>();
        text.add("iq-router, 16-flit packets; cycles; " + seeds + " seeds, 95% intervals over them (Student's t)");
        String part = "";
        for (AccuracyStudy.Line line : lines) {
            if (!line.part().equals(part)) {
                part = line.part();
                text.add("");
                text.add(String.format("%-68s %10s %20s", part, "theory", "measured"));
            }
            Estimate measured = line.measured();
            String value = measured.mean() == null
                    ? "-"
                    : String.format(Locale.ROOT, "%.4f +-%.4f", measured.mean(), measured.halfWidth());
            text.add(String.format(
                    Locale.ROOT,
                    "  %-66s %10.4f %20s  %s",
                    line.what(),
                    line.theory(),
                    value,
                    line.agrees() ? "yes" : "NO"));
        }
        return text;
    }
}
