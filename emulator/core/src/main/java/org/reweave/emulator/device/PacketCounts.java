package org.reweave.emulator.device;

import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Counts of the data packets that crossed the ports of a device, for the manager's {@link Smp#COUNTS}. It owns the
 * counts per port, which survive a restart of the device, and counts into the device's log.
 */
public final class PacketCounts {
    private final DeviceLog log;
    private final long[] in; // per port: packets whose head has arrived
    private final long[] out; // per port: packets whose head a switch has sent

    PacketCounts(int ports, DeviceLog log) {
        this.log = log;
        this.in = new long[ports];
        this.out = new long[ports];
    }

    void countIn(int port) {
        log.count(Counter.RUNS_ARRIVED);
        in[port]++;
    }

    /** A switch has put a packet's head on a link. */
    public void countOut(int port) {
        log.count(Counter.RUNS_SENT);
        out[port]++;
    }

    /**
     * Answers {@link Smp#COUNTS}: packets that came into being or ended here, and those that crossed the ports of the
     * request's mask.
     */
    public void answer(Smp smp) {
        long entered = log.counted(Counter.INJECTED);
        long left = log.counted(Counter.DELIVERED) + log.counted(Counter.DROPPED);
        for (int port = 0; port < in.length; port++) {
            if ((smp.payload(port >> 6) >>> port & 1) != 0) {
                entered += in[port];
                left += out[port];
            }
        }
        smp.setPayload(0, entered);
        smp.setPayload(1, left);
    }

    void visit(StateVisitor state) {
        state.values(in);
        state.values(out);
    }
}
