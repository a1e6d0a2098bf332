package org.reweave.emulator.reproduce.fattree;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

/**
 * Probability that all pairs stay connected under link faults. Only the text's statements on the figure survive.
 * Source: fat-tree paper §IX, Fig. 11.
 */
final class FatTreeConnectivity implements Computation {
    private static final int MOST_FAULTS = 10;
    /** The paper's names and ours. */
    private static final Map<String, String> METHODS =
            new TreeMap<>(Map.of("DDLR", "r-det-link", "ADLR", "r-adapt-link", "DDRC", "ddrc"));

    /** Half the width, in percent, of the 95% interval that 500 samples leave the paper's 97%. */
    private static final double PAPER_MARGIN = 1.5;

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "fat-tree-fig-11",
                "probability of connectivity under 0 to 10 failed links, 4-ary 3-tree and 2-ary 6-tree",
                "fat-tree paper §IX, Fig. 11",
                Tag.EXACT,
                "methods r-det-link, r-adapt-link, ddrc; some ten seconds",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        List<PaperRow> rows = new ArrayList<>();
        tree(rows, "4-ary 3-tree", FabricGenerators.parse("k-ary-n-tree:4,3"), 4, settings, progress);
        tree(rows, "2-ary 6-tree", FabricGenerators.parse("k-ary-n-tree:2,6"), 2, settings, progress);
        return new Computed(
                "failed links",
                rows,
                List.of(
                        "The figure is lost; the text says: all methods keep all of 500 sets of 4 faults in the 4-ary 3-tree and"
                                + " fall to 97% at 10; in the 2-ary 6-tree none keeps 100% at 2 faults and DDRC falls faster.",
                        "Fewer than k faults are guaranteed; sets are enumerated where there are no more than a sample."));
    }

    private static void tree(
            List<PaperRow> rows, String title, Fabric fabric, int k, Settings settings, Progress progress) {
        int samples = settings.effort().pick(200, 2_000, 16_588);
        Map<String, List<FaultCount>> counts = new TreeMap<>();
        METHODS.forEach((paperName, method) -> {
            FaultSamples sets = new FaultSamples(
                    fabric, FaultMethods.load().method(method), settings.sets(Element.LINK, samples, 0.99), progress);
            List<FaultCount> column = new ArrayList<>();
            for (int faults = 0; faults <= MOST_FAULTS; faults++) {
                FaultCount count = sets.count(faults);
                column.add(count);
                rows.add(judged(
                        PaperRow.in(title + ": sets that stay connected, %", paperName, FaultSamples.label(faults))
                                .at(faults)
                                .tolerated(count),
                        k,
                        faults));
            }
            counts.put(paperName, column);
        });
        for (int faults = 2; k == 2 && faults <= MOST_FAULTS; faults += 2) {
            FaultCount local = counts.get("DDLR").get(faults);
            FaultCount central = counts.get("DDRC").get(faults);
            rows.add(PaperRow.in(title + ": DDLR less DDRC, points of %", "difference", FaultSamples.label(faults))
                    .at(faults)
                    .printed(">0")
                    .ours(
                            100 * (local.share() - central.share()),
                            local.evaluated(),
                            100 * (local.interval().low() - central.interval().high()),
                            100 * (local.interval().high() - central.interval().low()),
                            0.99)
                    .tag(Tag.STAT));
        }
    }

    private static PaperRow judged(PaperRow row, int k, int faults) {
        if (faults < k) {
            return row.printed("100").tag(Tag.EXACT).note("guaranteed below k faults");
        } else if (k == 4 && faults == 4) {
            return row.printed("~100").tag(Tag.STAT).note("all of the paper's 500 sets");
        } else if (k == 4 && faults == MOST_FAULTS) {
            return row.printed("97")
                    .paperMargin(PAPER_MARGIN)
                    .tag(Tag.STAT)
                    .note("the text's reading of the figure, from 500 sets");
        } else if (k == 2 && faults == 2) {
            return row.printed("<100").tag(Tag.STAT);
        }
        return row;
    }
}
