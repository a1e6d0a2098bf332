package org.reweave.emulator.device.nic;

import java.util.Arrays;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.time.EventQueue;
import org.reweave.emulator.traffic.trace.Trace;
import org.reweave.reconfig.state.StateVisitor;

/** A rank's part of a trace. What happens elsewhere reaches it only as messages that this NIC has been handed. */
final class TraceGenerator implements Generator {
    private static final int POSITION_BITS = 20;
    private static final int POSITIONS = (1 << POSITION_BITS) - 1;

    private static final long LATEST = (1L << 63 - POSITION_BITS) - 1; // no run comes so far

    private final Trace trace;
    private final int rank;
    private final int[] nicOfRank;
    private long startCycle;
    private final NicServices nic;
    private final int[] waits; // by position in the program
    private long[] due; // heap: cycle << 20 | position of an operation that waits for its time only
    private int dueCount;
    private long wakeUp = EventQueue.NEVER;
    private long cpuFreeAt;
    private long remaining;

    TraceGenerator(NicConfig config, NicServices nic) {
        this.trace = config.load().work().trace();
        this.rank = config.load().work().rank();
        this.nicOfRank = config.load().work().nicOfRank();
        this.startCycle = config.load().traffic().start();
        this.nic = nic;
        this.waits = new int[trace.size(rank)];
        this.due = new long[Math.max(16, waits.length)];
        this.remaining = waits.length;
    }

    @Override
    public void start(long earliest) {
        startCycle = Math.max(startCycle, earliest);
        for (int at = 0; at < waits.length; at++) {
            waits[at] = trace.waits(trace.operation(rank, at));
            if (waits[at] == 0) {
                enable(at, startCycle);
            }
        }
        wake(startCycle);
    }

    /** Nothing but time is between an operation and its end now. */
    private void enable(int at, long cycle) {
        int operation = trace.operation(rank, at);
        long when = cycle;
        if (trace.kind(operation) == Trace.SEND) {
            when = Math.max(cycle, startCycle + trace.cycles(operation));
        } else if (trace.kind(operation) == Trace.COMPUTE) {
            cpuFreeAt = Math.max(cycle, cpuFreeAt) + trace.cycles(operation);
            when = cpuFreeAt;
        }
        push(Math.min(when, LATEST) << POSITION_BITS | at);
    }

    /** Sets the next wake-up, not before a cycle. */
    private void wake(long cycle) {
        if (dueCount > 0) {
            long next = Math.max(cycle, due[0] >>> POSITION_BITS);
            if (next < wakeUp) {
                wakeUp = next;
                nic.generateAt(next);
            }
        }
    }

    @Override
    public void onTimer(long cycle) {
        if (cycle < wakeUp) {
            return; // an earlier wake-up has been put in front of this one
        }
        wakeUp = EventQueue.NEVER;
        while (dueCount > 0 && due[0] >>> POSITION_BITS <= cycle) {
            int operation = trace.operation(rank, (int) due[0] & POSITIONS);
            if (trace.kind(operation) == Trace.SEND) {
                if (!nic.hasQueueSpace()) {
                    return; // until there is
                }
                pop();
                send(operation, cycle);
            } else {
                pop();
                over(operation, cycle);
            }
        }
        wake(cycle);
    }

    private void send(int operation, long cycle) {
        int to = trace.peer(operation);
        if (to == rank) {
            nic.log().count(Counter.MESSAGES_LOCAL);
            over(operation, cycle);
            release(trace.afterDelivery(operation), cycle);
        } else {
            nic.queueMessage(nicOfRank[to], operation, trace.flits(operation), cycle);
        }
    }

    private void over(int operation, long cycle) {
        remaining--;
        release(trace.afterDone(operation), cycle);
    }

    private void release(int[] operations, long cycle) {
        for (int operation : operations) {
            int at = trace.position(operation);
            if (--waits[at] == 0) {
                enable(at, cycle);
            }
        }
    }

    @Override
    public void onQueueSpace(long cycle) {
        wake(cycle + 1);
    }

    @Override
    public void injected(int number, long cycle) {
        over(number, cycle + 1);
        wake(cycle + 1);
    }

    @Override
    public void delivered(int source, int number, long cycle) {
        release(trace.afterDelivery(number), cycle + 1);
        wake(cycle + 1);
    }

    @Override
    public long remaining() {
        return remaining;
    }

    private void push(long key) {
        if (dueCount == due.length) {
            due = Arrays.copyOf(due, 2 * dueCount);
        }
        int child = dueCount++;
        while (child > 0 && due[child - 1 >>> 1] > key) {
            due[child] = due[child - 1 >>> 1];
            child = child - 1 >>> 1;
        }
        due[child] = key;
    }

    private void pop() {
        long last = due[--dueCount];
        int hole = 0;
        while (2 * hole + 1 < dueCount) {
            int child = 2 * hole + 1;
            if (child + 1 < dueCount && due[child + 1] < due[child]) {
                child++;
            }
            if (due[child] >= last) {
                break;
            }
            due[hole] = due[child];
            hole = child;
        }
        due[hole] = last;
    }

    @Override
    public void visit(StateVisitor state) {
        startCycle = state.value(startCycle);
        state.values(waits);
        if (!state.isReading()) {
            Arrays.sort(due, 0, dueCount); // a sorted array is a heap
        }
        dueCount = state.count(dueCount);
        if (state.isReading()) {
            due = new long[Math.max(16, dueCount)];
        }
        state.values(due, dueCount);
        wakeUp = state.value(wakeUp);
        cpuFreeAt = state.value(cpuFreeAt);
        remaining = state.value(remaining);
    }
}
