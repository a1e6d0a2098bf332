package org.reweave.emulator.reproduce.fattree;

import java.util.List;
import org.reweave.emulator.reproduce.Computation;
import org.reweave.emulator.reproduce.Computed;
import org.reweave.emulator.reproduce.PaperRow;
import org.reweave.emulator.reproduce.Progress;
import org.reweave.emulator.reproduce.Reproduction;
import org.reweave.emulator.reproduce.Settings;
import org.reweave.emulator.reproduce.Tag;
import org.reweave.reconfig.ddrc.DdrcEstimate;

/**
 * Packets that a reconfiguration of the fat tree loses, as the paper reckons them without simulating. Source: fat-tree
 * paper §IX-B, before Fig. 11; emulator/docs/validity.md.
 */
final class FatTreeReconfigurationLoss implements Computation {
    /** Packets in 100,000 cycles over a link, both directions, as the paper rounds them. */
    private static final long BOTTOM_RATE = 56_000;

    private static final long UPPER_RATE = 42_000;

    /** The description of what this class computes. */
    Reproduction described() {
        return new Reproduction(
                "fat-tree-ddrc-loss",
                "packets that a reconfiguration of the 4-ary 3-tree loses, reckoned",
                "fat-tree paper §IX, text after Fig. 10",
                Tag.EXACT,
                "arithmetic",
                this);
    }

    @Override
    public Computed run(Settings settings, Progress progress) {
        DdrcEstimate estimate = DdrcEstimate.PRINTED;
        List<PaperRow> rows = List.of(
                PaperRow.in("reconfiguration, cycles", "tables of 32 switches", "0.03 s")
                        .printed("58,593")
                        .ours((double) estimate.cycles())
                        .tag(Tag.EXACT)
                        .note("rounded down from 58,593.75"),
                PaperRow.in("packets lost per failed link", "bottom link", "0.56 packets/cycle")
                        .printed("32,812")
                        .ours((double) estimate.lost(BOTTOM_RATE))
                        .tag(Tag.EXACT)
                        .note("rounded down"),
                PaperRow.in("packets lost per failed link", "upper link", "0.42 packets/cycle")
                        .printed("24,704")
                        .ours((double) estimate.lost(UPPER_RATE))
                        .tag(Tag.EXACT)
                        .misprintOf("24,609", "24,704 needs 0.42162 packets/cycle; the printed 0.42 gives 24,609"));
        return new Computed(
                "",
                rows,
                List.of(
                        "The rates follow from 18 packets/cycle, read off Fig. 9, over 64 links and two directions: 0.5625 below,"
                                + " and three quarters of that, 0.4219, above (24,719 packets)."));
    }
}
