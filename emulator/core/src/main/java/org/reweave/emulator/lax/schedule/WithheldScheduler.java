package org.reweave.emulator.lax.schedule;

import java.util.function.IntPredicate;
import org.reweave.routing.model.Mix;

/** Draws islands, and withholds the frames of one link in five for a stretch of steps, then those of others. */
final class WithheldScheduler implements Scheduler {
    private static final int ONE_IN = 5;
    private static final int LONGEST_STRETCH = 64; // steps of each island, in the mean
    private static final int LOOKS = 4; // for each island

    private final ScheduleDraws draws;
    private final long[] served; // by island: the stretch up to which its frames have been let go
    private long stretch;
    private long left; // steps of the stretch
    private long key; // chooses the links of the stretch

    WithheldScheduler(ScheduleDraws draws, int islands) {
        this.draws = draws;
        this.served = new long[islands];
        begin();
    }

    private void begin() {
        stretch++;
        left = (long) served.length * (1 + draws.below(LONGEST_STRETCH));
        key = draws.bits();
    }

    @Override
    public int next(IntPredicate canGoOn) {
        for (int look = 0; look < LOOKS * served.length; look++) {
            int drawn = draws.below(served.length);
            if (canGoOn.test(drawn)) {
                return drawn;
            }
        }
        return NONE;
    }

    @Override
    public boolean withholds(int device, int port) {
        return Mix.below(Mix.mix(key, device, port, 0), ONE_IN) == 0;
    }

    @Override
    public int releases(int island, int waiting) {
        boolean isNew = served[island] < stretch;
        served[island] = stretch;
        return isNew ? waiting : 0;
    }

    @Override
    public void stepped(int island, boolean isMoment) {
        if (--left == 0) {
            begin();
        }
    }
}
