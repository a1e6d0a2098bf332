package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.emulator.device.Workspace;
import org.reweave.emulator.device.arbitration.Arbitration;
import org.reweave.emulator.device.arbitration.ArbitrationPolicies;
import org.reweave.emulator.device.arbitration.ArbitrationPolicy;
import org.reweave.emulator.device.arbitration.Heads;
import org.reweave.emulator.link.Outbox;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.PortLanes;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.time.EventQueue;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The crossbar of a wormhole switch, with a path per port: each cycle at most one flit from each input port goes to an
 * output port, and at most one to each. It decides in two steps (a separable allocator): each free output port offers
 * itself to one of the flits that have a credit, in the order of the {@link Arbitration}; each input port takes one of
 * the outputs that are offered to its queues, in turn. An offer that is not taken counts for nothing in the turns. In
 * further iterations of the same cycle the outputs that are left offer themselves to the inputs that are left. Source:
 * Dally and Towles, Principles and Practices of Interconnection Networks, §19.3; McKeown, The iSLIP scheduling
 * algorithm for input-queued switches.
 */
final class FlitCrossbar {
    private static final int NONE = -1;

    private final int ports;
    private final PortLanes pairs;
    private final boolean[] trunk;
    private final int rowWords;
    private final PacketArena packets;
    private final FlitQueues queues;
    private final OutputLanes lanes;
    private final FlitInputs inputs;
    private final Transmitter links;
    private final Outbox outbox;
    private final DeviceLog log;
    private final Arbitration order;
    private final int iterations;
    private final boolean laterCount; // grants of later iterations move the turns too
    private final int[] turn; // by input port: the output port that it prefers
    private final int[] candidates; // queues whose flits may go; this and the next one have no meaning between cycles
    private boolean contested; // whether they have to be chosen among
    private final long[] asking; // by output port, as bits: queues; this and the next two are empty between cycles
    private final long[] asked; // as bits: output ports
    private final int[] taken; // by input port: the queue that goes, or NONE
    private long next; // the cycle from which a flit that waits now may go on without news from outside
    private Workspace workspace;

    /** The flits as the arbitration policy sees them; an output is a port. */
    private final class AskingFlits implements Heads {
        @Override
        public int next(int output, int from) {
            int word = from >> 6;
            if (word >= rowWords) {
                return NONE;
            }
            long bits = asking[output * rowWords + word] & (-1L << from);
            while (bits == 0) {
                if (++word == rowWords) {
                    return NONE;
                }
                bits = asking[output * rowWords + word];
            }
            return (word << 6) + Long.numberOfTrailingZeros(bits);
        }

        @Override
        public long generated(int queue) {
            return packets.generated(queues.first(queue));
        }
    }

    FlitCrossbar(
            SwitchConfig config,
            PacketArena packets,
            FlitQueues queues,
            OutputLanes lanes,
            FlitInputs inputs,
            Transmitter links,
            Outbox outbox,
            DeviceLog log,
            Workspace workspace) {
        this.ports = config.identity().plan().ports();
        this.pairs = PortLanes.of(config.parameters().lanes());
        this.trunk = config.identity().plan().trunk();
        this.packets = packets;
        this.queues = queues;
        this.lanes = lanes;
        this.inputs = inputs;
        this.links = links;
        this.outbox = outbox;
        this.log = log;
        this.workspace = workspace;
        int count = ports * config.parameters().lanes();
        this.rowWords = (count + 63) >> 6;
        this.turn = new int[ports];
        this.candidates = new int[count];
        this.asking = new long[ports * rowWords];
        this.asked = new long[(ports + 63) >> 6];
        this.taken = new int[ports];
        Arrays.fill(taken, NONE);
        this.iterations = config.parameters().iterations();
        ArbitrationPolicy policy = ArbitrationPolicies.get(config.parameters().arbitration());
        this.laterCount = !policy.isMatching();
        this.order = policy.begin(new ArbitrationPolicy.Setting(
                count,
                ports,
                new AskingFlits(),
                config.seed(),
                config.identity().id()));
    }

    void useWorkspace(Workspace shared) {
        workspace = shared;
    }

    /**
     * Lets the flits of a cycle go.
     *
     * @return the cycle from which a flit that waits may go on without news from outside; {@link EventQueue#NEVER} =
     *     none may
     */
    long allocate(long cycle) {
        next = EventQueue.NEVER;
        int count = collect(cycle);
        if (contested) {
            match(count, cycle);
        } else {
            for (int i = 0; i < count; i++) {
                go(candidates[i], cycle, true);
            }
        }
        Arrays.fill(asked, 0);
        return next;
    }

    /** Has output ports and input ports choose among the candidates. */
    private void match(int count, long cycle) {
        for (int i = 0; i < count; i++) {
            int queue = candidates[i];
            asking[pairs.port(queues.output(queue)) * rowWords + (queue >> 6)] |= 1L << queue;
        }
        offer();
        take(cycle, true);
        for (int iteration = 1; iteration < iterations; iteration++) {
            offer();
            take(cycle, laterCount);
        }
        for (int port = 0; port < ports; port++) {
            forget(port);
        }
    }

    /** Sends the flits that the input ports have noted. */
    private void take(long cycle, boolean moves) {
        for (int port = 0; port < ports; port++) {
            int queue = taken[port];
            if (queue != NONE) {
                taken[port] = NONE;
                int out = pairs.port(queues.output(queue));
                if (iterations > 1) {
                    forget(out);
                    withdraw(port);
                }
                go(queue, cycle, moves);
            }
        }
    }

    /** @param moves whether the turns of the two ports move */
    private void go(int queue, long cycle, boolean moves) {
        int output = queues.output(queue);
        if (moves) {
            int out = pairs.port(output);
            order.granted(out, queue);
            turn[pairs.port(queue)] = out + 1 == ports ? 0 : out + 1;
        }
        send(queue, output, cycle);
    }

    /** Nobody asks for an output port any more. */
    private void forget(int port) {
        for (int word = port * rowWords; word < (port + 1) * rowWords; word++) {
            asking[word] = 0;
        }
    }

    /** The queues of an input port ask for nothing any more in this cycle. */
    private void withdraw(int port) {
        for (int queue = pairs.pair(port, 0); queue < pairs.pair(port + 1, 0); queue++) {
            for (int out = 0; out < ports; out++) {
                asking[out * rowWords + (queue >> 6)] &= ~(1L << queue);
            }
        }
    }

    /**
     * Finds the queues whose flits may go, and whether two of them want the same output port or come from one input
     * port.
     *
     * @return their number
     */
    private int collect(long cycle) {
        int count = 0;
        int lastIn = NONE;
        contested = false;
        for (int queue = queues.nextReady(0); queue >= 0; queue = queues.nextReady(queue + 1)) {
            int output = queues.output(queue);
            int port = pairs.port(output);
            if (queues.due(queue) > cycle) {
                next = Math.min(next, queues.due(queue));
            } else if (!links.isOpen(port, cycle)) {
                next = Math.min(next, Math.max(cycle + 1, links.freeFrom(port)));
            } else if (!links.hasCredits(output, 1, cycle)) {
                links.awaitCredit(port, cycle);
            } else {
                int in = pairs.port(queue);
                contested |= in == lastIn || (asked[port >> 6] >>> port & 1) != 0;
                asked[port >> 6] |= 1L << port;
                lastIn = in;
                candidates[count++] = queue;
                next = cycle + 1; // for those that lose, and for the flits behind those that win
            }
        }
        return count;
    }

    /** Each output port that flits ask for offers itself to one of them; the input port notes the one that it takes. */
    private void offer() {
        for (int word = 0; word < asked.length; word++) {
            for (long bits = asked[word]; bits != 0; bits &= bits - 1) {
                int port = (word << 6) + Long.numberOfTrailingZeros(bits);
                int queue = order.first(port);
                if (queue < 0) {
                    continue; // it is taken, or those that asked for it go elsewhere
                }
                int in = pairs.port(queue);
                if (taken[in] == NONE || fromTurn(in, port) < fromTurn(in, pairs.port(queues.output(taken[in])))) {
                    taken[in] = queue;
                }
            }
        }
    }

    private int fromTurn(int in, int out) {
        return out >= turn[in] ? out - turn[in] : out - turn[in] + ports;
    }

    private void send(int queue, int output, long cycle) {
        int port = pairs.port(output);
        int lane = pairs.lane(output);
        int slot = queues.first(queue);
        long stamp = cycle + links.sendDelay();
        links.sendFlit(output, port, cycle);
        if (queues.isHeadGone(queue)) {
            outbox.flit(port, lane, stamp);
        } else {
            PacketHeader sending = workspace.sending;
            sending.lane = lane;
            sending.stamp = stamp;
            packets.copyTo(sending, slot);
            outbox.run(port, sending);
            links.countOut(port);
        }
        if (trunk[port]) {
            log.count(Counter.FLIT_HOPS);
        }
        queues.takeFlit(queue);
        links.release(pairs.port(queue), pairs.lane(queue), 1, cycle);
        if (queues.ofFirst(queue) == 0 && queues.isFirstWhole(queue)) {
            if (packets.has(slot, PacketArena.BAD)) {
                outbox.cut(port, lane, packets.id(slot), stamp + 1);
            }
            lanes.release(queue);
            inputs.finish(queue, cycle + 1);
        }
    }

    /** The rest of a packet will not come, and all that had come has gone: the next device is told. */
    void cutOff(int queue, long cycle) {
        int output = queues.output(queue);
        long stamp = cycle + links.sendDelay(); // behind the last flit, which went in an earlier cycle
        outbox.cut(pairs.port(output), pairs.lane(output), packets.id(queues.first(queue)), stamp);
        lanes.release(queue);
        inputs.finish(queue, cycle);
    }

    void visit(StateVisitor state) {
        order.visit(state);
        state.values(turn);
    }
}
