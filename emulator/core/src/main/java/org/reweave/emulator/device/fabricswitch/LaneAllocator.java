package org.reweave.emulator.device.fabricswitch;

import java.util.Arrays;
import org.reweave.emulator.device.arbitration.Arbitration;
import org.reweave.emulator.device.arbitration.ArbitrationPolicies;
import org.reweave.emulator.device.arbitration.ArbitrationPolicy;
import org.reweave.emulator.device.arbitration.Heads;
import org.reweave.emulator.link.PortLanes;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.time.EventQueue;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.Routes;

/**
 * Gives lanes of outputs to the packets that ask for them, once a cycle, in two steps (a separable allocator): each
 * free lane offers itself to one of them, in the order of the {@link Arbitration}, and each packet takes one of the
 * lanes that are offered, which {@link LaneArbitration} chooses. A lane whose offer is not taken stays free, and offers
 * itself again to those without a lane if the allocator has another iteration in this cycle. Source: Dally and Towles,
 * Principles and Practices of Interconnection Networks, §19.3.
 */
final class LaneAllocator {
    private static final int NONE = -1;

    private final PortLanes pairs;
    private final int outputs;
    private final int delay;
    private final PacketArena packets;
    private final FlitQueues queues;
    private final OutputLanes lanes;
    private final FlitInputs inputs;
    private final SwitchAgent agent;
    private final Transmitter links;
    private final DeviceLog log;
    private final Arbitration order;
    private final LaneArbitration choice;
    private final int iterations;
    private final boolean laterCount; // grants of later iterations move the turns too
    private final int[] turn; // by queue: the lane of an output that it prefers; moved under TURN only
    private final int[] offered; // by queue: the best lane that is offered; not saved, since empty between cycles

    /** The packets as the arbitration policy sees them. */
    private final class AskingHeads implements Heads {
        @Override
        public int next(int output, int from) {
            return lanes.next(output, from);
        }

        @Override
        public long generated(int queue) {
            return packets.generated(queues.first(queue));
        }
    }

    LaneAllocator(
            SwitchConfig config,
            PacketArena packets,
            FlitQueues queues,
            OutputLanes lanes,
            FlitInputs inputs,
            SwitchAgent agent,
            Transmitter links,
            DeviceLog log) {
        this.pairs = PortLanes.of(config.parameters().lanes());
        this.outputs = config.identity().plan().ports() * config.parameters().lanes();
        this.delay = config.parameters().laneAllocationDelay();
        this.packets = packets;
        this.queues = queues;
        this.lanes = lanes;
        this.inputs = inputs;
        this.agent = agent;
        this.links = links;
        this.log = log;
        this.offered = new int[outputs];
        Arrays.fill(offered, NONE);
        this.choice = config.parameters().laneArbitration();
        this.iterations = config.parameters().iterations();
        this.turn = new int[outputs];
        ArbitrationPolicy policy = ArbitrationPolicies.get(config.parameters().arbitration());
        this.laterCount = !policy.isMatching();
        this.order = policy.begin(new ArbitrationPolicy.Setting(
                outputs,
                outputs,
                new AskingHeads(),
                config.seed(),
                config.identity().id()));
    }

    void allocate(long cycle) {
        if (lanes.nextWanted(0) < 0) {
            return;
        }
        boolean more = iterate(cycle, true);
        for (int iteration = 1; more && iteration < iterations; iteration++) {
            more = iterate(cycle, laterCount);
        }
    }

    /**
     * Offers and takes once.
     *
     * @param moves whether grants move the turns
     * @return whether anything was offered
     */
    private boolean iterate(long cycle, boolean moves) {
        boolean any = false;
        for (int output = lanes.nextWanted(0); output >= 0; output = lanes.nextWanted(output + 1)) {
            int queue = winner(output, cycle);
            if (queue >= 0) {
                any = true;
                offer(queue, output, cycle);
            }
        }
        for (int queue = any ? queues.nextBusy(0) : NONE; queue >= 0; queue = queues.nextBusy(queue + 1)) {
            if (offered[queue] != NONE) {
                if (moves) {
                    move(queue, offered[queue]);
                }
                grant(queue, offered[queue], cycle);
                offered[queue] = NONE;
            }
        }
        return any;
    }

    private void move(int queue, int output) {
        order.granted(output, queue);
        turn[queue] = output + 1 == outputs ? 0 : output + 1;
    }

    /** The first packet in the policy's order that may have a lane; those that the scheme gives up are discarded. */
    private int winner(int output, long cycle) {
        for (int queue = order.first(output); queue >= 0; queue = order.next(output, queue)) {
            int verdict = agent.offer(
                    pairs.port(queue) + 1,
                    pairs.lane(queue),
                    pairs.port(output) + 1,
                    pairs.lane(output),
                    packets.marks(queues.first(queue)),
                    true);
            if (verdict == Verdict.FORWARD) {
                return queue;
            }
            if (Verdict.isDiscard(verdict)) {
                offered[queue] = NONE;
                inputs.discard(queue, pairs.port(output) + 1, Verdict.ruleCase(verdict), cycle);
            }
        }
        return NONE;
    }

    private void offer(int queue, int output, long cycle) {
        if (offered[queue] == NONE || isBetter(queue, output, offered[queue], cycle)) {
            offered[queue] = output;
        }
    }

    private boolean isBetter(int queue, int output, int than, long cycle) {
        if (choice == LaneArbitration.TURN) {
            return fromTurn(turn[queue], output) < fromTurn(turn[queue], than);
        }
        int slot = queues.first(queue);
        int more = links.freeCredits(output, cycle) - links.freeCredits(than, cycle);
        return more > 0 || more == 0 && packets.ways.rank(slot, output) < packets.ways.rank(slot, than);
    }

    private int fromTurn(int first, int output) {
        return output >= first ? output - first : output - first + outputs;
    }

    private void grant(int queue, int output, long cycle) {
        int slot = queues.first(queue);
        int inPort = pairs.port(queue) + 1;
        int outPort = pairs.port(output) + 1;
        lanes.take(queue, output);
        queues.activate(queue, output, cycle + delay);
        packets.setOutput(slot, output);
        packets.setTrail(slot, packets.ways.trailTo(slot, output));
        log.step(cycle, DeviceLog.GRANT, (long) queue << 16 | output, packets.id(slot));
        if (packets.ways.note(slot) == Routes.DETOUR) {
            log.events().rerouted(cycle, packets.id(slot), inPort, outPort);
        } else if (packets.ways.note(slot) != Routes.USUAL) {
            log.events().turnedBack(cycle, packets.id(slot), inPort, outPort);
        }
        long marks = agent.granted(inPort, pairs.lane(queue), outPort, pairs.lane(output), packets.marks(slot));
        packets.setMarks(slot, agent.forwarded(marks));
    }

    /** The cycle from which a packet may have a lane that asks now; {@link EventQueue#NEVER} = all are taken. */
    long next(long cycle) {
        return lanes.nextWanted(0) >= 0 ? cycle + 1 : EventQueue.NEVER;
    }

    void visit(StateVisitor state) {
        order.visit(state);
        state.values(turn);
    }
}
