package org.reweave.emulator.device.nic;

import org.reweave.emulator.link.TransportWord;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.Fact;
import org.reweave.emulator.traffic.Segmentation;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Messages arrive once and in order whatever the network loses. Source: thesis §7.2.2: a copy of each packet until its
 * acknowledgement, a timer per packet, sequence numbers per flow, duplicates discarded and acknowledged again, a
 * reorder buffer.
 *
 * <p>What the thesis leaves open: acknowledgements go before retransmissions, those before new packets; flows take
 * turns, a packet each; an acknowledgement also says which packet is the first that is missing; the time-out is the
 * same at every try; a flow whose packet has had its last try is given up for good, as a reliable connection of
 * InfiniBand is.
 */
final class EndToEnd extends Transport {
    private final TransportParameters parameters;
    private final SendFlow[] sending; // by destination; made at the first message
    private final ReceiveFlow[] receiving; // by source; made at the first packet
    private final LongRing ready = new LongRing(); // destinations with messages and an open window
    private final Copies copies = new Copies();
    private final LongRing resend = new LongRing(); // slots of copies, some of them acknowledged meanwhile
    private final LongRing timers = new LongRing(); // slot, deadline; in order of the deadlines
    private final LongRing acks = new LongRing(); // source << 32 | number of the packet, cycle
    private boolean timerSet;
    private int reordered;
    private int reorderPeak;

    EndToEnd(Segmentation packets, TransportParameters parameters, int nics, NicServices nic) {
        super(packets, nic);
        this.parameters = parameters;
        this.sending = new SendFlow[nics];
        this.receiving = new ReceiveFlow[nics];
    }

    // ---- sending
    // -----------------------------------------------------------------------------------------------------------------

    @Override
    boolean isGivenUp(int toNic) {
        return sending[toNic] != null && sending[toNic].givenUp;
    }

    @Override
    void queue(int slot) {
        int to = messages().destination[slot];
        if (sending[to] == null) {
            sending[to] = new SendFlow();
        }
        SendFlow flow = sending[to];
        if (flow.head == Messages.NONE) {
            flow.head = slot;
        } else {
            messages().next[flow.tail] = slot;
        }
        flow.tail = slot;
        flow.unfinished++;
        markReady(flow, to);
    }

    private void markReady(SendFlow flow, int to) {
        if (!flow.ready && mayStart(flow)) {
            flow.ready = true;
            ready.add(to);
        }
    }

    private boolean mayStart(SendFlow flow) {
        return flow.head != Messages.NONE && flow.outstanding() < parameters.window();
    }

    @Override
    boolean hasNext() {
        return !acks.isEmpty() || !resend.isEmpty() || !ready.isEmpty();
    }

    @Override
    boolean next(long cycle) {
        return nextAck() || nextCopy(cycle) || nextNew(cycle);
    }

    private boolean nextAck() {
        if (acks.isEmpty()) {
            return false;
        }
        int to = (int) (acks.peek(0) >>> 32);
        if (!nic().canSend(to, parameters.ack())) {
            return false;
        }
        int sequence = (int) acks.remove();
        choose(
                to,
                parameters.ack(),
                Wire.ACK,
                TransportWord.ofAcknowledgement(sequence, receiving[to].expected),
                acks.remove());
        nic().log().count(Counter.ACKS_SENT);
        return true;
    }

    private boolean nextCopy(long cycle) {
        while (!resend.isEmpty()) {
            int slot = (int) resend.peek(0);
            if (copies.state[slot] == Copies.QUEUED) {
                if (!nic().canSend(copies.destination[slot], copies.flits[slot])) {
                    return false;
                }
                resend.remove();
                choose(
                        copies.destination[slot],
                        copies.flits[slot],
                        copies.kind[slot],
                        copies.word[slot],
                        copies.generated[slot]);
                nic().log().count(Counter.RETRANSMITTED);
                startTimer(slot, cycle);
                return true;
            }
            resend.remove();
        }
        return false;
    }

    private boolean nextNew(long cycle) {
        while (!ready.isEmpty()) {
            int to = (int) ready.peek(0);
            SendFlow flow = sending[to];
            if (mayStart(flow)) {
                if (!nic().canSend(to, flitsOfNext(flow.head))) {
                    return false;
                }
                ready.remove();
                sendNew(flow, to, cycle);
                flow.ready = false;
                markReady(flow, to);
                return true;
            }
            ready.remove();
            flow.ready = false;
        }
        return false;
    }

    private void sendNew(SendFlow flow, int to, long cycle) {
        int after = messages().next[flow.head];
        if (take(flow.head, flow.next, cycle)) {
            flow.head = after;
        }
        int slot = copies.allocate();
        copies.destination[slot] = to;
        copies.flits[slot] = flits();
        copies.tries[slot] = 0;
        copies.kind[slot] = kind();
        copies.word[slot] = word();
        copies.generated[slot] = generated();
        flow.add(slot);
        startTimer(slot, cycle);
    }

    // ---- timers
    // ------------------------------------------------------------------------------------------------------------------

    private void startTimer(int slot, long cycle) {
        long deadline = cycle + timeout();
        copies.state[slot] = Copies.WAITING;
        copies.deadline[slot] = deadline;
        timers.add(slot);
        timers.add(deadline);
        if (!timerSet) {
            timerSet = true;
            nic().retransmitAt(deadline);
        }
    }

    /** Only one packet goes out in a cycle, so slot and deadline together name one transmission. */
    private boolean isCurrent(int slot, long deadline) {
        return copies.state[slot] == Copies.WAITING && copies.deadline[slot] == deadline;
    }

    @Override
    void onTimer(long cycle) {
        timerSet = false;
        while (!timers.isEmpty()) {
            int slot = (int) timers.peek(0);
            long deadline = timers.peek(1);
            if (isCurrent(slot, deadline)) {
                if (deadline > cycle) {
                    timerSet = true;
                    nic().retransmitAt(deadline);
                    return;
                }
                expire(slot, cycle);
            }
            timers.remove();
            timers.remove();
        }
    }

    private void expire(int slot, long cycle) {
        int to = copies.destination[slot];
        nic().log()
                .events()
                .timedOut(cycle, nic().device(to), TransportWord.sequence(copies.word[slot]), copies.tries[slot] + 1L);
        nic().timedOut(to, copies.tries[slot] + 1, copies.deadline[slot] - timeout(), cycle);
        if (copies.tries[slot] == parameters.retries()) {
            giveUp(to, cycle);
        } else {
            copies.tries[slot]++;
            copies.state[slot] = Copies.QUEUED;
            resend.add(slot);
            nic().wakeLink();
        }
    }

    private void giveUp(int to, long cycle) {
        SendFlow flow = sending[to];
        flow.givenUp = true;
        while (flow.base != flow.next) {
            copies.free(flow.copy(flow.base++));
        }
        while (flow.head != Messages.NONE) {
            int after = messages().next[flow.head];
            discard(flow.head);
            flow.head = after;
        }
        nic().log().count(Counter.MESSAGES_UNDELIVERED, flow.unfinished);
        nic().log().events().flowGivenUp(cycle, nic().device(to), flow.unfinished);
        flow.unfinished = 0;
    }

    // ---- receiving
    // ---------------------------------------------------------------------------------------------------------------

    private long timeout() {
        return nic().onClock(parameters.timeout());
    }

    @Override
    boolean arrived(int source, long route, long transport, long madeAt, long cycle) {
        if ((route & Wire.ACK) != 0) {
            acknowledged(source, transport, cycle);
            return false;
        }
        if (receiving[source] == null) {
            receiving[source] = new ReceiveFlow(parameters.window());
        }
        ReceiveFlow flow = receiving[source];
        int sequence = TransportWord.sequence(transport);
        int ahead = sequence - flow.expected;
        if (ahead >= parameters.window()) {
            throw new IllegalStateException("packet " + sequence + " of the flow from NIC " + source + " is " + ahead
                    + " ahead, the window is " + parameters.window());
        }
        if (ahead < 0 || flow.has(sequence)) {
            nic().log().count(Counter.DUPLICATES);
            nic().timedOut(source, 0, cycle - timeout(), cycle);
            nic().log().fact(cycle, Fact.FLOW_REPEATED, source, sequence);
            acknowledge(source, sequence, cycle);
            return false;
        }
        if (ahead > 0 && reordered == parameters.reorderBuffer()) {
            nic().log().count(Counter.REORDER_OVERFLOWS);
            return false;
        }
        nic().log().fact(cycle, Fact.FLOW_TAKEN, source, sequence);
        if (ahead > 0) {
            nic().log().count(Counter.OUT_OF_ORDER);
            flow.keep(sequence, route, transport, madeAt);
            reordered++;
            reorderPeak = Math.max(reorderPeak, reordered);
        } else {
            handOver(flow, source, route, transport, madeAt, cycle);
            while (flow.has(flow.expected)) {
                int next = flow.expected;
                reordered--;
                handOver(flow, source, flow.route(next), flow.word(next), flow.generated(next), cycle);
                flow.forget(next);
            }
        }
        acknowledge(source, sequence, cycle);
        return true;
    }

    private void handOver(ReceiveFlow flow, int source, long route, long transport, long madeAt, long cycle) {
        if ((route & Wire.FIRST) != 0 == flow.inMessage) {
            throw new IllegalStateException("packet " + TransportWord.sequence(transport) + " of the flow from NIC "
                    + source + " is " + (flow.inMessage ? "" : "not ") + "the first of a message");
        }
        nic().log().fact(cycle, Fact.FLOW_HANDED_OVER, source, TransportWord.sequence(transport));
        flow.expected++;
        flow.inMessage = (route & Wire.LAST) == 0;
        if (!flow.inMessage) {
            nic().delivered(source, TransportWord.message(transport), madeAt, cycle);
        }
    }

    private void acknowledge(int source, int sequence, long cycle) {
        if (acks.size() / 2 >= parameters.ackQueue()) {
            nic().log().count(Counter.ACKS_UNSAID); // a retransmission will ask again
            return;
        }
        acks.add((long) source << 32 | sequence & 0xffffffffL);
        acks.add(cycle);
        nic().wakeLink();
    }

    private void acknowledged(int from, long transport, long cycle) {
        nic().log().count(Counter.ACKS_DELIVERED);
        SendFlow flow = sending[from];
        if (flow == null || flow.givenUp) {
            return;
        }
        int sequence = TransportWord.sequence(transport);
        if (flow.isOutstanding(sequence)) {
            copies.state[flow.copy(sequence)] = Copies.ACKNOWLEDGED;
        }
        int missing = TransportWord.firstMissing(transport);
        while (flow.base != flow.next
                && (missing - flow.base > 0 || copies.state[flow.copy(flow.base)] == Copies.ACKNOWLEDGED)) {
            nic().log().fact(cycle, Fact.FLOW_ENDED, from, flow.base);
            int slot = flow.copy(flow.base++);
            if ((copies.kind[slot] & Wire.LAST) != 0) {
                flow.unfinished--;
            }
            copies.free(slot);
        }
        while (!timers.isEmpty() && !isCurrent((int) timers.peek(0), timers.peek(1))) {
            timers.remove();
            timers.remove();
        }
        markReady(flow, from);
        nic().wakeLink();
    }

    @Override
    long pending() {
        return unsent() + copies.size() + acks.size() / 2;
    }

    @Override
    int reorderPeak() {
        return reorderPeak;
    }

    // ---- state
    // -------------------------------------------------------------------------------------------------------------------

    @Override
    void visit(StateVisitor state) {
        super.visit(state);
        for (int to = 0; to < sending.length; to++) {
            if (state.value(sending[to] != null)) {
                sending[to] = state.isReading() ? new SendFlow() : sending[to];
                sending[to].visit(state);
            }
        }
        for (int from = 0; from < receiving.length; from++) {
            if (state.value(receiving[from] != null)) {
                receiving[from] = state.isReading() ? new ReceiveFlow(parameters.window()) : receiving[from];
                receiving[from].visit(state);
            }
        }
        ready.visit(state);
        copies.visit(state);
        resend.visit(state);
        timers.visit(state);
        acks.visit(state);
        timerSet = state.value(timerSet);
        reordered = state.value(reordered);
        reorderPeak = state.value(reorderPeak);
    }
}
