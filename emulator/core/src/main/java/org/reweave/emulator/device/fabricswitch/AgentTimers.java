package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.emulator.time.EventQueue;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The timers of a switch's agent. However often one is set to a later cycle, one event of it waits, and is put off when
 * it comes too early; only where one is set to an earlier cycle, as after a restart, another event is needed.
 */
final class AgentTimers {
    /** Has a timer's event come at a cycle. */
    interface Clock {
        void wake(int timer, long cycle);
    }

    private final long[] duration;
    private final long[] due = new long[SwitchTimer.values().length];
    private final long[] next = new long[due.length]; // cycle of the first event that waits
    private final Clock clock;

    /** @param duration in cycles, by timer */
    AgentTimers(long[] duration, Clock clock) {
        this.duration = duration;
        this.clock = clock;
        Arrays.fill(due, EventQueue.NEVER);
        Arrays.fill(next, EventQueue.NEVER);
    }

    /** How many cycles a timer is to run. */
    long duration(SwitchTimer timer) {
        return duration[timer.ordinal()];
    }

    /** @param until cycle at which the timer has run down */
    void set(SwitchTimer timer, long until) {
        int index = timer.ordinal();
        due[index] = until;
        if (until < next[index]) {
            wake(index, until);
        }
    }

    private void wake(int index, long cycle) {
        next[index] = cycle;
        clock.wake(index, cycle);
    }

    /**
     * A timer's event has come.
     *
     * @return whether the timer has run down
     */
    boolean fires(int index, long now) {
        if (next[index] == now) {
            next[index] = EventQueue.NEVER;
        }
        if (due[index] == now) {
            due[index] = EventQueue.NEVER;
            return true;
        }
        if (due[index] < next[index]) {
            wake(index, due[index]);
        }
        return false;
    }

    /** The switch restarts; events still waiting find nothing. */
    void clear() {
        Arrays.fill(due, EventQueue.NEVER);
    }

    boolean anyWaiting() {
        boolean any = false;
        for (long one : next) {
            any |= one != EventQueue.NEVER;
        }
        return any;
    }

    void visit(StateVisitor state) {
        state.values(due);
        state.values(next);
    }
}
