package org.reweave.emulator.governor;

import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.link.Wiring;
import org.reweave.emulator.stats.Counter;

/**
 * The two balances that hold at every cut: packets over the whole network, and room over each link and VL, in credits
 * or, under on/off flow control, in flits.
 */
final class Conservation {
    private final GovernorPlan plan;

    Conservation(GovernorPlan plan) {
        this.plan = plan;
    }

    /** @throws IllegalStateException with the numbers, when packets appear or vanish */
    void checkPackets(CutTotals totals) {
        long injected = totals.count(Counter.INJECTED);
        long accounted = totals.count(Counter.DELIVERED) + totals.count(Counter.DROPPED) + totals.inFlight();
        if (injected != accounted) {
            throw new IllegalStateException("packets are not conserved at cycle " + totals.cycle() + ": " + injected
                    + " injected, but "
                    + totals.count(Counter.DELIVERED) + " delivered + " + totals.count(Counter.DROPPED) + " dropped + "
                    + totals.buffered() + " in devices + " + totals.onWires() + " on wires = " + accounted);
        }
    }

    /**
     * free + in flight + buffered + owed + returning = capacity, on every link that is up; under on/off flow control
     * room + buffered = capacity, and the room holds what is in flight.
     *
     * @throws IllegalStateException naming the link and VL
     */
    void checkCredits(DeviceReport[] reports, long cycle) {
        Wiring wiring = plan.wiring();
        for (DeviceReport sender : reports) {
            int device = sender.device();
            for (int port = 0; port < wiring.ports(device); port++) {
                int peer = wiring.peer(device, port, cycle - 1);
                if (peer < 0 || !sender.isUp(port)) {
                    continue;
                }
                int peerPort = wiring.peerPort(device, port, cycle - 1);
                int capacity = plan.capacityUnits()[peer][peerPort];
                for (int lane = 0; lane < plan.lanes() && capacity > 0; lane++) {
                    check(sender, port, reports[peer], peerPort, lane, capacity, cycle);
                }
            }
        }
    }

    private void check(
            DeviceReport sender, int port, DeviceReport receiver, int peerPort, int lane, int capacity, long cycle) {
        int s = port * plan.lanes() + lane;
        int r = peerPort * plan.lanes() + lane;
        long free = sender.credits().free(s);
        long inFlight = sender.credits().spent(s) - receiver.credits().arrived(r);
        long buffered = receiver.credits().buffered(r);
        long owed = receiver.credits().owed(r);
        if (plan.onOff()) {
            long room = receiver.credits().returned(r) - receiver.credits().arrived(r);
            if (room + buffered != capacity || inFlight < 0 || inFlight > room) {
                throw new IllegalStateException("room is not conserved at cycle " + cycle + " "
                        + way(sender, port, receiver, peerPort, lane) + ": room " + room + " + buffered " + buffered
                        + " is not the capacity " + capacity + ", or has no place for in flight " + inFlight);
            }
            return;
        }
        long returning = receiver.credits().returned(r) - sender.credits().regained(s);
        if (free + inFlight + buffered + owed + returning != capacity || inFlight < 0 || returning < 0) {
            throw new IllegalStateException("credits are not conserved at cycle " + cycle + " "
                    + way(sender, port, receiver, peerPort, lane) + ": free " + free
                    + " + in flight " + inFlight + " + buffered " + buffered + " + owed " + owed
                    + " + returning " + returning
                    + " is not the capacity " + capacity);
        }
    }

    private String way(DeviceReport sender, int port, DeviceReport receiver, int peerPort, int lane) {
        return "from " + plan.names()[sender.device()] + "." + (port + 1) + " to " + plan.names()[receiver.device()]
                + "." + (peerPort + 1) + " VL" + lane;
    }
}
