package org.reweave.emulator.lax.schedule;

import java.util.function.IntPredicate;

/**
 * Draws islands, and holds one back when it matters: where a device has recorded an event, such as a fault or a table
 * in force, its island or a neighbour often does not go on for a while, so that others meet it late.
 */
final class AimedScheduler implements Scheduler {
    private static final int LONGEST_REST = 16; // steps of each island, in the mean
    private static final int LOOKS = 4; // for each island

    private final ScheduleDraws draws;
    private final int[][] neighbours;
    private final long[] restsUntil; // by island: a number of steps of all islands
    private long steps;

    AimedScheduler(ScheduleDraws draws, int[][] neighbours) {
        this.draws = draws;
        this.neighbours = neighbours;
        this.restsUntil = new long[neighbours.length];
    }

    @Override
    public int next(IntPredicate canGoOn) {
        for (int look = 0; look < LOOKS * restsUntil.length; look++) {
            int drawn = draws.below(restsUntil.length);
            if (restsUntil[drawn] <= steps && canGoOn.test(drawn)) {
                return drawn;
            }
        }
        for (int island = 0; island < restsUntil.length; island++) {
            restsUntil[island] = 0; // the slack lets nobody else go on
        }
        return NONE;
    }

    @Override
    public void stepped(int island, boolean isMoment) {
        steps++;
        if (isMoment && draws.oneIn(2)) {
            int[] near = neighbours[island];
            int held = near.length == 0 || draws.oneIn(2) ? island : near[draws.below(near.length)];
            restsUntil[held] = steps + (long) restsUntil.length * (1 + draws.below(LONGEST_REST));
        }
    }
}
