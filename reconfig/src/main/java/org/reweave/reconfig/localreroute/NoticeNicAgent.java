package org.reweave.reconfig.localreroute;

import org.reweave.reconfig.spi.NicAgent;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.rerouting.TreeAddresses;

/**
 * A NIC that does not send into the tree what it has been told has no way: it marks its next packets to that
 * destination, and its switch discards them. Nobody tells it when a way is back, so after so many packets it tries
 * again. Source: fat-tree paper §VI.A, "to prevent it from transmitting more packets"; for how many is ours.
 */
final class NoticeNicAgent implements NicAgent {
    private final TreeAddresses addresses;
    private final int packets;
    private final int[] left; // [NIC number] packets yet to be marked

    /** @param packets to be marked after a notice */
    NoticeNicAgent(TreeAddresses addresses, int packets) {
        this.addresses = addresses;
        this.packets = packets;
        this.left = new int[addresses.tree().fabric().nicCount()];
    }

    @Override
    public long injected() {
        return 0;
    }

    @Override
    public long trail(int destination, long trail) {
        int nic = addresses.nicAt(destination);
        if (nic < 0 || left[nic] == 0) {
            return trail;
        }
        left[nic]--;
        return NoticeSwitchAgent.TOLD;
    }

    @Override
    public void receiveBroadcast(int from, long control) {
        int nic = addresses.nicAt(Math.toIntExact(control));
        if (nic >= 0) {
            left[nic] = packets;
        }
    }

    @Override
    public void installed(long argument) {
        // nobody updates NICs under local rerouting
    }

    @Override
    public void visit(StateVisitor state) {
        state.values(left);
    }
}
