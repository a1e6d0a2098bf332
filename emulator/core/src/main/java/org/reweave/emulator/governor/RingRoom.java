package org.reweave.emulator.governor;

import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.link.Wiring;

/**
 * The invariant of bubble flow control at every cut: in each ring whose links are all up there is room for a packet
 * more than the ring has packets. A packet on a link counts where its credits are spent; a packet that is in two
 * buffers of its ring at a time, while it goes from one to the next, counts once.
 */
final class RingRoom {
    private final GovernorPlan plan;

    RingRoom(GovernorPlan plan) {
        this.plan = plan;
    }

    /** @throws IllegalStateException naming a channel of a ring that is full */
    void check(DeviceReport[] reports, long cycle) {
        Rings rings = plan.rings();
        for (int ring = 0; ring < rings.device().length; ring++) {
            int[] devices = rings.device()[ring];
            int[] ports = rings.port()[ring];
            if (isUp(devices, ports, reports) && room(devices, ports, reports) < 1) {
                throw new IllegalStateException("bubble flow control failed at cycle " + cycle + ": the ring of "
                        + devices.length + " channels with " + plan.names()[devices[0]] + "." + (ports[0] + 1) + " VL"
                        + rings.lane() + " has no room for a packet left");
            }
        }
    }

    private boolean isUp(int[] devices, int[] ports, DeviceReport[] reports) {
        Wiring wiring = plan.wiring();
        boolean up = true;
        for (int i = 0; i < devices.length; i++) {
            int peer = wiring.peerDevice()[devices[i]][ports[i]];
            up &= reports[devices[i]].isUp(ports[i]) && reports[peer].isUp(wiring.peerChannel()[devices[i]][ports[i]]);
        }
        return up;
    }

    /** Packets that the buffers of a ring could take beside those that are in it. */
    private long room(int[] devices, int[] ports, DeviceReport[] reports) {
        Wiring wiring = plan.wiring();
        int lane = plan.rings().lane();
        long room = 0;
        for (int i = 0; i < devices.length; i++) {
            int peer = wiring.peerDevice()[devices[i]][ports[i]];
            int peerPort = wiring.peerChannel()[devices[i]][ports[i]];
            int sending = ports[i] * plan.lanes() + lane;
            int receiving = peerPort * plan.lanes() + lane;
            DeviceReport.Credits ours = reports[devices[i]].credits();
            DeviceReport.Credits theirs = reports[peer].credits();
            long onLink = ours.spent(sending) - theirs.arrived(receiving);
            long free = plan.capacityUnits()[peer][peerPort] - theirs.buffered(receiving) - onLink;
            room += free / plan.rings().credits() + ours.spare(sending);
        }
        return room;
    }
}
