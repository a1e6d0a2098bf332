package org.reweave.emulator.device;

import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Counts of the data packets that crossed the ports of a device, for the manager's {@link Smp#COUNTS}. The links count;
 * the counts survive a restart of the device.
 */
public final class PacketCounts {
    private final int ports;
    private final Transmitter links;
    private final DeviceLog log;

    PacketCounts(int ports, Transmitter links, DeviceLog log) {
        this.ports = ports;
        this.links = links;
        this.log = log;
    }

    /**
     * Answers {@link Smp#COUNTS}: packets that came into being or ended here, and those that crossed the ports of the
     * request's mask.
     */
    void answer(Smp smp) {
        long entered = log.counted(Counter.INJECTED);
        long left = log.counted(Counter.DELIVERED) + log.counted(Counter.DROPPED);
        for (int port = 0; port < ports; port++) {
            if ((smp.payload(port >> 6) >>> port & 1) != 0) {
                entered += links.countedIn(port);
                left += links.countedOut(port);
            }
        }
        smp.setPayload(0, entered);
        smp.setPayload(1, left);
    }

    void visit(StateVisitor state) {
        links.visitCounts(state);
    }
}
