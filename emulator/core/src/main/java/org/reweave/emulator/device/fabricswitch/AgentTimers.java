package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.emulator.time.EventQueue;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The timers of a switch's agent. However often one is set anew, at most one event of it waits; an event that comes too
 * early is put off.
 */
final class AgentTimers {
    /** Has a timer's event come at a cycle. */
    interface Clock {
        void wake(int timer, long cycle);
    }

    private final long[] duration;
    private final long[] due = new long[SwitchTimer.values().length];
    private final boolean[] waiting = new boolean[due.length];
    private final Clock clock;

    /** @param duration in cycles, by timer */
    AgentTimers(long[] duration, Clock clock) {
        this.duration = duration;
        this.clock = clock;
        Arrays.fill(due, EventQueue.NEVER);
    }

    /** How many cycles a timer is to run. */
    long duration(SwitchTimer timer) {
        return duration[timer.ordinal()];
    }

    /** @param until cycle at which the timer has run down */
    void set(SwitchTimer timer, long until) {
        int index = timer.ordinal();
        due[index] = until;
        if (!waiting[index]) {
            waiting[index] = true;
            clock.wake(index, due[index]);
        }
    }

    /**
     * A timer's event has come.
     *
     * @return whether the timer has run down
     */
    boolean fires(int index, long now) {
        if (due[index] > now && due[index] != EventQueue.NEVER) {
            clock.wake(index, due[index]);
            return false;
        }
        waiting[index] = false;
        boolean fires = due[index] == now;
        due[index] = EventQueue.NEVER;
        return fires;
    }

    /** The switch restarts; events still waiting find nothing. */
    void clear() {
        Arrays.fill(due, EventQueue.NEVER);
    }

    boolean anyWaiting() {
        boolean any = false;
        for (boolean one : waiting) {
            any |= one;
        }
        return any;
    }

    void visit(StateVisitor state) {
        state.values(due);
        state.values(waiting);
    }
}
