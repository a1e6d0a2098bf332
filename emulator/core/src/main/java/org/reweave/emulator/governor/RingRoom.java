package org.reweave.emulator.governor;

import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.link.Wiring;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The invariant of bubble flow control at every cut: in each ring whose links are all up there is room for a packet
 * more than the ring has packets. A packet on a link counts where its credits are spent; a packet that is in two
 * buffers of its ring at a time, while it goes from one to the next, counts once. The room of a ring is the sum of what
 * its channels have, so each process adds up the channels between its devices.
 */
final class RingRoom {
    private final GovernorPlan plan;
    private final long[] room; // by ring, in packets
    private final boolean[] down; // by ring: a link of it is

    RingRoom(GovernorPlan plan) {
        this.plan = plan;
        this.room = new long[plan.rings().device().length];
        this.down = new boolean[room.length];
    }

    /** Adds the channels of which both ends are known. */
    void add(LinkEnds ends) {
        for (int ring = 0; ring < room.length; ring++) {
            int[] devices = plan.rings().device()[ring];
            for (int i = 0; i < devices.length; i++) {
                add(ring, devices[i], plan.rings().port()[ring][i], ends);
            }
        }
    }

    private void add(int ring, int device, int port, LinkEnds ends) {
        Wiring wiring = plan.wiring();
        int peer = wiring.peerDevice()[device][port];
        if (!ends.hasLink(device, peer)) {
            return;
        }
        int peerPort = wiring.peerChannel()[device][port];
        down[ring] |= !ends.isUp(device, port) || !ends.isUp(peer, peerPort);
        int sending = ends.first(device, port) + plan.rings().lane();
        int receiving = ends.first(peer, peerPort) + plan.rings().lane();
        DeviceReport.Credits ours = ends.credits(device);
        DeviceReport.Credits theirs = ends.credits(peer);
        long onLink = ours.spent(sending) - theirs.arrived(receiving);
        long free = plan.capacityUnits()[peer][peerPort] - theirs.buffered(receiving) - onLink;
        room[ring] += free / plan.rings().credits() + ours.spare(sending);
    }

    /** Adds the channels that another process has added up. */
    void add(RingRoom part) {
        for (int ring = 0; ring < room.length; ring++) {
            room[ring] += part.room[ring];
            down[ring] |= part.down[ring];
        }
    }

    /** @throws IllegalStateException naming a channel of a ring that is full, when all channels have been added */
    void check(long cycle) {
        for (int ring = 0; ring < room.length; ring++) {
            if (!down[ring] && room[ring] < 1) {
                int device = plan.rings().device()[ring][0];
                throw new IllegalStateException("bubble flow control failed at cycle " + cycle + ": the ring of "
                        + plan.rings().device()[ring].length + " channels with " + plan.names()[device] + "."
                        + (plan.rings().port()[ring][0] + 1) + " VL"
                        + plan.rings().lane()
                        + " has no room for a packet left");
            }
        }
    }

    void visit(StateVisitor state) {
        state.values(room);
        state.values(down);
    }
}
