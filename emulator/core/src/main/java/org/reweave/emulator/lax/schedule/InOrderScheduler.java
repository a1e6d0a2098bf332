package org.reweave.emulator.lax.schedule;

import java.util.function.IntPredicate;

/** Always the first island that can go on: for runs in which nothing depends on who that is. */
final class InOrderScheduler implements Scheduler {
    private final int islands;

    InOrderScheduler(int islands) {
        this.islands = islands;
    }

    @Override
    public int next(IntPredicate canGoOn) {
        for (int island = 0; island < islands; island++) {
            if (canGoOn.test(island)) {
                return island;
            }
        }
        return NONE;
    }

    @Override
    public void stepped(int island, boolean isMoment) {
        // all steps are alike
    }
}
