package org.reweave.routing.engine.mikant;

import org.reweave.routing.table.SwitchView;

/**
 * Rules that never return: up by the first port that works of T_L, T_L + 1, .. modulo k, down by the one port there is.
 *
 * <p>A path between the groups changes nothing but the leading digit, so only 2k roots share a root's digits n-3..0. A
 * packet that crosses for the (2k+1)-th time has met one of these roots twice and would cross for ever. The trail
 * therefore counts crossings: a count needs fewer bits than a list of every (switch, next) pair that the packet has
 * met, and finds the same loops, only later (routing/docs/mikant.md).
 */
abstract class MikantForward implements MikantRule {
    /** Up ports to try, the one of Algorithm 1 included. */
    abstract int candidates(int k);

    @Override
    public final int trailBits(int k, int digits) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(2 * k);
    }

    @Override
    public final long next(MikantTree tree, SwitchView here, int source, int target, long trail) {
        int s = here.device();
        int level = tree.level(s);
        if (!tree.mustRise(s, target)) {
            return MikantRule.take(tree, here, tree.digit(target, level - 1), trail);
        }
        int k = tree.k();
        long crossings = level == tree.top() ? trail + 1 : trail;
        if (crossings > 2L * k) {
            return FAIL;
        }
        int wanted = tree.digit(target, level);
        for (int i = 0; i < candidates(k); i++) {
            long answer = MikantRule.take(tree, here, k + (wanted + i) % k, crossings);
            if (answer != FAIL) {
                return answer;
            }
        }
        return FAIL;
    }
}
