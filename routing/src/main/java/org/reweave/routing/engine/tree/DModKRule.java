package org.reweave.routing.engine.tree;

import org.reweave.routing.engine.build.FixedHopRule;
import org.reweave.routing.engine.build.NicPorts;
import org.reweave.routing.engine.build.TableFiller;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Shape;
import org.reweave.routing.topology.SwitchGraph;

/**
 * d-mod-k on whole k-ary n-trees: up until the destination is below, then down. On the way up from tier l to l-1 the
 * digit w_{l-1} becomes the destination's p_l (p_{n-1} being the NIC's place at its switch), so that the k^n
 * destinations spread evenly over the up links of every tier, and each top switch leads down to its own k.
 *
 * <p>A switch's own LID is reached from every bottom switch and thus every NIC. From a switch that would have to go
 * down before it goes up (one top switch to another) it stays unreachable: such a turn could deadlock. Source: fat-tree
 * paper, Def. 1 and App. A, Algorithm 1, which leaves the choice of up port open ("balanced in some way").
 */
final class DModKRule extends FixedHopRule {
    private final Fabric fabric;
    private final int tiers;
    private final int k;
    private final int perTier;
    private final int[] stride; // [digit i]: weight of w_i in a switch's place
    private final int[] tier; // [switch]
    private final int[] digits; // [switch * (tiers - 1) + i] = w_i
    private final int[] switchAt; // [tier * perTier + sum of w_i * stride[i]]

    DModKRule(Fabric fabric, SwitchGraph graph) {
        super("fat-tree", fabric, graph);
        this.fabric = fabric;
        int[] dimensions = fabric.shape().dimensions();
        this.tiers = dimensions[0];
        this.k = tiers > 1 ? dimensions[1] : 1;
        this.stride = new int[tiers - 1];
        int places = 1;
        for (int i = 0; i < stride.length; i++) {
            stride[i] = places;
            places *= k;
        }
        this.perTier = places;
        this.tier = new int[fabric.switchCount()];
        this.digits = new int[fabric.switchCount() * stride.length];
        this.switchAt = TableFiller.unset(graph);
        place();
    }

    private void place() {
        for (int s = 0; s < tier.length; s++) {
            tier[s] = fabric.coordinate(s, 0);
            int at = tier[s] * perTier;
            for (int i = 0; i < stride.length; i++) {
                int digit = fabric.coordinate(s, stride.length - i); // coordinates run from w_{n-2} to w_0
                digits[s * stride.length + i] = digit;
                at += digit * stride[i];
            }
            switchAt[at] = s;
        }
    }

    /** Whether the fabric is a whole k-ary n-tree, with NICs at its bottom tier only. */
    static boolean applies(Fabric fabric, SwitchGraph graph, NicPorts nics) {
        if (fabric.shape().family() != Shape.Family.K_ARY_N_TREE) {
            return false;
        }
        int[] dimensions = fabric.shape().dimensions();
        int k = dimensions.length > 1 ? dimensions[1] : 1;
        int perTier = 1;
        for (int i = 1; i < dimensions.length; i++) {
            perTier *= k;
        }
        boolean whole = fabric.switchCount() == dimensions[0] * perTier
                && graph.slotCount() == 2 * (dimensions[0] - 1) * perTier * k;
        for (int s = 0; whole && s < fabric.switchCount(); s++) {
            whole = graph.up(s) && (fabric.coordinate(s, 0) == dimensions[0] - 1 || !nics.any(s));
        }
        return whole;
    }

    private int digit(int switchDevice, int i) {
        return digits[switchDevice * stride.length + i];
    }

    private int neighbour(int switchDevice, int neighbourTier, int changedDigit, int value) {
        int at = neighbourTier * perTier;
        for (int i = 0; i < stride.length; i++) {
            at += (i == changedDigit ? value : digit(switchDevice, i)) * stride[i];
        }
        return switchAt[at];
    }

    @Override
    protected boolean differsByNic() {
        return true;
    }

    @Override
    protected int nextSwitch(int switchDevice, int destinationSwitch, int nicOrdinal) {
        int here = tier[switchDevice];
        int there = tier[destinationSwitch];
        boolean below = here < there;
        for (int i = 0; i < stride.length; i++) {
            boolean differs = digit(switchDevice, i) != digit(destinationSwitch, i);
            if (differs && i >= Math.max(here, there)) {
                return NONE; // only a way down could change this digit, and the way on is up
            }
            below &= !differs || i >= here && i < there;
        }
        if (below) {
            return neighbour(switchDevice, here + 1, here, digit(destinationSwitch, here));
        }
        int value;
        if (here - 1 >= there) {
            value = digit(destinationSwitch, here - 1);
        } else {
            value = here < stride.length ? digit(destinationSwitch, here) : Math.max(nicOrdinal, 0) % k;
        }
        return neighbour(switchDevice, here - 1, here - 1, value);
    }
}
