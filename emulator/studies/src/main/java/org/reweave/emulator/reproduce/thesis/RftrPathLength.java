package org.reweave.emulator.reproduce.thesis;

import java.util.ArrayList;
import java.util.List;
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
import org.reweave.routing.topology.FabricMetrics;
import org.reweave.routing.verify.FaultCount;

/**
 * Path lengths under link faults, RFTR's beside those of new up*&#47;down* tables. Source: thesis §8.3.2, Fig. 8.10.
 */
final class RftrPathLength implements Computation {
    private static final int MOST_FAULTS = 8;

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "thesis-fig-8.10",
                "average path length under failed links, RFTR and reconfiguration",
                "thesis §8.3.2, Fig. 8.10",
                Tag.STAT,
                "methods rftr and updown, 1 NIC a switch; some ten seconds",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        List<String> tori = settings.effort()
                .pick(
                        List.of("4x4"),
                        List.of("4x4", "6x6", "3x3x3"),
                        List.of("4x4", "6x6", "8x8", "10x10", "14x14", "3x3x3", "4x4x4", "6x6x6"));
        int samples = settings.effort().pick(20, 200, 1_000);
        List<PaperRow> rows = new ArrayList<>();
        for (String torus : tori) {
            torus(rows, torus, samples, settings, progress);
        }
        return new Computed(
                "failed links",
                rows,
                List.of(
                        "The figure is lost. The text says: the average rises slightly with faults, and reconfiguration's is slightly"
                                + " lower than RFTR's.",
                        "Not so here: RFTR leaves most paths as they were and may turn where up*/down* may not, so that it is"
                                + " the shorter one by about one percent. The thesis' up*/down* searches for the best balance among all paths.",
                        "Links between switches, the mean over pairs and tolerated sets; new tables choose their root anew (auto)."));
    }

    private static void torus(List<PaperRow> rows, String torus, int samples, Settings settings, Progress progress) {
        Fabric fabric = FabricGenerators.parse("torus:" + torus);
        FaultMethods methods = FaultMethods.load();
        FaultSamples rftr =
                new FaultSamples(fabric, methods.method("rftr"), settings.sets(Element.LINK, samples, 0.95), progress);
        FaultSamples updown = new FaultSamples(
                fabric, methods.method("updown"), settings.sets(Element.LINK, samples, 0.95), progress);
        double distance = FabricMetrics.of(fabric).averageDistance();
        List<PaperRow> differences = new ArrayList<>();
        for (int faults = 0; faults <= MOST_FAULTS; faults += settings.effort().pick(4, 2, 1)) {
            FaultCount joined = rftr.count(faults);
            FaultCount anew = updown.count(faults);
            String part = torus + ": average path, links";
            String label = FaultSamples.label(faults);
            rows.add(length(part, "RFTR", label, joined));
            rows.add(length(part, "reconfiguration", label, anew));
            rows.add(PaperRow.in(part, "topological distance, no fault", label)
                    .at(faults)
                    .ours(distance));
            if (faults > 0) {
                differences.add(PaperRow.in(torus + ": RFTR less reconfiguration, links", "difference", label)
                        .at(faults)
                        .printed(">0")
                        .ours(joined.hopsMean() - anew.hopsMean())
                        .tag(Tag.STAT));
            }
        }
        rows.addAll(differences);
    }

    private static PaperRow length(String part, String series, String label, FaultCount count) {
        PaperRow row = PaperRow.in(part, series, label).at(count.faults()).ours(count.hopsMean() - 1);
        return row.sampled(count.exhaustive() ? 0 : count.evaluated());
    }
}
