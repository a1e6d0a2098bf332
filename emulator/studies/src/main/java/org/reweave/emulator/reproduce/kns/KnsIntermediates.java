package org.reweave.emulator.reproduce.kns;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.reproduce.Computation;
import org.reweave.emulator.reproduce.Computed;
import org.reweave.emulator.reproduce.FaultSamples;
import org.reweave.emulator.reproduce.PaperRow;
import org.reweave.emulator.reproduce.PaperTable;
import org.reweave.emulator.reproduce.Progress;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.emulator.reproduce.Tag;
import org.reweave.emulator.sweep.Estimate;
import org.reweave.routing.verify.KnsStudy;

/** Share of paths that need one or two intermediate nodes. Source: KNS §5.2, Table I; emulator/docs/validity.md. */
final class KnsIntermediates implements Computation {
    /** Parts that a sample is drawn in, for the interval of the mean over them. */
    private static final int BATCHES = 8;

    private static final double NORMAL_99 = 2.576;

    private final KnsNetwork network;

    KnsIntermediates(KnsNetwork network) {
        this.network = network;
    }

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "kns-table-1" + network.letter,
                "paths that use one or two intermediate nodes, " + network.text,
                "KNS §5.2, Table I (" + network.letter + ")",
                Tag.STAT,
                "method kns, at most two intermediates; a minute or two",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        List<PaperRow> one = new ArrayList<>();
        List<PaperRow> two = new ArrayList<>();
        int every = settings.effort().pick(14, 1, 1);
        int batch = settings.effort().pick(4, 25, KnsNetwork.PAPER_SETS / BATCHES);
        List<Map<String, String>> lines = PaperTable.of("kns-table-1.csv").lines();
        for (int i = 0; i < lines.size(); i += every) {
            Map<String, String> line = lines.get(i);
            int faults = Integer.parseInt(line.get("faults"));
            List<Double> shareOfOne = new ArrayList<>();
            List<Double> shareOfTwo = new ArrayList<>();
            progress.start(network.fabric + ", " + FaultSamples.label(faults), (long) BATCHES * batch);
            for (int b = 0; b < BATCHES; b++) {
                KnsStudy study = new KnsStudy(network.fabric, batch, settings.seed() * BATCHES + b, settings.threads());
                KnsStudy.Point point = study.point(faults, progress::done);
                shareOfOne.add(100 * point.pathsWithOne());
                shareOfTwo.add(100 * point.pathsWithTwo());
            }
            one.add(row("one intermediate", faults, line.get(network.letter + "1"), shareOfOne, BATCHES * batch));
            PaperRow second =
                    row("two intermediates", faults, line.get(network.letter + "2"), shareOfTwo, BATCHES * batch);
            String corrected = line.getOrDefault("corrected-" + network.letter + "2", "");
            two.add(
                    corrected.isEmpty()
                            ? second
                            : second.misprintOf(corrected, "misprint: it stands between 0.000009 and 0.000031"));
        }
        List<PaperRow> rows = new ArrayList<>(one);
        rows.addAll(two);
        return new Computed(
                "failed links",
                rows,
                List.of(
                        "The fewest intermediates that do; the denominator is N^2, pairs of a node with itself included; means over all"
                                + " sets drawn. Intervals are Student's t over " + BATCHES + " parts of the sample.",
                        "The paper sampled too: its margin is that of a Poisson count of its printed share over its "
                                + KnsNetwork.PAPER_SETS
                                + " sets. \"With two\" is rare, so that small samples may hold none."));
    }

    private PaperRow row(String series, int faults, String printed, List<Double> parts, int sets) {
        Estimate mean = Estimate.of(parts);
        double pairs = network.nodes * (double) network.nodes;
        // Without a hit in any set, fewer than 3 in as many sets are likely (95%), of one pair each.
        boolean none = mean.mean() == 0 && series.startsWith("two");
        double half = none ? 100 * 3 / (sets * pairs) : mean.halfWidth();
        PaperRow row = PaperRow.in("paths with " + series + ", %", series, FaultSamples.label(faults))
                .at(faults)
                .printed(printed)
                .ours(mean.mean(), sets, StrictMath.max(0, mean.mean() - half), mean.mean() + half, 0.95)
                .tag(Tag.STAT);
        double share = row.paper().isPoint() ? row.paper().value() / 100 : 0;
        double counted = share * pairs * KnsNetwork.PAPER_SETS;
        return row.paperMargin(counted > 0 ? 100 * share * NORMAL_99 / StrictMath.sqrt(counted) : 0);
    }
}
