package org.reweave.emulator.governor;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.List;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.time.Wiring;

/** Looks for packets in the wait-for graph of a cut that wait for each other and for nothing else.
 *
 *  <p>A node is an input or output buffer (device, port, VL). The head of an input waits for its output buffer when that is full and none of
 *  its packets is on the link; the head of an output (or of an input, in a switch without output buffers) waits for the far input when the
 *  credits it has, those on their way and those still owed are too few. A head with several ways waits only if it does for all of them. So a
 *  node is free if its head does not wait, or has a way to a free node; what remains never moves again: a cycle where each head has one
 *  way, with alternatives a knot. Source: DESIGN §4, Deadlock and livelock. */
final class DeadlockDetector {
    private static final int NONE = -1;

    private final Wiring wiring;
    private final String[] names;
    private final int lanes;
    private final int[] base; // device -> number of its first input node; outputs follow the inputs
    private final boolean[] stuck; // by node: its head waits, and as far as is known yet for nothing that is free
    private final int[] firstWait; // by node: its first wait, NONE if it has none
    private final int[] firstWaiter; // by node: the first wait for it
    private final long[] packet;
    private final long[] marks;
    private int[] from = new int[64]; // waits: who, for whom, the next of the same node, the next for the same node
    private int[] target = new int[64];
    private int[] nextWait = new int[64];
    private int[] nextWaiter = new int[64];
    private int waits;

    DeadlockDetector(GovernorPlan plan) {
        this.wiring = plan.wiring();
        this.names = plan.names();
        this.lanes = plan.lanes();
        this.base = new int[wiring.devices() + 1];
        for (int device = 0; device < wiring.devices(); device++) {
            base[device + 1] = base[device] + 2 * wiring.ports(device) * lanes;
        }
        int nodes = base[wiring.devices()];
        this.stuck = new boolean[nodes];
        this.firstWait = new int[nodes];
        this.firstWaiter = new int[nodes];
        this.packet = new long[nodes];
        this.marks = new long[nodes];
    }

    private int input(int device, int portLane) {
        return base[device] + portLane;
    }

    private int output(int device, int portLane) {
        return base[device] + wiring.ports(device) * lanes + portLane;
    }

    /** @return the members, each followed by those that it waits for unless they came before; a cycle in waiting order; or an empty list */
    List<Deadlock.Member> find(DeviceReport[] reports) {
        Arrays.fill(stuck, false);
        Arrays.fill(firstWait, NONE);
        Arrays.fill(firstWaiter, NONE);
        waits = 0;
        IntArrayList free = new IntArrayList();
        for (DeviceReport report : reports) {
            addWaits(report, reports, free);
        }
        for (int wait = 0; wait < waits; wait++) {
            if (!stuck[target[wait]]) {
                free.add(from[wait]);
            }
        }
        release(free);
        for (int start = 0; start < stuck.length; start++) {
            if (stuck[start]) {
                return knot(start).intStream().mapToObj(this::member).toList();
            }
        }
        return List.of();
    }

    private void addWaits(DeviceReport report, DeviceReport[] reports, IntArrayList free) {
        int device = report.device();
        for (int i = 0; i < report.waits(); i++) {
            int wanted = report.waitsFor(i);
            int at = report.waitsAtOutput(i) ? output(device, report.waitsAt(i)) : input(device, report.waitsAt(i));
            stuck[at] = true;
            packet[at] = report.waitingPacket(i);
            marks[at] = report.waitingMarks(i);
            if (report.needs(i) == 0) {
                addWait(at, output(device, wanted));
                continue;
            }
            int port = wanted / lanes;
            int peer = wiring.peerDevice()[device][port];
            int peerPortLane = wiring.peerPort()[device][port] * lanes + wanted % lanes;
            DeviceReport.Credits theirs = reports[peer].credits();
            long coming = theirs.returned(peerPortLane) - report.credits().regained(wanted) + theirs.owed(peerPortLane);
            if (report.credits().free(wanted) + coming >= report.needs(i)) {
                free.add(at);
            } else {
                addWait(at, input(peer, peerPortLane));
            }
        }
    }

    private void addWait(int at, int wanted) {
        if (waits == from.length) {
            from = Arrays.copyOf(from, 2 * waits);
            target = Arrays.copyOf(target, 2 * waits);
            nextWait = Arrays.copyOf(nextWait, 2 * waits);
            nextWaiter = Arrays.copyOf(nextWaiter, 2 * waits);
        }
        from[waits] = at;
        target[waits] = wanted;
        nextWait[waits] = firstWait[at];
        firstWait[at] = waits;
        nextWaiter[waits] = firstWaiter[wanted];
        firstWaiter[wanted] = waits++;
    }

    /** Frees nodes, and then whoever waits for them, and so on. */
    private void release(IntArrayList free) {
        while (!free.isEmpty()) {
            int node = free.popInt();
            if (stuck[node]) {
                stuck[node] = false;
                for (int wait = firstWaiter[node]; wait != NONE; wait = nextWaiter[wait]) {
                    free.add(from[wait]);
                }
            }
        }
    }

    /** The nodes of a knot that a stuck node leads to: each of them leads to all the others and to nothing else. */
    private IntArrayList knot(int start) {
        int node = start;
        IntOpenHashSet passed = new IntOpenHashSet();
        while (passed.add(node)) {
            node = target[firstWait[node]];
        }
        IntArrayList reached = reached(node);
        for (int i = 0; i < reached.size(); i++) {
            IntArrayList fromThere = reached(reached.getInt(i));
            if (fromThere.size() < reached.size()) {
                reached = fromThere;
                i = -1;
            }
        }
        return reached;
    }

    /** A node and all that it leads to, nearest first. */
    private IntArrayList reached(int start) {
        IntArrayList reached = new IntArrayList(new int[] {start});
        IntOpenHashSet seen = new IntOpenHashSet(reached);
        for (int i = 0; i < reached.size(); i++) {
            for (int wait = firstWait[reached.getInt(i)]; wait != NONE; wait = nextWait[wait]) {
                if (seen.add(target[wait])) {
                    reached.add(target[wait]);
                }
            }
        }
        return reached;
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
