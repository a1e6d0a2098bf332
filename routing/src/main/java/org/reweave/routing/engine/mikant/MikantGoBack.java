package org.reweave.routing.engine.mikant;

import org.reweave.routing.table.SwitchView;

/**
 * Go-Back: a depth-first search of the minimal paths, by the packet itself. On the way up, ports are tried in the order
 * T_L, T_L + 1, .. modulo k; where no port is left the packet returns hop by hop to the switch that has another choice.
 * It fails back at the source. So the packet arrives exactly where a minimal path has survived. The algorithm is ours:
 * the slides give a name and a picture.
 *
 * <p>A minimal path rises from level 0 to the lowest common ancestors' level, or to the roots; crosses to the other
 * group if the destination is there, or goes there and back by one of k roots if only the leading digit differs; and
 * descends by the one port there is. Its choices are the digits i of the switch it rises to, in the order i = 0, 1, ...
 * What is below a switch of level L on the way down depends on the choices below L alone: a packet that gets stuck
 * there returns as far as choice L - 1, since any other choice of a level from L on would bring the packet to the same
 * switch again. In this way no switch is tried twice, and the packet needs no list of visited switches.
 *
 * <p>Choice L - 1 still leads to the same neighbour of level L - 1, from above. If that neighbour is a faulty switch,
 * as the slides assume, and not the switch behind a faulty link, the packet may return as far as choice L - 2. A packet
 * whose way back from the other group is closed may likewise return past the choice of the root there. The first search
 * assumes faulty switches. If the first search fails, and took any neighbour but the target for faulty, the packet
 * searches a second time, and assumes faulty links only.
 *
 * <p>Trail: for each i the position of its choice in its order, ceil(log2 k) bits, i = 0 lowest; then 5 bits: 0 while
 * the packet goes forward, else the choice to which it returns plus 2 (1: back to the source); then 2 bits: 0,
 * {@link #SUSPECTED} or {@link #THOROUGH}. The switch that the packet came from follows from the trail and the digits
 * of source and target.
 */
final class MikantGoBack implements MikantRule {
    private static final int GOAL_BITS = 5;
    private static final int MODE_BITS = 2;
    /** Mode: a neighbour has been taken for faulty that is perhaps only behind a faulty link. */
    private static final int SUSPECTED = 1;
    /** Mode: the second search. */
    private static final int THOROUGH = 2;

    @Override
    public String name() {
        return "go-back";
    }

    @Override
    public String summary() {
        return "mirrored k-ary n-trees: back and by another port, until a minimal path is found";
    }

    @Override
    public int trailBits(int k, int digits) {
        return digits * choiceBits(k) + GOAL_BITS + MODE_BITS;
    }

    private static int choiceBits(int k) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(k - 1);
    }

    @Override
    public long next(MikantTree tree, SwitchView here, int source, int target, long trail) {
        int s = here.device();
        int level = tree.level(s);
        int goal = (int) (trail >>> goalShift(tree)) % (1 << GOAL_BITS) - 2;
        boolean forward = goal == -2;
        if (!tree.mustRise(s, target)) {
            return onTheOneWay(tree, here, source, target, trail, tree.digit(target, level - 1), level - 1);
        }
        if (tree.group(s) != tree.group(source)) {
            // A root of the other group, between two crossings.
            return onTheOneWay(tree, here, source, target, trail, up(tree, target, level, 0), level);
        }
        if (!forward && goal != level) {
            return back(tree, here, source, target, trail, goal);
        }
        long answer = rise(tree, here, source, target, trail, forward ? 0 : choice(tree, trail, level) + 1);
        return answer != FAIL ? answer : back(tree, here, source, target, trail, level - 1);
    }

    /**
     * A hop without a choice: on by the only way, or back if the packet is returning or the way is closed.
     *
     * @param other the choice that leads here or to the same neighbour by another way
     */
    private static long onTheOneWay(
            MikantTree tree, SwitchView here, int source, int target, long trail, int way, int other) {
        int goal = (int) (trail >>> goalShift(tree)) % (1 << GOAL_BITS) - 2;
        if (goal != -2) {
            return back(tree, here, source, target, trail, goal);
        }
        long answer = MikantRule.take(tree, here, way, trail);
        if (answer != FAIL) {
            return answer;
        }
        // With other = 0 the neighbour is the target: if the target's switch has failed, no path is left anyway.
        return other == 0 || mode(tree, trail) == THOROUGH
                ? back(tree, here, source, target, trail, other)
                : back(tree, here, source, target, withMode(tree, trail, SUSPECTED), other - 1);
    }

    /** Up by the first choice that works, from a given one on. */
    private static long rise(MikantTree tree, SwitchView here, int source, int target, long trail, int from) {
        int level = tree.level(here.device());
        boolean direct = level == tree.top() && tree.group(source) != tree.group(target);
        int choices = direct ? 1 : tree.k();
        for (int i = from; i < choices; i++) {
            long answer = MikantRule.take(tree, here, up(tree, target, level, i), chosen(tree, trail, level, i));
            if (answer != FAIL) {
                return answer;
            }
        }
        return FAIL;
    }

    private static int goalShift(MikantTree tree) {
        return (tree.top() + 1) * choiceBits(tree.k());
    }

    private static int mode(MikantTree tree, long trail) {
        return (int) (trail >>> goalShift(tree) + GOAL_BITS);
    }

    private static long withMode(MikantTree tree, long trail, int mode) {
        int shift = goalShift(tree) + GOAL_BITS;
        return trail & (1L << shift) - 1 | (long) mode << shift;
    }

    /** The i-th of the up ways of a level. */
    private static int up(MikantTree tree, int target, int level, int i) {
        return tree.k() + (tree.digit(target, level) + i) % tree.k();
    }

    private static int choice(MikantTree tree, long trail, int level) {
        int bits = choiceBits(tree.k());
        return (int) (trail >>> level * bits) & (1 << bits) - 1;
    }

    /** The trail of a packet that goes forward with one more choice made; choices at higher levels are cleared. */
    private static long chosen(MikantTree tree, long trail, int level, int i) {
        int shift = level * choiceBits(tree.k());
        long choices = trail & (1L << shift) - 1 | (long) i << shift;
        return withMode(tree, choices, mode(tree, trail));
    }

    /**
     * One hop back towards the switch of a choice. A packet that would go back from the source has ended its search.
     *
     * @param goal level of the choice; -1 = none is left
     */
    private static long back(MikantTree tree, SwitchView here, int source, int target, long trail, int goal) {
        int way = cameBy(tree, here.device(), source, target, trail);
        if (way < 0) {
            return mode(tree, trail) == SUSPECTED
                    ? rise(tree, here, source, target, withMode(tree, 0, THOROUGH), 0)
                    : FAIL;
        }
        int shift = goalShift(tree);
        long choices = trail & (1L << shift) - 1 | goal + 2L << shift;
        return MikantRule.take(tree, here, way, withMode(tree, choices, mode(tree, trail)));
    }

    /** The way back to the switch from which the packet first came here; -1 = the packet came from a NIC. */
    private static int cameBy(MikantTree tree, int s, int source, int target, long trail) {
        int level = tree.level(s);
        int top = tree.top();
        if (tree.mustRise(s, target)) {
            return tree.group(s) != tree.group(source)
                    ? tree.k() + tree.digit(source, top)
                    : belowOf(tree, source, level);
        }
        boolean crosses = tree.crosses(source, target);
        if (crosses && level == top) {
            return tree.group(source) != tree.group(target)
                    ? tree.k() + tree.digit(source, top)
                    : up(tree, target, top, choice(tree, trail, top));
        }
        boolean descending = crosses || level < ancestorLevel(tree, source, target);
        return descending ? up(tree, target, level, choice(tree, trail, level)) : belowOf(tree, source, level);
    }

    private static int belowOf(MikantTree tree, int source, int level) {
        return level == 0 ? -1 : tree.digit(source, level - 1);
    }

    /** The level of the nearest common ancestors of two switches of one group with one leading digit. */
    private static int ancestorLevel(MikantTree tree, int source, int target) {
        int level = tree.top();
        while (level > 0 && tree.digit(source, level - 1) == tree.digit(target, level - 1)) {
            level--;
        }
        return level;
    }
}
