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
     * free + in flight + buffered + owed + returning = capacity, by a port whose link is up, if both ends are known;
     * under on/off flow control room + buffered = capacity, and the room holds what is in flight.
     *
     * @throws IllegalStateException naming the link and VL
     */
    void checkCredits(int device, int port, LinkEnds ends, long cycle) {
        Wiring wiring = plan.wiring();
        int peer = wiring.peer(device, port, cycle - 1);
        if (peer < 0 || !ends.hasLink(device, peer) || !ends.isUp(device, port)) {
            return;
        }
        int peerPort = wiring.peerPort(device, port, cycle - 1);
        boolean takesData = plan.capacityUnits()[peer][peerPort] > 0;
        for (int lane = 0; lane < plan.lanes() && takesData; lane++) {
            check(device, port, peer, peerPort, lane, ends, cycle);
        }
    }

    private void check(int device, int port, int peer, int peerPort, int lane, LinkEnds ends, long cycle) {
        int capacity = plan.capacityUnits()[peer][peerPort];
        DeviceReport.Credits sender = ends.credits(device);
        DeviceReport.Credits receiver = ends.credits(peer);
        int s = ends.first(device, port) + lane;
        int r = ends.first(peer, peerPort) + lane;
        long free = sender.free(s);
        long inFlight = sender.spent(s) - receiver.arrived(r);
        long buffered = receiver.buffered(r);
        long owed = receiver.owed(r);
        if (plan.onOff()) {
            long room = receiver.returned(r) - receiver.arrived(r);
            if (room + buffered != capacity || inFlight < 0 || inFlight > room) {
                throw new IllegalStateException("room is not conserved at cycle " + cycle + " "
                        + way(device, port, peer, peerPort, lane) + ": room " + room + " + buffered " + buffered
                        + " is not the capacity " + capacity + ", or has no place for in flight " + inFlight);
            }
            return;
        }
        long returning = receiver.returned(r) - sender.regained(s);
        if (free + inFlight + buffered + owed + returning != capacity || inFlight < 0 || returning < 0) {
            throw new IllegalStateException("credits are not conserved at cycle " + cycle + " "
                    + way(device, port, peer, peerPort, lane) + ": free " + free
                    + " + in flight " + inFlight + " + buffered " + buffered + " + owed " + owed
                    + " + returning " + returning
                    + " is not the capacity " + capacity);
        }
    }

    private String way(int device, int port, int peer, int peerPort, int lane) {
        return "from " + plan.names()[device] + "." + (port + 1) + " to " + plan.names()[peer] + "." + (peerPort + 1)
                + " VL" + lane;
    }
}
