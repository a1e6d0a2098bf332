package org.reweave.emulator.device.fabricswitch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.spi.SwitchTimer;

/** When the timers of a switch's agent run down, however often they are set. */
class AgentTimersTest {
    private static final SwitchTimer TIMER = SwitchTimer.ANNOUNCING;

    private final List<Long> events = new ArrayList<>();
    private final AgentTimers timers =
            new AgentTimers(new long[SwitchTimer.values().length], (timer, cycle) -> events.add(cycle));

    /** Cycles at which the timer runs down. */
    private List<Long> fired() {
        List<Long> fired = new ArrayList<>();
        for (long now = 1; now <= 200; now++) {
            int waiting = events.size();
            for (int i = 0; i < waiting; i++) {
                if (events.get(i) == now && timers.fires(TIMER.ordinal(), now)) {
                    fired.add(now);
                }
            }
        }
        return fired;
    }

    @Test
    void aTimerThatIsSetAnewRunsDownOnceAndLater() {
        timers.set(TIMER, 50);
        timers.set(TIMER, 80);
        assertThat(events).as("one event waits").containsExactly(50L);
        assertThat(fired()).containsExactly(80L);
        assertThat(timers.anyWaiting()).isFalse();
    }

    @Test
    void aTimerThatIsSetAfterARestartDoesNotWaitForTheOneBefore() {
        timers.set(TIMER, 100);
        timers.clear();
        timers.set(TIMER, 60);
        assertThat(fired()).containsExactly(60L);
    }

    @Test
    void anEventOfBeforeARestartRunsNothingDown() {
        timers.set(TIMER, 100);
        timers.clear();
        assertThat(fired()).isEmpty();
        assertThat(timers.anyWaiting()).isFalse();
    }

    @Test
    void aTimerMayBeSetToTheCycleOfAnEventThatWaitsAlready() {
        timers.set(TIMER, 100);
        timers.clear();
        timers.set(TIMER, 60);
        timers.set(TIMER, 100);
        assertThat(fired()).containsExactly(100L);
    }
}
