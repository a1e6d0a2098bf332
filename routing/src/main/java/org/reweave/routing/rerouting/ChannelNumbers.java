package org.reweave.routing.rerouting;

/**
 * Numbers of the channels between a tree's switches, each larger than any its packets may have held before: the proof
 * that deterministic local rerouting cannot deadlock. Source: fat-tree paper §VI.C and App. A.E, in the closed form of
 * emulator/docs/validity.md (the printed rules are lost in the OCR).
 */
public final class ChannelNumbers {
    private final TreeGeometry tree;
    private final boolean twoHop;
    private final int perTier;

    ChannelNumbers(TreeGeometry tree, boolean twoHop) {
        this.tree = tree;
        this.twoHop = twoHop;
        this.perTier = (twoHop ? 4 : 2) * tree.mostUps() + 1;
    }

    /**
     * @param neighbour the switch that the channel leads to
     * @throws IllegalArgumentException for ML2 on the lowest link tier, where no packet may be
     */
    public int number(int switchDevice, int neighbour, int layer) {
        boolean down = neighbour < tree.downs(switchDevice);
        int upper = down ? switchDevice : tree.peer(switchDevice, neighbour);
        int lower = down ? tree.peer(switchDevice, neighbour) : switchDevice;
        int s = tree.tier(upper);
        int n = tree.tiers();
        if (layer == Reroute.NL) {
            return down ? lowest(s) : n - 2 - s;
        }
        if (!twoHop) {
            return lowest(s) + 2 * tree.index(upper) + (down ? 2 : 1);
        }
        if (layer == Reroute.ML1) {
            return lowest(s) + 4 * tree.index(upper) + (down ? 4 : 1);
        }
        if (s + 1 > n - 2) {
            throw new IllegalArgumentException("ML2 has no channels on link tier " + s + ", the lowest");
        }
        return lowest(s + 1) + 4 * tree.index(lower) + (down ? 3 : 2);
    }

    /** Nd_s. */
    private int lowest(int s) {
        return tree.tiers() - 1 + s * perTier;
    }
}
