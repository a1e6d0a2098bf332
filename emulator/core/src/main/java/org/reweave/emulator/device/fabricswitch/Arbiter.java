package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.emulator.device.Timers;
import org.reweave.emulator.device.arbitration.Arbitration;
import org.reweave.emulator.device.arbitration.ArbitrationPolicies;
import org.reweave.emulator.device.arbitration.ArbitrationPolicy;
import org.reweave.emulator.device.arbitration.Heads;
import org.reweave.emulator.link.PortLanes;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Decides which input queue's head an output takes: the first in the order of the {@link Arbitration} that has room and
 * that the scheme lets go. It owns that order and the crossbar's paths to the outputs, asks the scheme's agent for
 * verdicts, has the input stage discard heads, and touches the list of outputs to be arbitrated.
 *
 * <p>A head with several ways asks for all of them and is granted at one. Of those that could take it in this cycle
 * that is the one with the most free room ({@link OutputStage#free}), and among equals the first in the routing's
 * order: where all is empty a packet goes the routing's favourite way, and load alone drives it off. An output that is
 * not the one passes it over and has that one looked at in the same cycle; when that one takes another head, the ways
 * left to the losers are looked at again, so that no head waits before a way that could take it. A head is discarded
 * when the scheme says so at one of its outputs and no other could take it.
 */
final class Arbiter {
    private static final int NONE = -1;

    private final int lanes;
    private final PortLanes pairs;
    private final QueueNumbers numbers;
    private final PacketArena packets;
    private final InputStage inputs;
    private final OutputStage outputs;
    private final RequestMatrix requests;
    private final TouchedOutputs touched;
    private final SwitchAgent agent;
    private final Transmitter links;
    private final Timers timers;
    private final DeviceLog log;
    private final Arbitration order;
    private final InputPaths inputPaths;
    private final long[] pathFreeAt; // per output: the crossbar's path to it
    private final long[] awaited; // per output: the last cycle at which its path was waited for

    /** The heads as the arbitration policy sees them. */
    private final class AskingHeads implements Heads {
        @Override
        public int next(int output, int from) {
            return requests.next(output, from);
        }

        @Override
        public long generated(int queue) {
            return packets.generated(inputs.head(queue));
        }
    }

    Arbiter(
            SwitchConfig config,
            QueueNumbers numbers,
            PacketArena packets,
            InputStage inputs,
            OutputStage outputs,
            RequestMatrix requests,
            TouchedOutputs touched,
            SwitchAgent agent,
            Transmitter links,
            Timers timers,
            DeviceLog log) {
        this.lanes = config.parameters().lanes();
        this.pairs = PortLanes.of(lanes);
        this.numbers = numbers;
        this.packets = packets;
        this.inputs = inputs;
        this.outputs = outputs;
        this.requests = requests;
        this.touched = touched;
        this.agent = agent;
        this.links = links;
        this.timers = timers;
        this.log = log;
        this.inputPaths = new InputPaths(
                config.identity().plan().ports(), config.parameters().inputSpeedup());
        this.pathFreeAt = new long[numbers.pairs()];
        this.awaited = new long[numbers.pairs()];
        this.order = ArbitrationPolicies.get(config.parameters().arbitration())
                .begin(new ArbitrationPolicy.Setting(
                        numbers.count(),
                        numbers.pairs(),
                        new AskingHeads(),
                        config.seed(),
                        config.identity().id()));
    }

    /** Whether an output has requests and can serve one. */
    boolean isOpen(int output, long cycle) {
        if (!requests.isWanted(output)) {
            return false;
        }
        if (pathFreeAt[output] > cycle) {
            awaitPath(output);
            return false;
        }
        return true;
    }

    /** Has an output looked at when the crossbar's path to it is free; without that nothing happens then. */
    private void awaitPath(int output) {
        if (awaited[output] != pathFreeAt[output]) {
            awaited[output] = pathFreeAt[output];
            timers.timer(pathFreeAt[output], TimerTypes.OUTPUT_FREE, output);
        }
    }

    /**
     * The first head in the policy's order that an output takes; heads without room that the scheme gives up are
     * discarded on the way.
     *
     * @return its queue, or -1
     */
    int pickWinner(int output, long cycle) {
        for (int queue = order.first(output); queue >= 0; queue = order.next(output, queue)) {
            boolean taken = requests.count(queue) == 1 ? takes(queue, output, cycle) : prefers(queue, output, cycle);
            if (taken) {
                return queue;
            }
        }
        return NONE;
    }

    private boolean takes(int queue, int output, long cycle) {
        int slot = inputs.head(queue);
        boolean fits = outputs.fits(numbers.pair(queue), slot, output, cycle);
        int verdict = verdict(queue, slot, output, fits);
        if (!fits) {
            log.fact(cycle, Fact.NO_ROOM, packets.id(slot), verdict);
        }
        if (Verdict.isDiscard(verdict)) {
            giveUp(queue, slot, output, verdict, cycle);
        }
        return verdict == Verdict.FORWARD && fits && hasPath(queue, cycle);
    }

    /** Whether a head could cross; if not, it is looked at again when it can. */
    private boolean hasPath(int queue, long cycle) {
        int port = numbers.port(queue);
        if (inputPaths.isOpen(port, cycle)) {
            return true;
        }
        long free = inputPaths.await(port);
        if (free > 0) {
            timers.timer(free, TimerTypes.INPUT_FREE, port);
        }
        return false;
    }

    /** A path of an input port into the crossbar is free: the outputs that its heads ask for are looked at. */
    void inputFree(int port) {
        int end = numbers.first((port + 1) * lanes);
        for (int queue = numbers.first(port * lanes); queue < end; queue++) {
            for (int output = requests.asked(queue, 0); output >= 0; output = requests.asked(queue, output + 1)) {
                touched.touch(output);
            }
        }
    }

    /** Whether an output is the one that a head with a choice goes to now. */
    private boolean prefers(int queue, int output, long cycle) {
        int slot = inputs.head(queue);
        int best = NONE;
        boolean mayGo = false;
        int refusal = Verdict.HOLD;
        for (int other = requests.asked(queue, 0); other >= 0; other = requests.asked(queue, other + 1)) {
            boolean fits = outputs.fits(numbers.pair(queue), slot, other, cycle);
            int verdict = verdict(queue, slot, other, fits);
            if (verdict == Verdict.FORWARD && fits) {
                mayGo = true; // losing arbitration is not lack of room
                best = isFree(other, cycle) && (best < 0 || isBetter(slot, other, best, cycle)) ? other : best;
            } else if (Verdict.isDiscard(verdict)) {
                refusal = verdict;
            }
        }
        if (!mayGo && Verdict.isDiscard(refusal)) {
            giveUp(queue, slot, output, refusal, cycle);
        }
        if (best < 0 || !hasPath(queue, cycle)) {
            return false;
        }
        if (best != output) {
            touched.touch(best);
        }
        return best == output;
    }

    private void giveUp(int queue, int slot, int output, int verdict, long cycle) {
        log.fact(cycle, Fact.GIVEN_UP, packets.id(slot), 0, () -> hasRoom(queue, slot, cycle) ? 1 : 0);
        inputs.giveUp(queue, slot, output, Verdict.ruleCase(verdict), cycle);
    }

    private boolean hasRoom(int queue, int slot, long cycle) {
        boolean any = false;
        for (int other = requests.asked(queue, 0); other >= 0; other = requests.asked(queue, other + 1)) {
            any |= outputs.fits(numbers.pair(queue), slot, other, cycle);
        }
        return any;
    }

    private boolean isBetter(int slot, int output, int than, long cycle) {
        int more = outputs.free(output, cycle) - outputs.free(than, cycle);
        return more > 0 || more == 0 && packets.ways.rank(slot, output) < packets.ways.rank(slot, than);
    }

    /**
     * An output, or with it the whole port, is taken by a head that asks no more: those that asked there too and have
     * other ways may have to go one of them.
     *
     * @param until when the crossbar's path to it is free again
     */
    void granted(int queue, int output, long until) {
        order.granted(output, queue);
        inputPaths.take(numbers.port(queue), until);
        pathFreeAt[output] = until;
        if (outputs.isBuffered() && requests.isWanted(output)) { // without buffers the link is waited for
            awaitPath(output);
        }
        if (!requests.anyChoice()) {
            return;
        }
        boolean buffered = outputs.isBuffered();
        int first = buffered ? output : pairs.port(output) * lanes;
        int last = buffered ? output : first + lanes - 1;
        for (int lost = first; lost <= last; lost++) {
            for (int loser = requests.next(lost, 0); loser >= 0; loser = requests.next(lost, loser + 1)) {
                touchOthers(loser, first, last);
            }
        }
    }

    private void touchOthers(int queue, int first, int last) {
        for (int other = requests.asked(queue, 0); other >= 0; other = requests.asked(queue, other + 1)) {
            if (other < first || other > last) {
                touched.touch(other);
            }
        }
    }

    private int verdict(int queue, int slot, int output, boolean fits) {
        return agent.offer(
                numbers.port(queue) + 1,
                numbers.lane(queue),
                pairs.port(output) + 1,
                pairs.lane(output),
                packets.marks(slot),
                fits);
    }

    /** Why a head did not go to an output that it asks for, in a cycle that is over. */
    String waits(int queue, int output, long cycle) {
        int slot = inputs.head(queue);
        boolean fits = outputs.fits(numbers.pair(queue), slot, output, cycle);
        int verdict = verdict(queue, slot, output, fits);
        if (fits && verdict == Verdict.HOLD) {
            return "held for " + agent.holdsFor();
        }
        if (!fits && outputs.lacksBubble(numbers.pair(queue), slot, output, cycle)) {
            return "no bubble in the ring";
        }
        if (!fits) {
            return outputs.isBuffered() ? "output buffer full" : "no credit";
        }
        return inputPaths.isOpen(numbers.port(queue), cycle) ? "arbitration lost" : "input taken";
    }

    private boolean isFree(int output, long cycle) {
        return pathFreeAt[output] <= cycle && (outputs.isBuffered() || links.isOpen(pairs.port(output), cycle));
    }

    /** The switch has lost all its packets. */
    void clear() {
        Arrays.fill(pathFreeAt, 0);
        Arrays.fill(awaited, 0);
        inputPaths.clear();
    }

    void visit(StateVisitor state) {
        state.values(pathFreeAt);
        state.values(awaited);
        inputPaths.visit(state);
        order.visit(state);
    }
}
