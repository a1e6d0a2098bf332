package org.reweave.emulator.reproduce.mikant;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.reweave.emulator.reproduce.Computation;
import org.reweave.emulator.reproduce.Computed;
import org.reweave.emulator.reproduce.FaultSamples;
import org.reweave.emulator.reproduce.PaperRow;
import org.reweave.emulator.reproduce.Progress;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.emulator.reproduce.Tag;
import org.reweave.routing.tolerance.FaultMethods;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.verify.FaultCount;
import org.reweave.routing.verify.PairFigures;

/**
 * Success probability and path length of MiKANT's rules under faulty switches. The slides' curves are lost. Source:
 * MiKANT, "Fault Tolerance: Performance" and "Path Length"; emulator/docs/validity.md.
 */
final class MikantFaults implements Computation {
    private static final List<String> RULES = List.of("one-port", "all-port", "go-back");
    private static final int[] PERCENT = {0, 2, 5, 10, 15, 20};

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "mikant-faults",
                "success probability and path length under faulty switches",
                "MiKANT slides, \"Fault Tolerance: Performance\" and \"Path Length\"",
                Tag.HEURISTIC,
                "methods one-port, all-port, go-back; some ten seconds",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        List<String> sizes = settings.effort()
                .pick(List.of("3,3"), List.of("4,3", "3,4", "4,4"), List.of("4,3", "3,4", "4,4", "8,3", "4,5"));
        int samples = settings.effort().pick(20, 200, 200);
        List<PaperRow> rows = new ArrayList<>();
        for (String size : sizes) {
            measure(rows, FabricGenerators.parse("mikant:" + size), samples, settings, progress);
        }
        return new Computed(
                "faulty switches, %",
                rows,
                List.of(
                        "The curves are lost, and so are the sizes they are for; all that is left is that the algorithms \"can find a"
                                + " path at high probability\". The slides print One-Port only: All-Port and Go-Back are ours.",
                        "Success is over all pairs of nodes at working switches, those that faults cut apart included."));
    }

    private static void measure(List<PaperRow> rows, Fabric fabric, int samples, Settings settings, Progress progress) {
        List<PaperRow> lengths = new ArrayList<>();
        for (String rule : RULES) {
            FaultSamples sets = new FaultSamples(
                    fabric, FaultMethods.load().method(rule), settings.sets(Element.SWITCH, samples, 0.95), progress);
            for (int percent : PERCENT) {
                int faults = (int) StrictMath.ceil(fabric.switchCount() * percent / 100.0);
                FaultCount count = sets.count(faults);
                PairFigures pairs = count.pairs();
                String label = String.format(Locale.ROOT, "%d of %d", faults, fabric.switchCount());
                double x = 100 * pairs.faultFraction();
                rows.add(PaperRow.in(fabric.name() + ": success, % of pairs", rule, label)
                        .at(x)
                        .ours(
                                100 * pairs.ofWorking(),
                                pairs.sets(),
                                100 * pairs.ofWorkingInterval().low(),
                                100 * pairs.ofWorkingInterval().high(),
                                pairs.ofWorkingInterval().confidence()));
                lengths.add(PaperRow.in(fabric.name() + ": path length, links", rule, label)
                        .at(x)
                        .ours(pairs.linksMean())
                        .sampled(count.exhaustive() ? 0 : pairs.sets()));
            }
        }
        rows.addAll(lengths);
    }
}
