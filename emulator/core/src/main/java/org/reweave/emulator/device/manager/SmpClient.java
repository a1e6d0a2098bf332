package org.reweave.emulator.device.manager;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.stats.Branch;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.state.StateVisitor;

/** Sends the manager's requests in order, a window of them at a time, and again when an answer does not come. */
final class SmpClient {
    /** Told when a request goes out for the first time. */
    interface Listener {
        void sent(SmpRequest request, long cycle);
    }

    private final Device device;
    private final DeviceLog log;
    private final ManagerParameters parameters;
    private final int timerType;
    private final Listener listener;
    private final Deque<SmpRequest> waiting = new ArrayDeque<>();
    private final SmpRequest[] pending; // by slot of the window; null = free
    private final long[] transaction;
    private final long[] deadline;
    private final int[] tries;
    private long transactions;
    private final Smp smp = new Smp();

    SmpClient(Device device, ManagerParameters parameters, int timerType, Listener listener) {
        this.device = device;
        this.log = device.log();
        this.parameters = parameters;
        this.timerType = timerType;
        this.listener = listener;
        this.pending = new SmpRequest[parameters.window()];
        this.transaction = new long[parameters.window()];
        this.deadline = new long[parameters.window()];
        this.tries = new int[parameters.window()];
    }

    /** Requests that wait for their turn. */
    int waiting() {
        return waiting.size();
    }

    /** Requests that are sent and not answered. */
    int unanswered() {
        int count = 0;
        for (SmpRequest request : pending) {
            count += request == null ? 0 : 1;
        }
        return count;
    }

    void request(SmpRequest request, long cycle) {
        waiting.add(request);
        fill(cycle);
    }

    /** The number of something that is sent without being answered. */
    long nextTransaction() {
        return ++transactions;
    }

    private void fill(long cycle) {
        for (int slot = 0; slot < pending.length && !waiting.isEmpty(); slot++) {
            if (pending[slot] == null) {
                pending[slot] = waiting.remove();
                transaction[slot] = ++transactions;
                tries[slot] = 0;
                transmit(slot, cycle);
                listener.sent(pending[slot], cycle);
            }
        }
    }

    private void transmit(int slot, long cycle) {
        SmpRequest request = pending[slot];
        int words = request.payload().length;
        if (request.attribute() == Smp.NODE_INFO) { // the answer tells which device it is
            smp.directed(request.attribute(), transaction[slot], request.argument(), request.route(), words);
        } else {
            smp.directedTo(
                    request.device(),
                    request.attribute(),
                    transaction[slot],
                    request.argument(),
                    request.route(),
                    words);
        }
        for (int i = 0; i < request.payload().length; i++) {
            smp.setPayload(i, request.payload()[i]);
        }
        if (request.attribute() == Smp.UPDATE) {
            smp.setExtraFlits(parameters.extraFlits(request.payload()));
        }
        tries[slot]++;
        log.events().requestSent(cycle, request.device(), request.attribute(), transaction[slot], tries[slot]);
        deadline[slot] = cycle + device.onClock(parameters.timeout());
        device.links().queueSmp(0, smp.words(), smp.length(), cycle);
        device.agentTimer(deadline[slot], timerType, slot);
    }

    /**
     * An answer has come.
     *
     * @return the request it answers, or null when it was answered or given up before
     */
    SmpRequest answered(long transactionNumber, long cycle) {
        for (int slot = 0; slot < pending.length; slot++) {
            if (pending[slot] != null && transaction[slot] == transactionNumber) {
                SmpRequest request = pending[slot];
                String when = tries[slot] > 1 ? "after-retry" : "at-first";
                log.reached(Branch.MESSAGE, () -> Smp.word(request.attribute()) + "-answer " + when);
                log.fact(cycle, Fact.ANSWER_TAKEN, transaction[slot], transactionNumber);
                pending[slot] = null;
                fill(cycle);
                return request;
            }
        }
        log.reached(Branch.MESSAGE, () -> "answer too-late");
        return null;
    }

    /**
     * A timer has fired.
     *
     * @return the request that is given up with it, or null
     */
    SmpRequest timedOut(int slot, long cycle) {
        if (pending[slot] == null || deadline[slot] != cycle) {
            return null; // answered meanwhile
        }
        SmpRequest request = pending[slot];
        if (tries[slot] <= parameters.retries()) {
            log.fact(cycle, Fact.TRY_OVER, transaction[slot], 0);
            log.events().smpRetried(cycle, request.device(), tries[slot]);
            transmit(slot, cycle);
            return null;
        }
        log.fact(cycle, Fact.TRY_OVER, transaction[slot], 1);
        pending[slot] = null;
        fill(cycle);
        return request;
    }

    /** All later transaction numbers are those of a term. */
    void beginTerm(long term) {
        transactions = Math.max(transactions, Smp.beforeTerm(term));
    }

    /** A try that ends in a cycle ends later, since the manager hangs. */
    void postpone(int slot, long cycle, long until) {
        if (deadline[slot] == cycle) {
            deadline[slot] = until;
        }
    }

    /** Gives up everything that is still to be sent to a device or answered by it. */
    void forget(int target, long cycle) {
        waiting.removeIf(request -> request.device() == target);
        for (int slot = 0; slot < pending.length; slot++) {
            if (pending[slot] != null && pending[slot].device() == target) {
                pending[slot] = null;
            }
        }
        fill(cycle);
    }

    /** Gives up everything that is still to be sent or answered. */
    void forgetAll() {
        waiting.clear();
        Arrays.fill(pending, null);
    }

    /** Whether a part of an update of a device has never been sent. */
    boolean hasUnsentUpdate(int device) {
        return waiting.stream().anyMatch(request -> request.device() == device && request.attribute() == Smp.UPDATE);
    }

    boolean isIdle() {
        for (SmpRequest request : pending) {
            if (request != null) {
                return false;
            }
        }
        return waiting.isEmpty();
    }

    void visit(StateVisitor state) {
        int requests = state.count(waiting.size());
        if (state.isReading()) {
            waiting.clear();
        }
        for (int i = 0; i < requests; i++) { // once round the queue
            SmpRequest first = state.isReading() ? SmpRequest.NOTHING : waiting.remove();
            waiting.add(first.visit(state));
        }
        for (int slot = 0; slot < pending.length; slot++) {
            boolean isPending = state.value(pending[slot] != null);
            SmpRequest request = state.isReading() ? SmpRequest.NOTHING : pending[slot];
            pending[slot] = isPending ? request.visit(state) : null;
        }
        state.values(transaction);
        state.values(deadline);
        state.values(tries);
        transactions = state.value(transactions);
    }
}
