package org.reweave.emulator.device.nic;

import org.reweave.emulator.link.TransportWord;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.state.SparseInts;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.traffic.Segmentation;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Packets are sent once, first in first out, and forgotten. A message arrives when all its packets come one after
 * another; when one of them is lost, or comes out of order, the message is lost, as on an unreliable connection of
 * InfiniBand.
 */
final class Datagrams extends Transport {
    private int head = Messages.NONE;
    private int tail = Messages.NONE;
    private final SparseInts nextSequence; // by destination
    private final SparseInts expected; // by source: number of the next packet in order
    private final SparseInts intact; // by source: 1 = nothing of the message under way is missing

    Datagrams(Segmentation packets, int nics, NicServices nic) {
        super(packets, nic);
        nextSequence = new SparseInts(nics);
        expected = new SparseInts(nics);
        intact = new SparseInts(nics);
    }

    @Override
    boolean isGivenUp(int toNic) {
        return false;
    }

    @Override
    void queue(int slot) {
        if (head == Messages.NONE) {
            head = slot;
        } else {
            messages().next[tail] = slot;
        }
        tail = slot;
    }

    @Override
    boolean hasNext() {
        return head != Messages.NONE;
    }

    @Override
    boolean next(long cycle) {
        if (head == Messages.NONE) {
            return false;
        }
        int to = messages().destination[head];
        if (!nic().canSend(to, flitsOfNext(head))) {
            return false;
        }
        int after = messages().next[head];
        int sequence = nextSequence.get(to);
        nextSequence.set(to, sequence + 1);
        if (take(head, sequence, cycle)) {
            head = after;
        }
        return true;
    }

    @Override
    boolean arrived(int source, long route, long transport, long madeAt, long cycle) {
        int next = expected.get(source);
        int ahead = TransportWord.sequence(transport) - next;
        if (ahead < 0) {
            nic().log().count(Counter.OUT_OF_ORDER);
        } else {
            expected.set(source, next + ahead + 1);
        }
        boolean isIntact = (route & Wire.FIRST) != 0 || ahead == 0 && intact.get(source) != 0;
        boolean isLast = (route & Wire.LAST) != 0;
        intact.set(source, isIntact && !isLast ? 1 : 0);
        if (isLast && isIntact) {
            nic().delivered(source, TransportWord.message(transport), madeAt, cycle);
        }
        return true;
    }

    @Override
    void onTimer(long cycle) {
        throw new IllegalStateException("datagrams have no timer");
    }

    @Override
    long pending() {
        return unsent();
    }

    @Override
    int reorderPeak() {
        return 0;
    }

    @Override
    void visit(StateVisitor state) {
        super.visit(state);
        head = state.value(head);
        tail = state.value(tail);
        nextSequence.visit(state);
        expected.visit(state);
        intact.visit(state);
    }
}
