package org.reweave.emulator.reproduce.thesis;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
import org.reweave.routing.tolerance.FaultMethods;
import org.reweave.routing.topology.Element;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.verify.FaultCount;

/**
 * Sets of failed links that RFTR does not tolerate, and the VLs and SLs it takes. Source: thesis §8.3.1, §8.3.3, Table
 * 8.9; numbers of sets as corrected in emulator/docs/validity.md.
 */
final class RftrTolerance implements Computation {
    private static final String MISPRINT = "a 4x4 torus has 32 links; the thesis counts sets of 54";

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "thesis-table-8.9",
                "sets of 1 to 8 failed links not tolerated by RFTR, with VLs and SLs, in 3x3x3 and 4x4 tori",
                "thesis §8.3.1 and §8.3.3, Table 8.9",
                Tag.EXACT,
                "methods rftr (2 NICs a switch), tftr, spftr; a minute",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        PaperTable paper = PaperTable.of("thesis-table-8.9.csv");
        List<PaperRow> rows = new ArrayList<>();
        for (String torus : List.of("3x3x3", "4x4")) {
            rftr(rows, paper, torus, settings, progress);
        }
        for (String torus : List.of("3x3x3", "4x4x4", "4x4")) {
            for (String method : List.of("TFTR", "SPFTR")) {
                disjoint(rows, paper, torus, method, settings, progress);
            }
        }
        return new Computed(
                "failed links",
                rows,
                List.of(
                        "With --full all sets of a 4x4 torus are evaluated, and of a 3x3x3 torus those of up to four links; of the others 200,000,"
                                + " where the thesis has 6 to 26 million.",
                        "Shares are of all sets drawn; sets that cut the network apart are no fault of the method (thesis §3.2).",
                        "Which sets break all of a pair's disjoint paths depends on the paths chosen: TFTR and SPFTR are [heuristic]"
                                + " where the thesis has any. SPFTR's 5.34 at 8 faults is also TFTR's, and probably a misprint."));
    }

    /** The columns of TFTR and SPFTR, whose paths are computed beforehand. */
    private static void disjoint(
            List<PaperRow> rows, PaperTable paper, String torus, String method, Settings settings, Progress progress) {
        boolean small = torus.equals("4x4");
        int samples = settings.effort().pick(100, 40_000, 1_000_000);
        FaultSamples sets = null;
        for (Map<String, String> line : paper.lines()) {
            boolean wanted =
                    line.get("torus").equals(torus) && line.get("method").equals(method);
            if (!wanted || !small && settings.effort() == Effort.QUICK) {
                continue;
            }
            sets = sets != null
                    ? sets
                    : new FaultSamples(
                            FabricGenerators.parse("torus:" + torus),
                            FaultMethods.load().method(method.toLowerCase(Locale.ROOT)),
                            settings.sets(Element.LINK, samples, 0.99),
                            progress);
            int faults = Integer.parseInt(line.get("faults"));
            boolean none = line.get("not-tolerated").equals("0.00");
            PaperRow row = FaultSamples.notTolerated(
                    PaperRow.in(
                                    torus + ", paths computed beforehand: sets not tolerated, %",
                                    method,
                                    FaultSamples.label(faults))
                            .at(faults),
                    sets.count(faults));
            rows.add(row.printed(line.get("not-tolerated")).tag(none ? Tag.STAT : Tag.HEURISTIC));
        }
    }

    private static void rftr(
            List<PaperRow> rows, PaperTable paper, String torus, Settings settings, Progress progress) {
        Fabric fabric = FabricGenerators.parse("torus:" + torus + ",nics=2");
        long enumerated = torus.equals("4x4") ? 10_518_300 : 1_663_740;
        int samples = settings.effort().pick(50, 1_000, 200_000);
        FaultSamples sets = new FaultSamples(
                fabric,
                FaultMethods.load().method("rftr"),
                settings.sets(Element.LINK, settings.effort() == Effort.FULL ? enumerated : samples, samples, 0.99),
                progress);
        List<PaperRow> tolerance = new ArrayList<>();
        List<PaperRow> lanes = new ArrayList<>();
        List<PaperRow> levels = new ArrayList<>();
        for (Map<String, String> line : paper.lines()) {
            if (!line.get("torus").equals(torus) || !line.get("method").equals("RFTR")) {
                continue;
            }
            int faults = Integer.parseInt(line.get("faults"));
            FaultCount count = sets.count(faults);
            String label = FaultSamples.label(faults);
            rows.add(combinations(torus, line, count));
            tolerance.add(FaultSamples.notTolerated(
                            PaperRow.in(torus + ": sets not tolerated, %", "RFTR", label)
                                    .at(faults),
                            count)
                    .printed(line.get("not-tolerated"))
                    .tag(Tag.STAT));
            lanes.add(PaperRow.in(torus + ": most VLs", "RFTR", label)
                    .at(faults)
                    .printed(line.get("vls"))
                    .ours(count.vls()));
            levels.add(PaperRow.in(torus + ": most SLs", "RFTR", label)
                    .at(faults)
                    .printed(line.get("sls"))
                    .ours(count.sls()));
        }
        rows.addAll(tolerance);
        rows.addAll(lanes);
        rows.addAll(levels);
    }

    /** The thesis marks numbers of sets that it evaluated in full with a star; the others are sizes of samples. */
    private static PaperRow combinations(String torus, Map<String, String> line, FaultCount count) {
        PaperRow row = PaperRow.in(torus + ": sets there are", "RFTR", FaultSamples.label(count.faults()))
                .ours(count.combinations().doubleValue());
        if (line.get("evaluated").equals("sample")) {
            return row.note("the thesis evaluated a sample of " + line.get("cases"));
        }
        PaperRow all = row.printed(line.get("cases")).tag(Tag.EXACT);
        return line.get("corrected").isEmpty() ? all : all.misprintOf(line.get("corrected"), MISPRINT);
    }
}
