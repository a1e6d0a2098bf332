package org.reweave.emulator.device.fabricswitch;

import org.reweave.emulator.device.BufferCredits;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.Timers;
import org.reweave.emulator.device.Workspace;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.PortLanes;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.spi.Recount;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.model.Deviation;

/**
 * The input side of a switch: packets arrive, are routed, and the head of each queue asks for the outputs that it may
 * take. It owns the input queues; it asks the scheme's agent for ways, enters and withdraws the heads' requests,
 * returns credits over the links, and touches the packets in its queues and the list of outputs to be arbitrated.
 *
 * <p>When a head begins to leave, the cycle is known at which its last flit will have crossed. If no outage comes in
 * between, its credits are written at once, with that cycle's stamp, and the end of most packets is no event: it is
 * noted when the next packet enters the queue, or when the switch treats a fault or reports ({@link #catchUp}). A timer
 * is set only if another packet of the queue waits for that cycle. An output that waits for its crossbar path sets a
 * timer of its own ({@link Arbiter}).
 *
 * <p>A packet may have several ways, in its routing's order of preference; it asks for all of them that lead into
 * working links and is granted at one ({@link Arbiter}). A packet that its routing holds is routed again after every
 * input of the switch but data packets.
 */
@Deviation("all papers, packets that go round")
final class InputStage implements WaitingPackets {
    /** The planned outages of the switch's links. */
    interface LinkPlan {
        /** Whether a port's link is up and does not go down in a cycle or before. */
        boolean staysUp(int port, long through);
    }

    private final int ports;
    private final int lanes;
    private final int hopLimit; // 0 = none
    private final PortLanes pairs;
    private final QueueNumbers numbers;
    private final QueueDiscipline discipline;
    private final int routingDelay;
    private final boolean storesAll; // store and forward
    private final BufferCredits credits;
    private final boolean[] storesFrom; // [in port * ports + out port]: the way out is faster than the way in
    private final boolean storesAny; // whether there is such a pair: most switches' links are equally fast
    private final PacketArena packets;
    private final RequestMatrix requests;
    private final TouchedOutputs touched;
    private final SchemeSite scheme;
    private final SwitchAgent agent;
    private final Transmitter links;
    private final DeviceLog log;
    private final Timers timers;
    private final LinkPlan plan;
    private final InputBuffers inputs;
    private final PacketRouting routing;

    InputStage(
            SwitchConfig config,
            QueueNumbers numbers,
            PacketArena packets,
            RequestMatrix requests,
            TouchedOutputs touched,
            SchemeSite scheme,
            Transmitter links,
            DeviceLog log,
            Workspace workspace,
            Timers timers,
            LinkPlan plan) {
        this.ports = config.identity().plan().ports();
        this.lanes = config.parameters().lanes();
        this.pairs = PortLanes.of(lanes);
        this.numbers = numbers;
        this.discipline = config.parameters().queues();
        this.routingDelay = config.parameters().routingDelay();
        this.storesAll = config.parameters().switching() == Switching.STORE_AND_FORWARD;
        this.hopLimit = config.parameters().hopLimit();
        this.credits = config.credits();
        this.packets = packets;
        this.requests = requests;
        this.touched = touched;
        this.scheme = scheme;
        this.agent = scheme.agent();
        this.links = links;
        this.log = log;
        this.timers = timers;
        this.routing = new PacketRouting(config, packets, agent, workspace);
        this.plan = plan;
        this.inputs = new InputBuffers(ports, numbers);
        this.storesFrom = new boolean[ports * ports];
        boolean any = false;
        for (int in = 0; in < ports; in++) {
            for (int out = 0; out < ports; out++) {
                storesFrom[in * ports + out] = links.flitTime(out).fasterThan(links.flitTime(in));
                any |= storesFrom[in * ports + out];
            }
        }
        this.storesAny = any;
    }

    void useWorkspace(Workspace shared) {
        routing.useWorkspace(shared);
    }

    /** A packet's head arrives. */
    void arrive(int port, PacketHeader packet, long cycle) {
        int taken = credits.of(packet.flits);
        int slot = packets.add(packet, taken);
        packets.setMarks(slot, agent.arrived(port + 1, packet.lane, packet.marks));
        int pair = port * lanes + packet.lane;
        inputs.take(pair, taken);
        if (inputs.unitsUsed(pair) > credits.own()[port]) {
            checkRoom(pair, cycle);
        }
        links.arrive(port, packet.lane, taken);
        long last = cycle + links.cyclesFor(port, packets.flits(slot)) - 1;
        packets.setLast(slot, last);
        inputs.receives(port, slot, last);
        log.step(cycle, DeviceLog.ARRIVAL, pair, packets.id(slot));
        long routed = (storesAll ? last : cycle) + routingDelay;
        if (routed == cycle) {
            enqueue(pair, slot, cycle);
        } else {
            inputs.unrouted.add(pair, slot);
            timers.timer(routed, TimerTypes.ROUTED, pair);
        }
    }

    /** A buffer seems to hold too much: heads that left without a timer do not count, all others must fit. */
    private void checkRoom(int pair, long cycle) {
        catchUp(numbers.first(pair), numbers.first(pair + 1), cycle);
        int room = credits.own()[pairs.port(pair)];
        if (inputs.unitsUsed(pair) > room) {
            throw new IllegalStateException("port " + (pairs.port(pair) + 1) + " VL " + pairs.lane(pair) + ": "
                    + inputs.unitsUsed(pair) + " credits of packets in a buffer of " + room);
        }
    }

    /**
     * Routes the oldest unrouted packet of a pair. There is none when the packet of this timer went down with the
     * switch. Where packets are stored whole, those ahead of the timer's own may be cut ones whose last flit would come
     * later; so all are routed whose time has come.
     */
    void route(int pair, long cycle) {
        boolean again = !inputs.unrouted.isEmpty(pair);
        while (again && isDue(inputs.unrouted.get(pair, 0), cycle)) {
            enqueue(pair, inputs.unrouted.remove(pair), cycle);
            again = storesAll && !inputs.unrouted.isEmpty(pair);
        }
    }

    private boolean isDue(int slot, long cycle) {
        return !storesAll || packets.last(slot) + routingDelay <= cycle;
    }

    /** Chooses the ways of a packet and the queue in which it waits for them. */
    private void enqueue(int pair, int slot, long cycle) {
        if (hopLimit > 0 && Wire.hops(packets.route(slot)) >= hopLimit) {
            packets.setOutput(slot, PacketRouting.lost(DropCause.HOP_LIMIT));
        } else {
            chooseRoute(pair, slot);
        }
        int queue = numbers.perPair() == 1 ? pair : numbers.first(pair) + queueOf(slot);
        if (inputs.isMoving(queue) && !inputs.isTimed(queue)) {
            follow(queue, cycle);
        }
        inputs.queues.add(queue, slot);
        if (inputs.queues.size(queue) == 1) {
            offerHead(queue, cycle);
        }
    }

    /**
     * The queue of a packet among those of its pair. A packet stays there when it is routed again. Without a way it is
     * treated as if queues were by destination.
     */
    private int queueOf(int slot) {
        boolean byOutput = discipline == QueueDiscipline.VIRTUAL_OUTPUT && packets.output(slot) >= 0;
        return byOutput ? pairs.port(packets.output(slot)) : packets.destination(slot) % numbers.perPair();
    }

    private void chooseRoute(int pair, int slot) {
        routing.choose(pair, slot);
        log.fact(timers.now(), Fact.ROUTED, packets.id(slot), 0);
    }

    /** Looks at the head of an idle queue: it asks for its outputs, waits for its tail, is held, or is dropped. */
    void offerHead(int queue, long cycle) {
        if (inputs.queues.isEmpty(queue) || inputs.isMoving(queue) || requests.isRequesting(queue)) {
            return;
        }
        int slot = inputs.queues.get(queue, 0);
        int output = packets.output(slot);
        if (packets.has(slot, PacketArena.BAD)) {
            drop(queue, slot, DropCause.CUT, cycle);
        } else if (output >= 0) {
            ask(queue, slot, cycle);
        } else if (output != PacketArena.HELD) {
            refuse(queue, slot, output, cycle);
        }
    }

    private void refuse(int queue, int slot, int output, long cycle) {
        if (!PacketRouting.isRuled(output)) {
            drop(queue, slot, PacketRouting.cause(output), cycle);
        } else {
            log.discard(
                    cycle,
                    PacketRouting.ruleCase(output),
                    packets.id(slot),
                    numbers.port(queue) + 1,
                    0,
                    packets.destination(slot));
            discard(queue, slot, cycle);
        }
    }

    /**
     * A head asks for every output that it may take and that leads into a working link. If one of them is faster than
     * the way in, all have to wait for the tail.
     */
    private void ask(int queue, int slot, long cycle) {
        int alive = 0;
        boolean stores = false;
        for (int way = 0; way < packets.ways.count(slot); way++) {
            int port = pairs.port(packets.ways.output(slot, way));
            alive += links.isUp(port) ? 1 : 0;
            stores |= storesAny && links.isUp(port) && storesFrom[numbers.port(queue) * ports + port];
        }
        if (alive == 0) {
            drop(queue, slot, DropCause.DEAD_OUTPUT, cycle);
        } else if (stores && cycle < packets.last(slot)) {
            timers.timer(packets.last(slot), TimerTypes.COMPLETE, queue);
        } else {
            boolean waits = true;
            for (int way = 0; way < packets.ways.count(slot); way++) {
                int output = packets.ways.output(slot, way);
                if (links.isUp(pairs.port(output))) {
                    requests.add(queue, output);
                    touched.touch(output);
                    waits &= agent.waitsForSeparator(pairs.port(output) + 1, pairs.lane(output), packets.marks(slot));
                }
            }
            if (waits) {
                inputs.waitFrom(queue, cycle);
            }
        }
    }

    /** A separator goes out at an output: the heads that ask there wait for it no longer. */
    void separated(int output, long cycle) {
        for (int queue = requests.next(output, 0); queue >= 0; queue = requests.next(output, queue + 1)) {
            endWait(queue, cycle);
        }
    }

    private void endWait(int queue, long cycle) {
        if (inputs.isWaiting(queue)) {
            log.count(Counter.SEPARATOR_WAITS);
            log.count(Counter.SEPARATOR_WAIT, cycle - inputs.waited(queue));
        }
    }

    /** A head that asks does so no longer, without a grant. */
    private void withdraw(int queue, long cycle) {
        endWait(queue, cycle);
        requests.remove(queue);
    }

    /** The ports or the agent's state have changed: all waiting packets look for their ways anew. */
    @Override
    public void routeAgain(long cycle) {
        int rerouted = 0;
        for (int queue = 0; queue < numbers.count(); queue++) {
            int first = inputs.isMoving(queue) ? 1 : 0;
            for (int i = first; i < inputs.queues.size(queue); i++) {
                chooseRoute(numbers.pair(queue), inputs.queues.get(queue, i));
                rerouted++;
            }
            if (first == 0 && requests.isRequesting(queue)) {
                withdraw(queue, cycle);
            }
            offerHead(queue, cycle);
        }
        log.events().waitingRerouted(cycle, rerouted);
    }

    @Override
    public void reconsider(long cycle) {
        if (scheme.takeReroutingWish()) {
            routeAgain(cycle);
        }
        for (int queue = 0; queue < numbers.count(); queue++) {
            int first = inputs.isMoving(queue) ? 1 : 0;
            for (int i = first; i < inputs.queues.size(queue); i++) {
                int slot = inputs.queues.get(queue, i);
                if (packets.output(slot) == PacketArena.HELD) {
                    chooseRoute(numbers.pair(queue), slot);
                    if (i == 0) {
                        offerHead(queue, cycle);
                    }
                }
            }
        }
        for (int output = 0; output < ports * lanes; output++) {
            if (requests.isWanted(output)) {
                touched.touch(output);
            }
        }
    }

    /** An output's link is gone: heads lose that way, and those without another are dropped. */
    void loseWays(int output, long cycle) {
        for (int queue = requests.next(output, 0); queue >= 0; queue = requests.next(output, queue + 1)) {
            if (requests.count(queue) > 1) {
                requests.remove(queue, output);
            } else {
                drop(queue, inputs.queues.get(queue, 0), DropCause.DEAD_OUTPUT, cycle);
            }
        }
    }

    /** A link is back: heads with a choice ask anew. */
    @Override
    public void regainWays(long cycle) {
        for (int queue = 0; queue < numbers.count(); queue++) {
            if (requests.isRequesting(queue) && packets.ways.count(inputs.queues.get(queue, 0)) > 1) {
                withdraw(queue, cycle);
                offerHead(queue, cycle);
            }
        }
    }

    /** Drops a head by the scheme's rule. */
    void giveUp(int queue, int slot, int output, int ruleCase, long cycle) {
        log.discard(
                cycle,
                ruleCase,
                packets.id(slot),
                numbers.port(queue) + 1,
                pairs.port(output) + 1,
                packets.destination(slot));
        discard(queue, slot, cycle);
    }

    void drop(int queue, int slot, DropCause cause, long cycle) {
        log.drop(cycle, cause, packets.id(slot), numbers.port(queue) + 1, outPortOf(slot), packets.destination(slot));
        discard(queue, slot, cycle);
    }

    private int outPortOf(int slot) {
        return packets.output(slot) < 0 ? 0 : pairs.port(packets.output(slot)) + 1;
    }

    private int outLaneOf(int slot) {
        return packets.output(slot) < 0 ? 0 : pairs.lane(packets.output(slot));
    }

    /** The head is given up: its space is free once its tail has come. */
    private void discard(int queue, int slot, long cycle) {
        if (requests.isRequesting(queue)) {
            withdraw(queue, cycle);
        }
        agent.lost(numbers.port(queue) + 1, numbers.lane(queue), outPortOf(slot), outLaneOf(slot), packets.marks(slot));
        packets.note(slot, PacketArena.DROPPED);
        packets.leave(slot, PacketArena.LEFT_OUTPUT);
        leave(queue, InputBuffers.NOWHERE, Math.max(cycle, packets.last(slot)) + 1);
    }

    /** The head begins to leave; its space is free at a cycle, of which the sender is told at once if that is sure. */
    void leave(int queue, int target, long until) {
        int port = numbers.port(queue);
        boolean told = links.canReleaseAhead() && plan.staysUp(port, until);
        if (told) {
            links.releaseAhead(port, numbers.lane(queue), packets.credits(head(queue)), until);
        }
        boolean timed = !told || size(queue) > 1;
        inputs.headLeaves(queue, target, until, told, timed);
        if (timed) {
            timers.timer(until, TimerTypes.RELEASE, queue);
        }
    }

    /** A packet comes behind a leaving head without a timer: the head has left already, or now its end matters. */
    private void follow(int queue, long cycle) {
        if (inputs.releaseAt(queue) < cycle) {
            removeHead(queue, cycle);
        } else {
            inputs.setTimed(queue);
            timers.timer(inputs.releaseAt(queue), TimerTypes.RELEASE, queue);
        }
    }

    /** Removes every head that has left before a cycle without a timer. */
    void catchUp(long cycle) {
        catchUp(0, numbers.count(), cycle);
    }

    private void catchUp(int first, int end, long cycle) {
        for (int queue = first; queue < end; queue++) {
            boolean isGone = inputs.isMoving(queue) && inputs.releaseAt(queue) < cycle;
            if (isGone && !inputs.isTimed(queue)) {
                removeHead(queue, cycle);
            }
        }
    }

    /** The head has left, and the next packet is the head. */
    void release(int queue, long cycle) {
        if (inputs.releaseAt(queue) != cycle || !inputs.isMoving(queue)) {
            return; // the packet of this timer went down with the switch
        }
        removeHead(queue, cycle);
        offerHead(queue, cycle);
    }

    /** The head's space is free, and its credits go back unless the sender knows of them. */
    private void removeHead(int queue, long cycle) {
        int slot = inputs.queues.remove(queue);
        int freed = packets.credits(slot);
        int pair = numbers.pair(queue);
        inputs.take(pair, -freed);
        inputs.headLeft(queue);
        if (inputs.isTold(queue)) {
            links.released(pairs.port(pair), pairs.lane(pair), freed);
        } else {
            links.release(pairs.port(pair), pairs.lane(pair), freed, cycle);
        }
        packets.leave(slot, PacketArena.LEFT_INPUT);
    }

    /** The head of a queue, which is not empty. */
    int head(int queue) {
        return inputs.queues.get(queue, 0);
    }

    int size(int queue) {
        return inputs.queues.size(queue);
    }

    /** The i-th packet from the front of a queue. */
    int get(int queue, int i) {
        return inputs.queues.get(queue, i);
    }

    /** Whether the head of a queue waits for a grant or for being routed again. */
    boolean isHeadWaiting(int queue) {
        return requests.isRequesting(queue)
                || !inputs.queues.isEmpty(queue)
                        && !inputs.isMoving(queue)
                        && packets.output(inputs.queues.get(queue, 0)) == PacketArena.HELD;
    }

    /** The output to which the head of a queue is crossing; negative if it is not. */
    int crossingTo(int queue) {
        return inputs.movingTo(queue);
    }

    /** Whether flits of the last packet that arrived on a port are still to come, in this cycle at the earliest. */
    boolean isReceiving(int port, long cycle) {
        return inputs.receivingLast(port) >= cycle;
    }

    /** The last packet that arrived on a port. */
    int receiving(int port) {
        return inputs.receiving(port);
    }

    /** Nothing more of the last packet comes on a port. */
    void stopReceiving(int port) {
        inputs.receives(port, inputs.receiving(port), InputBuffers.NEVER);
    }

    @Override
    public int[] freeCredits(int port) {
        int[] free = new int[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            free[lane] = credits.own()[port] - inputs.unitsUsed(port * lanes + lane);
        }
        return free;
    }

    /** Packets of a pair that are still to be routed. */
    int unroutedCount(int pair) {
        return inputs.unrouted.size(pair);
    }

    /** The i-th packet of a pair that is still to be routed, in the order of arrival. */
    int unrouted(int pair, int i) {
        return inputs.unrouted.get(pair, i);
    }

    /** Credits taken by the packets of a pair. */
    int used(int pair) {
        return inputs.unitsUsed(pair);
    }

    /** Data packets of a pair whose head has not gone out. */
    int held(int pair) {
        int held = held(inputs.unrouted, pair);
        for (int queue = numbers.first(pair); queue < numbers.first(pair + 1); queue++) {
            held += held(inputs.queues, queue);
        }
        return held;
    }

    private int held(SlotQueues bank, int queue) {
        int held = 0;
        for (int i = 0; i < bank.size(queue); i++) {
            held += packets.has(bank.get(queue, i), PacketArena.DROPPED | PacketArena.SENT) ? 0 : 1;
        }
        return held;
    }

    void reportBuffered(int pair, DeviceReport to) {
        to.credits().setBuffered(pair, inputs.unitsUsed(pair));
    }

    /**
     * Compares the room taken with that of the packets that have it, and the requests with the heads that make them.
     *
     * @throws IllegalStateException naming the port and VL
     */
    void audit() {
        requests.audit();
        for (int pair = 0; pair < ports * lanes; pair++) {
            int taken = credits(inputs.unrouted, pair);
            for (int queue = numbers.first(pair); queue < numbers.first(pair + 1); queue++) {
                taken += credits(inputs.queues, queue);
                if (requests.isRequesting(queue) && (inputs.queues.isEmpty(queue) || inputs.isMoving(queue))) {
                    throw new IllegalStateException("port " + (pairs.port(pair) + 1) + " VL " + pairs.lane(pair)
                            + ": a head that is not there, or is leaving, asks for an output");
                }
            }
            if (taken != inputs.unitsUsed(pair)) {
                throw new IllegalStateException("port " + (pairs.port(pair) + 1) + " VL " + pairs.lane(pair)
                        + ": packets have " + taken + " credits of the input buffer, and " + inputs.unitsUsed(pair)
                        + " are counted");
            }
        }
    }

    /** Tells of every packet that the scheme's agent has been told of, and not that it was granted or lost. */
    void recount(Recount count) {
        for (int pair = 0; pair < ports * lanes; pair++) {
            int inPort = pairs.port(pair) + 1;
            int lane = pairs.lane(pair);
            for (int i = 0; i < inputs.unrouted.size(pair); i++) {
                count.packet(inPort, lane, 0, 0, packets.marks(inputs.unrouted.get(pair, i)));
            }
            for (int queue = numbers.first(pair); queue < numbers.first(pair + 1); queue++) {
                for (int i = inputs.isMoving(queue) ? 1 : 0; i < inputs.queues.size(queue); i++) {
                    int slot = inputs.queues.get(queue, i);
                    count.packet(inPort, lane, outPortOf(slot), outLaneOf(slot), packets.marks(slot));
                }
            }
        }
    }

    private int credits(SlotQueues of, int queue) {
        int sum = 0;
        for (int i = 0; i < of.size(queue); i++) {
            sum += packets.credits(of.get(queue, i));
        }
        return sum;
    }

    /** The switch has lost all its packets. */
    void clear() {
        inputs.clear();
    }

    void visit(StateVisitor state) {
        inputs.visit(state);
    }
}
