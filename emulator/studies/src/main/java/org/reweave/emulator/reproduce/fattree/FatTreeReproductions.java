package org.reweave.emulator.reproduce.fattree;

import java.util.List;
import org.reweave.emulator.reproduce.Emulated;
import org.reweave.emulator.reproduce.Reproduction;

/** The figures of the fat-tree paper, in the paper's order. */
public final class FatTreeReproductions {
    /** Computed from tables and fabrics. */
    public static final List<Reproduction> COMPUTED =
            List.of(new FatTreeReconfigurationLoss().described(), new FatTreeConnectivity().described());

    public static final List<Reproduction> EMULATED =
            FatTreeExperiments.ALL.stream().map(Emulated::described).toList();

    private FatTreeReproductions() {}
}
