package org.reweave.emulator.governor;

import java.util.Arrays;
import java.util.List;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.link.Wiring;

/**
 * Finds packets that wait only for each other, in the wait-for graph of a cut.
 *
 * <p>A node is an input or output buffer (device, port, VL). The head of an input waits for its output buffer when that
 * is full and none of its packets is on the link; the head of an output (or of an input, in a switch without output
 * buffers) waits for the far input when its credits, the credits on their way and the credits still owed are together
 * too few. Where several queues share an input buffer, the buffer waits if the heads of all of them do, for whatever
 * they wait for: one that goes on frees room. A head with several ways waits only if all its ways are blocked. So a
 * node is free if its head does not wait, or has a way to a free node. Under wormhole switching a packet waits for the
 * input queue whose first packet holds the lane that it asks for, or, with a lane, for the far input that has no credit
 * for its next flit: a worm is a chain of such inputs, from the one where its head is back to the one where its tail
 * is. Under on/off flow control it waits while the last signal from there is to stop. The packets of all other nodes
 * never move again: they contain a cycle where each head has one way, and a knot where heads have alternatives. Source:
 * emulator/docs/time-and-devices.md.
 *
 * <p>A run on several processes is looked at in two steps. Each process leaves out the heads that go on even if no
 * buffer elsewhere ever has room. The rest has every head that is stuck in the whole graph, with all its ways; from the
 * rest of all processes the governor finds the knot that it would find in the whole graph.
 */
final class DeadlockDetector {
    private final Wiring wiring;
    private final String[] names;
    private final int lanes;
    private final boolean onOff;
    private final int[] base; // device -> number of its first input node; outputs follow the inputs
    private final int elsewhere; // the node that stands for all inputs of devices elsewhere
    private final WaitGraph graph;
    private final long[] packet;
    private final long[] marks;
    private final BlockedHeads blocked = new BlockedHeads(); // of the cut that is looked at

    /** @param domain of the devices whose heads are looked at */
    DeadlockDetector(GovernorPlan plan, Domain domain) {
        this.wiring = plan.wiring();
        this.names = plan.names();
        this.lanes = plan.lanes();
        this.onOff = plan.onOff();
        this.base = new int[wiring.devices() + 1];
        for (int device = 0; device < wiring.devices(); device++) {
            base[device + 1] = base[device] + (domain.has(device) ? 2 * wiring.ports(device) * lanes : 0);
        }
        int nodes = base[wiring.devices()];
        this.elsewhere = nodes;
        this.graph = new WaitGraph(nodes + 1);
        this.packet = new long[nodes];
        this.marks = new long[nodes];
    }

    private int input(int device, int portLane) {
        return base[device] == base[device + 1] ? elsewhere : base[device] + portLane;
    }

    private int output(int device, int portLane) {
        return base[device] + wiring.ports(device) * lanes + portLane;
    }

    /**
     * The heads that may never go on, as far as can be seen here.
     *
     * @param reports by device
     * @param domain the devices that are here
     * @param ends of the links between these
     */
    BlockedHeads remaining(DeviceReport[] reports, Domain domain, LinkEnds ends) {
        blocked.clear();
        for (int device : domain.devices()) {
            for (int i = 0; i < reports[device].waits(); i++) {
                blocked.add(reports[device], i);
            }
        }
        if (blocked.count() == 0) {
            return new BlockedHeads();
        }
        graph.clear();
        graph.wait(elsewhere, elsewhere);
        addWaits(blocked, reports[domain.devices()[0]].cycle(), ends);
        graph.settle();
        return blocked.filtered(head -> graph.isStuck(node(blocked, head)));
    }

    /**
     * @param parts what {@link #remaining} of every process has returned
     * @param ends of the links between processes
     * @return the members, each followed by those that it waits for unless they came before; a cycle in waiting order;
     *     or an empty list
     */
    List<Deadlock.Member> find(List<BlockedHeads> parts, long cycle, LinkEnds ends) {
        graph.clear();
        parts.forEach(heads -> addWaits(heads, cycle, ends));
        return graph.knot().intStream().mapToObj(this::member).toList();
    }

    private int node(BlockedHeads heads, int i) {
        int device = heads.device(i);
        return heads.isAtOutput(i) ? output(device, heads.at(i)) : input(device, heads.at(i));
    }

    private void addWaits(BlockedHeads heads, long cycle, LinkEnds ends) {
        for (int i = 0; i < heads.count(); i++) {
            int node = node(heads, i);
            packet[node] = heads.packet(i);
            marks[node] = heads.marks(i);
            addWait(heads, i, node, cycle, ends);
        }
    }

    private void addWait(BlockedHeads heads, int i, int node, long cycle, LinkEnds ends) {
        int device = heads.device(i);
        int wanted = heads.wanted(i);
        if (heads.isForLane(i)) {
            graph.wait(node, input(device, wanted));
            return;
        }
        if (heads.needs(i) == 0) {
            graph.wait(node, output(device, wanted));
            return;
        }
        int port = wanted / lanes;
        int peer = wiring.peer(device, port, cycle - 1);
        int peerPort = wiring.peerPort(device, port, cycle - 1);
        if (ends.hasLink(device, peer) && room(device, port, peer, peerPort, wanted % lanes, ends) >= heads.needs(i)) {
            graph.free(node);
        } else {
            graph.wait(node, input(peer, peerPort * lanes + wanted % lanes));
        }
    }

    /** Credits that a device has at the far end of a link, or will have without anybody's doing. */
    private long room(int device, int port, int peer, int peerPort, int lane, LinkEnds ends) {
        int sending = ends.first(device, port) + lane;
        int receiving = ends.first(peer, peerPort) + lane;
        DeviceReport.Credits ours = ends.credits(device);
        DeviceReport.Credits theirs = ends.credits(peer);
        long returning = onOff ? 0 : theirs.returned(receiving) - ours.regained(sending);
        return ours.free(sending) + returning + theirs.owed(receiving); // on/off: owed is the last signal, 1 = go on
    }

    private Deadlock.Member member(int node) {
        int found = Arrays.binarySearch(base, node);
        int device = found >= 0 ? found : -found - 2;
        while (base[device + 1] == node) {
            device++; // devices without data ports have no nodes
        }
        int within = node - base[device];
        int inputs = wiring.ports(device) * lanes;
        boolean atOutput = within >= inputs;
        int portLane = atOutput ? within - inputs : within;
        return new Deadlock.Member(
                names[device], portLane / lanes + 1, portLane % lanes, atOutput, packet[node], marks[node]);
    }
}
