package org.reweave.emulator.device.nic;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.traffic.InjectionProcess;
import org.reweave.emulator.traffic.TrafficParameters;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Messages whose times, destinations and sizes are drawn. A full send queue pauses it: it goes on when there is room
 * again.
 */
final class DrawnGenerator implements Generator {
    private static final int TICKS = InjectionProcess.TICKS_PER_CYCLE;

    private final NicWork work;
    private final TrafficParameters traffic;
    private final int number;
    private final NicServices nic;
    private long generated;
    private long due; // ticks
    private boolean stalled;

    DrawnGenerator(NicConfig config, NicServices nic) {
        this.work = config.load().work();
        this.traffic = config.load().traffic();
        this.number = config.place().nic();
        this.nic = nic;
    }

    /** When the next message is due, in ticks; as if the send queue were never full. */
    private static long next(long due, long generated, NicWork work, TrafficParameters traffic, int number) {
        return Math.max(due + work.process().ticks(number, generated), traffic.start() * TICKS);
    }

    /** The messages of a NIC before a cycle, as if its send queue were never full; see {@link NicWork#drawn}. */
    static List<NicWork.Message> messages(NicWork work, TrafficParameters traffic, int number, long before) {
        List<NicWork.Message> all = new ArrayList<>();
        long end = Math.min(before, traffic.stop()) * TICKS;
        long due = next((traffic.start() - 1) * TICKS, 0, work, traffic, number);
        for (long count = 0;
                due < end && !isLimitReached(count, traffic);
                due = next(due, ++count, work, traffic, number)) {
            int destination = work.pattern().destination(number, count);
            if (destination >= 0) {
                int flits = work.sizes().flits(number, count);
                all.add(new NicWork.Message(due / TICKS, number, destination, flits));
            }
        }
        return all;
    }

    /** Whether a NIC that has made so many messages makes no more. */
    private static boolean isLimitReached(long count, TrafficParameters traffic) {
        return traffic.messages() > 0 && count >= traffic.messages();
    }

    @Override
    public void start(long earliest) {
        due = (Math.max(traffic.start(), earliest) - 1) * TICKS;
        scheduleNext();
    }

    private void scheduleNext() {
        due = next(due, generated, work, traffic, number);
        if (due / TICKS < traffic.stop() && !isLimitReached(generated, traffic)) {
            nic.generateAt(due / TICKS);
        }
    }

    @Override
    public void onTimer(long cycle) {
        if (!nic.hasQueueSpace()) {
            stalled = true;
            return;
        }
        int destination = work.pattern().destination(number, generated);
        if (destination >= 0 && nic.isKnown(destination)) {
            nic.queueMessage(destination, (int) generated, work.sizes().flits(number, generated), cycle);
        }
        generated++;
        scheduleNext();
    }

    @Override
    public void onQueueSpace(long cycle) {
        if (stalled) {
            stalled = false;
            due = (cycle + 1) * TICKS;
            if (cycle + 1 < traffic.stop()) {
                nic.generateAt(cycle + 1);
            }
        }
    }

    /** Messages still to come, where their number is limited: the run does not end before them. */
    @Override
    public long remaining() {
        return traffic.messages() > 0 && due / TICKS < traffic.stop() ? traffic.messages() - generated : 0;
    }

    @Override
    public void visit(StateVisitor state) {
        generated = state.value(generated);
        due = state.value(due);
        stalled = state.value(stalled);
    }
}
