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
 */
final class DeadlockDetector {
    private final Wiring wiring;
    private final String[] names;
    private final int lanes;
    private final boolean onOff;
    private final int[] base; // device -> number of its first input node; outputs follow the inputs
    private final WaitGraph graph;
    private final long[] packet;
    private final long[] marks;

    DeadlockDetector(GovernorPlan plan) {
        this.wiring = plan.wiring();
        this.names = plan.names();
        this.lanes = plan.lanes();
        this.onOff = plan.onOff();
        this.base = new int[wiring.devices() + 1];
        for (int device = 0; device < wiring.devices(); device++) {
            base[device + 1] = base[device] + 2 * wiring.ports(device) * lanes;
        }
        int nodes = base[wiring.devices()];
        this.graph = new WaitGraph(nodes);
        this.packet = new long[nodes];
        this.marks = new long[nodes];
    }

    private int input(int device, int portLane) {
        return base[device] + portLane;
    }

    private int output(int device, int portLane) {
        return base[device] + wiring.ports(device) * lanes + portLane;
    }

    /**
     * @return the members, each followed by those that it waits for unless they came before; a cycle in waiting order;
     *     or an empty list
     */
    List<Deadlock.Member> find(List<DeviceReport> reports) {
        graph.clear();
        for (DeviceReport report : reports) {
            addWaits(report, reports);
        }
        return graph.knot().intStream().mapToObj(this::member).toList();
    }

    private void addWaits(DeviceReport report, List<DeviceReport> reports) {
        int device = report.device();
        for (int i = 0; i < report.waits(); i++) {
            int wanted = report.waitsFor(i);
            int at = report.waitsAtOutput(i) ? output(device, report.waitsAt(i)) : input(device, report.waitsAt(i));
            packet[at] = report.waitingPacket(i);
            marks[at] = report.waitingMarks(i);
            if (report.waitsForLane(i)) {
                graph.wait(at, input(device, wanted));
                continue;
            }
            if (report.needs(i) == 0) {
                graph.wait(at, output(device, wanted));
                continue;
            }
            int port = wanted / lanes;
            int peer = wiring.peer(device, port, report.cycle() - 1);
            int peerPortLane = wiring.peerPort(device, port, report.cycle() - 1) * lanes + wanted % lanes;
            DeviceReport.Credits theirs = reports.get(peer).credits();
            long returning =
                    onOff ? 0 : theirs.returned(peerPortLane) - report.credits().regained(wanted);
            long coming = returning + theirs.owed(peerPortLane); // on/off: owed is the last signal, 1 = go on
            if (report.credits().free(wanted) + coming >= report.needs(i)) {
                graph.free(at);
            } else {
                graph.wait(at, input(peer, peerPortLane));
            }
        }
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
