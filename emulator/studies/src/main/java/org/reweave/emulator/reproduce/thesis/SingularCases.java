package org.reweave.emulator.reproduce.thesis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.reproduce.Computation;
import org.reweave.emulator.reproduce.Computed;
import org.reweave.emulator.reproduce.Effort;
import org.reweave.emulator.reproduce.FaultSamples;
import org.reweave.emulator.reproduce.PaperRow;
import org.reweave.emulator.reproduce.PaperTable;
import org.reweave.emulator.reproduce.Progress;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.emulator.reproduce.Tag;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.tolerance.FaultMethod;
import org.reweave.routing.tolerance.FaultMethods;
import org.reweave.routing.tolerance.MultipathMethod;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.FabricGenerators;

/**
 * Sets of faults under which some pair has none of its disjoint paths left. Source: thesis §8.1.2, §8.2.1, Fig. 8.1,
 * 8.4, 8.5.
 */
final class SingularCases implements Computation {
    private static final int MOST_FAULTS = 6;
    /** Largest number of faults of SPFTR in 3-D (thesis Table 8.7). */
    private static final int MOST_IN_SPACE = 8;
    /** Sets of faults drawn at default effort in 3-D, where paths are many. */
    private static final int SPACE_SAMPLES = 2_000;

    /** Which figure. */
    enum Figure {
        TFTR_LINKS("8.1", "tftr", "§8.1.2", Element.LINK),
        SPFTR_LINKS("8.4", "spftr", "§8.2.1", Element.LINK),
        SPFTR_SWITCHES("8.5", "spftr", "§8.2.1", Element.SWITCH);

        private final String number;
        private final String method;
        private final String section;
        private final Element element;

        Figure(String number, String method, String section, Element element) {
            this.number = number;
            this.method = method;
            this.section = section;
            this.element = element;
        }

        private List<String> tori(Effort effort) {
            if (this == TFTR_LINKS) {
                return effort.pick(
                        List.of("4x4"),
                        List.of("4x4", "5x5", "6x6", "4x4x4"),
                        List.of("4x4", "5x5", "6x6", "7x7", "8x8", "10x10", "4x4x4"));
            }
            return this == SPFTR_LINKS
                    ? effort.pick(
                            List.of("5x5"),
                            List.of("5x5", "8x8", "12x12", "6x6x6"),
                            List.of("5x5", "6x6", "8x8", "12x12", "16x16", "20x20", "6x6x6", "7x7x7", "8x8x8"))
                    : effort.pick(
                            List.of("5x5"),
                            List.of("5x5", "8x8", "12x12"),
                            List.of("5x5", "6x6", "8x8", "12x12", "16x16", "20x20"));
        }
    }

    private final Figure figure;

    SingularCases(Figure figure) {
        this.figure = figure;
    }

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "thesis-fig-" + figure.number,
                "sets of failed " + (figure.element == Element.LINK ? "links" : "switches") + " that " + figure.method
                        + " does not tolerate",
                "thesis " + figure.section + ", Fig. " + figure.number,
                Tag.EXACT,
                "method " + figure.method + " and disjoint paths of up*/down*; three minutes",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        List<PaperRow> rows = new ArrayList<>();
        FaultMethods methods = FaultMethods.load();
        PaperTable paper = PaperTable.of("thesis-singular-cases.csv");
        for (String torus : figure.tori(settings.effort())) {
            curve(rows, methods.method(figure.method), torus, paper, settings, progress);
        }
        if (figure != Figure.SPFTR_SWITCHES) {
            FaultMethod upDown = MultipathMethod.of("tftr", new EngineOptions(Map.of("vls", "1", "tree", "bfs")));
            List<PaperRow> tree = new ArrayList<>();
            curve(tree, upDown, figure.tori(Effort.QUICK).get(0), null, settings, progress);
            rows.addAll(tree);
        }
        return new Computed(
                "failed " + (figure.element == Element.LINK ? "links" : "switches"),
                rows,
                List.of(
                        "The curves are lost; the paper's values are those of its text. It adds: fewer on larger tori, more with more"
                                + " faults, and nearly all sets are singular for up*/down*, a single fault included.",
                        "Shares are of all sets; sets that cut the network apart are not singular (thesis §3.2). Sets are"
                                + " enumerated where there are no more than a sample."));
    }

    /** @param paper null for up*&#47;down* */
    private void curve(
            List<PaperRow> rows,
            FaultMethod method,
            String torus,
            PaperTable paper,
            Settings settings,
            Progress progress) {
        boolean plane = ThesisTable.plane(torus);
        int samples = settings.effort().pick(500, plane ? 40_000 : SPACE_SAMPLES, 100_000);
        int most = plane || figure == Figure.TFTR_LINKS ? MOST_FAULTS : MOST_IN_SPACE;
        FaultSamples sets = new FaultSamples(
                FabricGenerators.parse("torus:" + torus),
                method,
                settings.sets(figure.element, samples, 0.95),
                progress);
        String part = paper == null ? "up*/down*, 1 VL: singular cases, %" : figure.method + ": singular cases, %";
        for (int faults = 1; faults <= most; faults++) {
            PaperRow row = FaultSamples.notTolerated(
                    PaperRow.in(part, torus, FaultSamples.label(faults)).at(faults), sets.count(faults));
            if (paper == null) {
                rows.add(faults == 1 ? row.printed("~100").note("\"nearly all\"") : row);
                continue;
            }
            String printed = paper.cell(
                    "figure", figure.number, "method", figure.method, "torus", torus, "faults", "" + faults, "share");
            boolean none = printed.equals("0.00");
            rows.add(row.printed(printed)
                    .tag(none ? Tag.EXACT : printed.isEmpty() || figure == Figure.TFTR_LINKS ? Tag.HEURISTIC : Tag.STAT)
                    .note(printed.startsWith("~") ? "\"up to 30%\" in the text" : ""));
        }
    }
}
