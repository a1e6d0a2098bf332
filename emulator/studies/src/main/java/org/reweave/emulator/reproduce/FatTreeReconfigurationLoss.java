package org.reweave.emulator.reproduce;

import java.util.List;
import org.reweave.reconfig.ddrc.DdrcEstimate;

/**
 * What a reconfiguration of the fat tree costs, as the paper reckons it without simulating. Source: fat-tree paper
 * §IX-B, before Fig. 11; emulator/docs/validity.md.
 */
final class FatTreeReconfigurationLoss implements Reproduction {
    /** Packets in 100,000 cycles over a link, both directions, as the paper rounds them. */
    private static final long BOTTOM_RATE = 56_000;

    private static final long UPPER_RATE = 42_000;

    @Override
    public String name() {
        return "fat-tree-ddrc-loss";
    }

    @Override
    public String title() {
        return "packets that a reconfiguration of the 4-ary 3-tree loses, reckoned";
    }

    @Override
    public String source() {
        return "fat-tree paper §IX, text after Fig. 10";
    }

    @Override
    public Tag tag() {
        return Tag.EXACT;
    }

    @Override
    public String needs() {
        return "arithmetic";
    }

    @Override
    public Outcome run(Settings settings, Progress progress) {
        DdrcEstimate estimate = DdrcEstimate.PRINTED;
        List<Row> rows = List.of(
                Row.in("reconfiguration, cycles", "tables of 32 switches", "0.03 s")
                        .printed("58,593")
                        .ours((double) estimate.cycles())
                        .tag(Tag.EXACT)
                        .note("rounded down from 58,593.75"),
                Row.in("packets lost per failed link", "bottom link", "0.56 packets/cycle")
                        .printed("32,812")
                        .ours((double) estimate.lost(BOTTOM_RATE))
                        .tag(Tag.EXACT)
                        .note("rounded down"),
                Row.in("packets lost per failed link", "upper link", "0.42 packets/cycle")
                        .printed("24,704")
                        .ours((double) estimate.lost(UPPER_RATE))
                        .tag(Tag.EXACT)
                        .misprintOf("24,609", "24,704 needs 0.42162 packets/cycle; the printed 0.42 gives 24,609"));
        return Outcome.of(
                this,
                "",
                rows,
                List.of(
                        "The rates follow from 18 packets/cycle, read off Fig. 9, over 64 links and two directions: 0.5625 below,"
                                + " and three quarters of that, 0.4219, above (24,719 packets)."));
    }
}
