package org.reweave.emulator.reproduce.thesis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.reweave.emulator.reproduce.Computation;
import org.reweave.emulator.reproduce.Computed;
import org.reweave.emulator.reproduce.PaperRow;
import org.reweave.emulator.reproduce.Progress;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.emulator.reproduce.Tag;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sweep.Estimate;

/**
 * Mean time between failures of systems of many elements: the thesis' formula beside the faults that
 * {@code random-faults} draws. Source: thesis §3.1, eq. 3.1 to 3.4, Fig. 3.1.
 */
final class MeanTimeBetweenFailures implements Computation {
    /** Reliabilities of an element over t. */
    private static final double[] RELIABILITIES = {0.9999, 0.999, 0.99};

    /** The formula's t. */
    private static final double UNIT_MS = 1;
    /** Cycles in a millisecond of the preset iba-1x. */
    private static final long CYCLES_IN_MS = 250_000;

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "thesis-fig-3.1",
                "mean time between failures by the number of elements and their reliability",
                "thesis §3.1, eq. 3.4, Fig. 3.1",
                Tag.STAT,
                "the process behind random-faults, nothing emulated; seconds",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        List<String> tori = settings.effort()
                .pick(List.of("4x4"), List.of("4x4", "6x6", "10x10"), List.of("4x4", "6x6", "10x10", "16x16"));
        int failures = settings.effort().pick(50, 400, 900);
        List<PaperRow> rows = new ArrayList<>();
        progress.start(described().title(), (long) RELIABILITIES.length * tori.size());
        for (double reliability : RELIABILITIES) {
            for (String torus : tori) {
                rows.add(row(reliability, torus, failures, settings.seed() + rows.size()));
                progress.done(1);
            }
        }
        return new Computed(
                "links",
                rows,
                List.of(
                        "The values of R behind the curves are lost. Times are in units of t, the time that R is of; the printed values are"
                                + " eq. 3.4, t / (1 - R^N). Links of a torus that random-faults draws, nearly all faults repaired at once.",
                        "Eq. 3.4 is an approximation: it never falls below t. Exact is -t / (N ln R), which is in the notes."));
    }

    private static PaperRow row(double reliability, String torus, int failures, long seed) {
        double mtbfMs = -UNIT_MS / StrictMath.log(reliability);
        int links = 2 * (int) StrictMath.pow(ThesisTable.radix(torus), 2);
        double durationMs = failures * mtbfMs / links;
        Scenario scenario = ScenarioLoader.parse(
                name(torus),
                """
                description = "faults of a torus at random"
                fabric.generator = "torus:%s"
                routing.engine = updown
                device.preset = iba-1x
                traffic { pattern = uniform, load = 0.01 }
                reconfiguration.scheme = none
                random-faults { kind = link, transient = 1, mttr = 1us, start = 1cycles, mtbf = %dcycles }
                run { warmup = 0cycles, duration = %dcycles, limit = %dcycles }
                """.formatted(torus, cycles(mtbfMs), cycles(durationMs), cycles(durationMs)),
                List.of("seed=" + seed));
        List<ResolvedScenario.ResolvedFault> faults =
                ResolvedScenario.of(scenario).faults();
        List<Double> gaps = new ArrayList<>();
        for (int i = 1; i < faults.size(); i++) {
            long cycles = faults.get(i).at() - faults.get(i - 1).at();
            gaps.add(scenario.time().nanoseconds((double) cycles) / (UNIT_MS * 1e6));
        }
        Estimate mean = Estimate.of(gaps);
        double formula = 1 / (1 - StrictMath.pow(reliability, links));
        String printed = String.format(Locale.ROOT, "%.3f", formula);
        boolean rare = links * -StrictMath.log(reliability) < 0.2;
        return PaperRow.in("MTBF in units of t", "R = " + reliability, links + " links")
                .at(links)
                .printed(rare ? printed : "")
                .ours(mean.mean(), gaps.size(), mean.mean() - mean.halfWidth(), mean.mean() + mean.halfWidth(), 0.95)
                .tag(rare ? Tag.STAT : Tag.HEURISTIC)
                .note(String.format(
                        Locale.ROOT,
                        "%sexact: %.3f",
                        rare ? "" : "eq. 3.4: " + printed + ", ",
                        mtbfMs / UNIT_MS / links));
    }

    private static long cycles(double ms) {
        return (long) (ms * CYCLES_IN_MS);
    }

    private static String name(String torus) {
        return "thesis-fig-3.1, " + torus;
    }
}
