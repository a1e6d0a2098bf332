package org.reweave.emulator.device.nic;

import org.reweave.emulator.state.StateVisitor;
import org.reweave.emulator.traffic.InjectionProcess;
import org.reweave.emulator.traffic.TrafficParameters;

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

    @Override
    public void start() {
        due = (traffic.start() - 1) * TICKS;
        scheduleNext();
    }

    private void scheduleNext() {
        due = Math.max(due + work.process().ticks(number, generated), traffic.start() * TICKS);
        if (due / TICKS < traffic.stop()) {
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
        if (destination >= 0) {
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

    @Override
    public void visit(StateVisitor state) {
        generated = state.value(generated);
        due = state.value(due);
        stalled = state.value(stalled);
    }
}
