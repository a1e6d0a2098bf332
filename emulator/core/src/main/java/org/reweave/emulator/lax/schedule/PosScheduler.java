package org.reweave.emulator.lax.schedule;

import java.util.function.IntPredicate;

/**
 * Partial order sampling (Yuan, Yang and Gu, CAV 2018): the next step of each island has a drawn priority, the step of
 * the highest one that can be taken is taken, and then the steps that depend on it are drawn anew: the island's own
 * next one and those of its neighbours.
 */
final class PosScheduler implements Scheduler {
    private final ScheduleDraws draws;
    private final int[][] neighbours;
    private final long[] priority; // by island

    PosScheduler(ScheduleDraws draws, int[][] neighbours) {
        this.draws = draws;
        this.neighbours = neighbours;
        this.priority = new long[neighbours.length];
        for (int island = 0; island < priority.length; island++) {
            priority[island] = draws.bits();
        }
    }

    @Override
    public int next(IntPredicate canGoOn) {
        int best = NONE;
        for (int island = 0; island < priority.length; island++) {
            if ((best == NONE || priority[island] > priority[best]) && canGoOn.test(island)) {
                best = island;
            }
        }
        return best;
    }

    @Override
    public void stepped(int island, boolean isMoment) {
        priority[island] = draws.bits();
        for (int neighbour : neighbours[island]) {
            priority[neighbour] = draws.bits();
        }
    }
}
