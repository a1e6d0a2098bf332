package org.reweave.emulator.lax.schedule;

import java.util.function.IntPredicate;

/** Draws islands, the length of their turns, and how many of the frames that have come each is given. */
final class UniformScheduler implements Scheduler {
    private static final int LONGEST_TURN = 12;
    private static final int LOOKS = 4; // for each island, before all frames are given

    private final ScheduleDraws draws;
    private final int islands;
    private int current;
    private int left; // of the turn of the current one

    UniformScheduler(ScheduleDraws draws, int islands) {
        this.draws = draws;
        this.islands = islands;
    }

    @Override
    public int next(IntPredicate canGoOn) {
        if (left > 0 && canGoOn.test(current)) {
            left--;
            return current;
        }
        for (int look = 0; look < LOOKS * islands; look++) {
            current = draws.below(islands);
            left = draws.below(LONGEST_TURN);
            if (canGoOn.test(current)) {
                return current;
            }
        }
        return NONE;
    }

    @Override
    public boolean withholds(int device, int port) {
        return true;
    }

    @Override
    public int releases(int island, int waiting) {
        return draws.below(waiting + 1);
    }

    @Override
    public void stepped(int island, boolean isMoment) {
        // all steps are alike
    }
}
