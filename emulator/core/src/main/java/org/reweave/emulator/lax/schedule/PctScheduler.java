package org.reweave.emulator.lax.schedule;

import java.util.function.IntPredicate;

/**
 * Probabilistic concurrency testing (Burckhardt and others, ASPLOS 2010): islands have an order of priority, the first
 * one that can go on does, and at drawn steps the island that has just gone on becomes the last. The paper draws a
 * fixed number of such steps over a run of known length; a run here has no known length, so each step is one with the
 * same probability.
 */
final class PctScheduler implements Scheduler {
    private static final int STEPS_BETWEEN_CHANGES = 16; // of each island, in the mean

    private final ScheduleDraws draws;
    private final int[] order;

    PctScheduler(ScheduleDraws draws, int islands) {
        this.draws = draws;
        this.order = new int[islands];
        for (int i = 0; i < islands; i++) {
            int place = draws.below(i + 1);
            order[i] = order[place];
            order[place] = i;
        }
    }

    @Override
    public int next(IntPredicate canGoOn) {
        for (int island : order) {
            if (canGoOn.test(island)) {
                return island;
            }
        }
        return NONE;
    }

    @Override
    public void stepped(int island, boolean isMoment) {
        if (draws.oneIn(STEPS_BETWEEN_CHANGES * order.length)) {
            int place = 0;
            while (order[place] != island) {
                place++;
            }
            System.arraycopy(order, place + 1, order, place, order.length - place - 1);
            order[order.length - 1] = island;
        }
    }
}
