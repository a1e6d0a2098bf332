package org.reweave.routing.engine.mikant;

import java.util.Arrays;
import org.reweave.routing.table.Forwarder;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;
import org.reweave.routing.table.SwitchView;
import org.reweave.routing.topology.Fabric;

/**
 * Switches that route NICs' packets by a {@link MikantRule} instead of their LFTs. Packets for switches go by the LFTs.
 *
 * <p>Lanes: a packet starts on VL 0 and goes on to the next VL at every hop that does not increase the
 * {@link MikantTree#rank}: back upwards, upwards again after a return, across to the other group once too often. Then
 * (VL, rank) increases along every path, whichever elements have failed and whenever they failed, so no cycle of
 * channels can close. On the last VL a hop that does not increase the rank is not taken: the packet fails. Without
 * faults all packets stay on VL 0. The rule for the VLs is ours: the slides call the algorithms deadlock-free and give
 * no reason.
 */
final class MikantForwarder implements Forwarder {
    private final MikantTree tree;
    private final MikantRule rule;
    private final int lanes;
    private final int[] switchOfLid; // [LID of a NIC]; -1 = none
    private final int[] portOfLid; // of that switch

    /** @param lanes VLs to use, at least 1 */
    MikantForwarder(MikantTree tree, MikantRule rule, int lanes, int lidMax) {
        this.tree = tree;
        this.rule = rule;
        this.lanes = lanes;
        this.switchOfLid = new int[lidMax + 1];
        this.portOfLid = new int[lidMax + 1];
        Arrays.fill(switchOfLid, -1);
        Fabric fabric = tree.fabric();
        for (int s = 0; s < fabric.switchCount(); s++) {
            for (int port = 1; port <= fabric.portCount(s); port++) {
                int peer = fabric.peer(s, port);
                if (peer >= 0 && !fabric.isSwitch(peer)) {
                    int lid = fabric.nicLid(peer, fabric.peerPort(s, port));
                    switchOfLid[lid] = s;
                    portOfLid[lid] = port;
                }
            }
        }
    }

    @Override
    public void route(Heading packet, SwitchView here, Routes routes) {
        int target = switchAt(packet.destination);
        int source = switchAt(packet.source);
        if (target < 0 || source < 0) {
            TABLES.route(packet, here, routes);
            return;
        }
        int s = here.device();
        if (s == target) {
            routes.add(portOfLid[packet.destination], packet.lane, packet.trail);
            return;
        }
        long answer = rule.next(tree, here, source, target, packet.trail);
        if (answer == MikantRule.FAIL) {
            return;
        }
        int way = MikantRule.way(answer);
        int lane = packet.lane + (rises(s, packet.inPort, way) ? 0 : 1);
        if (lane < lanes) {
            routes.add(tree.port(s, way), lane, MikantRule.trail(answer));
        }
    }

    @Override
    public boolean reroutes() {
        return true;
    }

    private int switchAt(int lid) {
        return lid < switchOfLid.length ? switchOfLid[lid] : -1;
    }

    private boolean rises(int s, int inPort, int way) {
        return inPort == 0 || tree.way(s, inPort) < 0 || tree.rankInto(s, inPort) < tree.rank(s, way);
    }

    /** Whether another forwarder chooses the same ways for every packet. */
    @Override
    public boolean equals(Object other) {
        return other instanceof MikantForwarder that
                && tree.fabric() == that.tree.fabric()
                && rule == that.rule
                && lanes == that.lanes;
    }

    @Override
    public int hashCode() {
        return 31 * rule.name().hashCode() + lanes;
    }
}
