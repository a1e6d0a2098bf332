package org.reweave.emulator.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.reweave.routing.faulttolerance.Element;
import org.reweave.routing.faulttolerance.FaultMethods;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.verify.FaultCount;

/** Sets of failed links that RFTR does not tolerate, and the VLs and SLs it takes.
 *  Source: thesis §8.3.1, §8.3.3, Table 8.9; numbers of sets as corrected in SPEC §4. */
final class RftrTolerance implements Reproduction {
    private static final String MISPRINT = "a 4x4 torus has 32 links; the thesis counts sets of 54";

    @Override
    public String name() {
        return "thesis-table-8.9";
    }

    @Override
    public String title() {
        return "sets of 1 to 8 failed links not tolerated by RFTR, with VLs and SLs, in 3x3x3 and 4x4 tori";
    }

    @Override
    public String source() {
        return "thesis §8.3.1 and §8.3.3, Table 8.9";
    }

    @Override
    public Tag tag() {
        return Tag.EXACT;
    }

    @Override
    public String needs() {
        return "method rftr over up*/down*, 2 NICs a switch; half a minute";
    }

    @Override
    public Outcome run(Settings settings, Progress progress) {
        PaperTable paper = PaperTable.of("thesis-table-8.9.csv");
        List<Row> rows = new ArrayList<>();
        for (String torus : List.of("3x3x3", "4x4")) {
            rftr(rows, paper, torus, settings, progress);
        }
        return Outcome.of(
                this,
                "failed links",
                rows,
                List.of(
                        "Shares are of all sets drawn; sets that cut the network apart are no fault of the method (thesis §3.2)."));
    }

    private static void rftr(List<Row> rows, PaperTable paper, String torus, Settings settings, Progress progress) {
        Fabric fabric = FabricGenerators.parse("torus:" + torus + ",nics=2");
        long enumerated = torus.equals("4x4") ? 10_518_300 : 1_663_740;
        int samples = settings.effort().pick(50, 1_000, 16_588);
        FaultSamples sets = new FaultSamples(
                fabric,
                FaultMethods.load().method("rftr"),
                Element.LINK,
                settings.effort() == Effort.FULL ? enumerated : samples,
                0.99,
                settings,
                progress);
        List<Row> tolerance = new ArrayList<>();
        List<Row> lanes = new ArrayList<>();
        List<Row> levels = new ArrayList<>();
        for (Map<String, String> line : paper.lines()) {
            if (!line.get("torus").equals(torus) || !line.get("method").equals("RFTR")) {
                continue;
            }
            int faults = Integer.parseInt(line.get("faults"));
            FaultCount count = sets.count(faults);
            String label = FaultSamples.label(faults);
            rows.add(combinations(torus, line, count));
            tolerance.add(FaultSamples.notTolerated(
                            Row.in(torus + ": sets not tolerated, %", "RFTR", label)
                                    .at(faults),
                            count)
                    .printed(line.get("not-tolerated"))
                    .tag(Tag.STAT));
            lanes.add(Row.in(torus + ": most VLs", "RFTR", label)
                    .at(faults)
                    .printed(line.get("vls"))
                    .ours(count.vls()));
            levels.add(Row.in(torus + ": most SLs", "RFTR", label)
                    .at(faults)
                    .printed(line.get("sls"))
                    .ours(count.sls()));
        }
        rows.addAll(tolerance);
        rows.addAll(lanes);
        rows.addAll(levels);
    }

    /** The thesis marks numbers of sets that it evaluated in full with a star; the others are sizes of samples. */
    private static Row combinations(String torus, Map<String, String> line, FaultCount count) {
        Row row = Row.in(torus + ": sets there are", "RFTR", FaultSamples.label(count.faults()))
                .ours(count.combinations().doubleValue());
        if (line.get("evaluated").equals("sample")) {
            return row.note("the thesis evaluated a sample of " + line.get("cases"));
        }
        Row all = row.printed(line.get("cases")).tag(Tag.EXACT);
        return line.get("corrected").isEmpty() ? all : all.misprintOf(line.get("corrected"), MISPRINT);
    }
}
