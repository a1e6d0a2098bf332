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
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricGenerators;

/**
 * How long RFTR computes after each of several link faults, and up*&#47;down* anew. Source: thesis §8.3.4, Fig. 8.11.
 */
final class RftrTime implements Computation {
    private static final int MOST_FAULTS = 8;

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "thesis-fig-8.11",
                "computing time of RFTR after successive link faults, and of new up*/down* tables",
                "thesis §8.3.4, Fig. 8.11",
                Tag.STAT,
                "this machine's clock, 2 NICs a switch; some ten seconds",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        List<String> tori = settings.effort()
                .pick(
                        List.of("4x4", "3x3x3"),
                        List.of("4x4", "6x6", "8x8", "10x10", "3x3x3", "4x4x4"),
                        List.of("4x4", "6x6", "8x8", "10x10", "12x12", "14x14", "3x3x3", "4x4x4", "6x6x6"));
        int sets = settings.effort().pick(3, 50, 1_000);
        ComputingTimes times = new ComputingTimes(settings);
        List<PaperRow> rows = new ArrayList<>();
        List<PaperRow> anew = new ArrayList<>();
        progress.start(described().title(), tori.size());
        for (String torus : tori) {
            Fabric fabric = FabricGenerators.parse("torus:" + torus + ",nics=2");
            double[] seconds = times.rftr(fabric, MOST_FAULTS, sets);
            for (int i = 0; i < MOST_FAULTS; i++) {
                rows.add(PaperRow.in("RFTR, seconds for the last of so many faults", torus, FaultSamples.label(i + 1))
                        .at(i + 1)
                        .printed("<1")
                        .ours(seconds[i])
                        .sampled(sets)
                        .tag(Tag.STAT));
            }
            int rounds = settings.effort().pick(1, 5, 20);
            anew.add(PaperRow.in("new up*/down* tables, seconds", "1 failed link", torus)
                    .ours(times.upDown(fabric, rounds))
                    .sampled(rounds));
            progress.done(1);
        }
        rows.addAll(anew);
        return new Computed(
                "failed links",
                rows,
                List.of(
                        "The figure is lost. The text says: RFTR takes less than a second on a 1.4 GHz Opteron, and up*/down* much"
                                + " longer, growing fast with the network.",
                        "Medians on this machine, one thread. Our up*/down* does not search for the best balance as the thesis' does:"
                                + " it is faster by orders of magnitude, and nothing about its growth carries over."));
    }
}
