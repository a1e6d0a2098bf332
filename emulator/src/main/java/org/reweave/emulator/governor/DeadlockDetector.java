package org.reweave.emulator.governor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.time.Wiring;

/** Looks for a cycle in the wait-for graph of a cut.
 *
 *  <p>A node is an input or output buffer (device, port, VL). The head of an input waits for its output buffer when that is full and none of
 *  its packets is on the link; the head of an output (or of an input, in a switch without output buffers) waits for the far input when the
 *  credits it has, those on their way and those still owed are too few. Every packet has one way to go, so each node waits for at most one
 *  other, and a cycle is a deadlock: all its space is held by packets that wait in it. */
final class DeadlockDetector {
    private static final int NONE = -1;

    private final Wiring wiring;
    private final String[] names;
    private final int lanes;
    private final int[] base; // device -> number of its first input node; outputs follow the inputs
    private final int[] waitsFor;
    private final long[] packet;
    private final long[] marks;
    private final int[] visit;

    DeadlockDetector(GovernorPlan plan) {
        this.wiring = plan.wiring();
        this.names = plan.names();
        this.lanes = plan.lanes();
        this.base = new int[wiring.devices() + 1];
        for (int device = 0; device < wiring.devices(); device++) {
            base[device + 1] = base[device] + 2 * wiring.ports(device) * lanes;
        }
        int nodes = base[wiring.devices()];
        this.waitsFor = new int[nodes];
        this.packet = new long[nodes];
        this.marks = new long[nodes];
        this.visit = new int[nodes];
    }

    private int input(int device, int portLane) {
        return base[device] + portLane;
    }

    private int output(int device, int portLane) {
        return base[device] + wiring.ports(device) * lanes + portLane;
    }

    /** @return the members' nodes in waiting order, or an empty list */
    List<Deadlock.Member> find(DeviceReport[] reports) {
        Arrays.fill(waitsFor, NONE);
        boolean any = false;
        for (DeviceReport report : reports) {
            any |= addWaits(report, reports);
        }
        return any ? cycle() : List.of();
    }

    private boolean addWaits(DeviceReport report, DeviceReport[] reports) {
        int device = report.device();
        for (int i = 0; i < report.waits(); i++) {
            int wanted = report.waitsFor(i);
            int from = report.waitsAtOutput(i) ? output(device, report.waitsAt(i)) : input(device, report.waitsAt(i));
            if (report.needs(i) == 0) {
                waitsFor[from] = output(device, wanted);
            } else {
                int port = wanted / lanes;
                int peer = wiring.peerDevice()[device][port];
                int peerPortLane = wiring.peerPort()[device][port] * lanes + wanted % lanes;
                DeviceReport.Credits theirs = reports[peer].credits();
                long coming =
                        theirs.returned(peerPortLane) - report.credits().regained(wanted) + theirs.owed(peerPortLane);
                if (report.credits().free(wanted) + coming >= report.needs(i)) {
                    continue;
                }
                waitsFor[from] = input(peer, peerPortLane);
            }
            packet[from] = report.waitingPacket(i);
            marks[from] = report.waitingMarks(i);
        }
        return report.waits() > 0;
    }

    private List<Deadlock.Member> cycle() {
        Arrays.fill(visit, 0);
        for (int start = 0; start < waitsFor.length; start++) {
            int node = start;
            while (node != NONE && visit[node] == 0) {
                visit[node] = start + 1;
                node = waitsFor[node];
            }
            if (node != NONE && visit[node] == start + 1) {
                return members(node);
            }
        }
        return List.of();
    }

    private List<Deadlock.Member> members(int first) {
        List<Deadlock.Member> members = new ArrayList<>();
        int node = first;
        do {
            members.add(member(node));
            node = waitsFor[node];
        } while (node != first);
        return members;
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
