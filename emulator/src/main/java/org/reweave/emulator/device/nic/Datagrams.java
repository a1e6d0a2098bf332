package org.reweave.emulator.device.nic;

import org.reweave.emulator.link.TransportWord;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.state.StateVisitor;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.traffic.Segmentation;

/**
 * Packets are sent once, first in first out, and forgotten. A message arrives when all its packets come one after
 * another; when one of them is lost, or comes out of order, the message is lost, as on an unreliable connection of
 * InfiniBand.
 */
final class Datagrams extends Transport {
    private int head = Messages.NONE;
    private int tail = Messages.NONE;
    private final int[] nextSequence; // by destination
    private final int[] expected; // by source: number of the next packet in order
    private final boolean[] intact; // by source: nothing of the message under way is missing

    Datagrams(Segmentation packets, int nics, NicServices nic) {
        super(packets, nic);
        nextSequence = new int[nics];
        expected = new int[nics];
        intact = new boolean[nics];
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
        if (take(head, nextSequence[to]++, cycle)) {
            head = after;
        }
        return true;
    }

    @Override
    boolean arrived(int source, long route, long transport, long madeAt, long cycle) {
        int ahead = TransportWord.sequence(transport) - expected[source];
        if (ahead < 0) {
            nic().log().count(Counter.OUT_OF_ORDER);
        } else {
            expected[source] += ahead + 1;
        }
        intact[source] = (route & Wire.FIRST) != 0 || ahead == 0 && intact[source];
        if ((route & Wire.LAST) != 0 && intact[source]) {
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
        state.values(nextSequence);
        state.values(expected);
        state.values(intact);
    }
}
