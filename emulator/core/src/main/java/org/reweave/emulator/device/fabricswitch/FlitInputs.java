package org.reweave.emulator.device.fabricswitch;

import org.reweave.emulator.device.BufferCredits;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.Workspace;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.PortLanes;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.time.EventQueue;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The input side of a wormhole switch: flits arrive, and the first packet of each queue is routed once its head is at
 * the queue's front. It owns the input queues and the lanes of outputs that their first packets hold or ask for
 * ({@link OutputLanes}); it asks the scheme's agent for ways, and returns credits over the links flit by flit.
 */
final class FlitInputs implements WaitingPackets {
    private final int ports;
    private final int lanes;
    private final int hopLimit; // 0 = none
    private final PortLanes pairs;
    private final int routingDelay;
    private final BufferCredits credits;
    private final PacketArena packets;
    private final OutputLanes outputs;
    private final SchemeSite scheme;
    private final SwitchAgent agent;
    private final Transmitter links;
    private final DeviceLog log;
    private final FlitQueues queues;
    private final PacketRouting routing;

    FlitInputs(
            SwitchConfig config,
            PacketArena packets,
            FlitQueues queues,
            OutputLanes outputs,
            SchemeSite scheme,
            Transmitter links,
            DeviceLog log,
            Workspace workspace) {
        this.ports = config.identity().plan().ports();
        this.lanes = config.parameters().lanes();
        this.hopLimit = config.parameters().hopLimit();
        this.pairs = PortLanes.of(lanes);
        this.routingDelay = config.parameters().routingDelay();
        this.credits = config.credits();
        this.packets = packets;
        this.queues = queues;
        this.outputs = outputs;
        this.scheme = scheme;
        this.agent = scheme.agent();
        this.links = links;
        this.log = log;
        this.routing = new PacketRouting(config, packets, agent, workspace);
    }

    void useWorkspace(Workspace shared) {
        routing.useWorkspace(shared);
    }

    /** The head of a packet arrives. */
    void arrive(int port, PacketHeader packet, long cycle) {
        int queue = port * lanes + packet.lane;
        if (queues.isReceiving(queue)) {
            throw new IllegalStateException("port " + (port + 1) + " VL " + packet.lane + ": packet " + packet.packet
                    + " begins inside another");
        }
        int slot = packets.add(packet, 1);
        packets.setMarks(slot, agent.arrived(port + 1, packet.lane, packet.marks));
        queues.addHead(queue, slot, packets.flits(slot));
        takeSpace(port, packet.lane, queue, cycle);
        log.step(cycle, DeviceLog.ARRIVAL, queue, packets.id(slot));
        if (queues.size(queue) == 1) {
            queues.enter(queue, FlitQueues.ROUTING, cycle + routingDelay);
        }
    }

    /** One more flit arrives of the packet whose head came last on a lane. */
    void arrive(int queue, long cycle) {
        if (!queues.isReceiving(queue)) {
            throw new IllegalStateException(
                    "port " + (pairs.port(queue) + 1) + " VL " + pairs.lane(queue) + ": a flit of no packet");
        }
        queues.addFlit(queue);
        takeSpace(pairs.port(queue), pairs.lane(queue), queue, cycle);
        if (queues.stage(queue) == FlitQueues.DRAINING) {
            drain(queue, cycle);
        }
    }

    private void takeSpace(int port, int lane, int queue, long cycle) {
        links.arriveFlit(port, lane, cycle);
        if (queues.flits(queue) > credits.own()[port]) {
            throw new IllegalStateException("port " + (port + 1) + " VL " + lane + ": " + queues.flits(queue)
                    + " flits in a buffer of " + credits.own()[port]);
        }
    }

    /** Routes the first packets whose routing is over. */
    void route(long cycle) {
        for (int queue = queues.nextRouting(0); queue >= 0; queue = queues.nextRouting(queue + 1)) {
            if (queues.due(queue) <= cycle) {
                int slot = queues.first(queue);
                if (hopLimit > 0 && Wire.hops(packets.route(slot)) >= hopLimit) {
                    drop(queue, DropCause.HOP_LIMIT, cycle);
                } else {
                    route(queue, slot, cycle);
                }
            }
        }
    }

    private void route(int queue, int slot, long cycle) {
        routing.choose(queue, slot);
        int output = packets.output(slot);
        if (output >= 0) {
            ask(queue, slot, cycle);
        } else if (output == PacketArena.HELD) {
            queues.enter(queue, FlitQueues.HELD, cycle);
        } else if (PacketRouting.isRuled(output)) {
            discard(queue, 0, PacketRouting.ruleCase(output), cycle);
        } else {
            drop(queue, PacketRouting.cause(output), cycle);
        }
    }

    private void ask(int queue, int slot, long cycle) {
        boolean asks = false;
        for (int way = 0; way < packets.ways.count(slot); way++) {
            int output = packets.ways.output(slot, way);
            if (links.isUp(pairs.port(output))) {
                outputs.ask(queue, output);
                asks = true;
            }
        }
        if (asks) {
            queues.enter(queue, FlitQueues.ASKING, cycle);
        } else {
            drop(queue, DropCause.DEAD_OUTPUT, cycle);
        }
    }

    /** The first packet of a queue goes no further; no flit of it has gone. */
    void drop(int queue, DropCause cause, long cycle) {
        int slot = queues.first(queue);
        log.drop(cycle, cause, packets.id(slot), pairs.port(queue) + 1, outPort(slot), packets.destination(slot));
        lose(queue, slot, cycle);
    }

    /** The same by the scheme's rule. */
    void discard(int queue, int outPort, int ruleCase, long cycle) {
        int slot = queues.first(queue);
        log.discard(cycle, ruleCase, packets.id(slot), pairs.port(queue) + 1, outPort, packets.destination(slot));
        lose(queue, slot, cycle);
    }

    private int outPort(int slot) {
        return packets.output(slot) < 0 ? 0 : pairs.port(packets.output(slot)) + 1;
    }

    private void lose(int queue, int slot, long cycle) {
        int outLane = packets.output(slot) < 0 ? 0 : pairs.lane(packets.output(slot));
        agent.lost(pairs.port(queue) + 1, pairs.lane(queue), outPort(slot), outLane, packets.marks(slot));
        throwAway(queue, cycle);
    }

    /** What is left of the first packet of a queue is thrown away as it comes. */
    void throwAway(int queue, long cycle) {
        outputs.leave(queue);
        queues.enter(queue, FlitQueues.DRAINING, cycle);
        drain(queue, cycle);
    }

    private void drain(int queue, long cycle) {
        int thrown = queues.throwAway(queue);
        if (thrown > 0) {
            links.release(pairs.port(queue), pairs.lane(queue), thrown, cycle);
        }
        if (queues.isFirstWhole(queue)) {
            finish(queue, cycle);
        }
    }

    /** Nothing of the first packet of a queue is left here; the next one is routed from a cycle on. */
    void finish(int queue, long from) {
        packets.free(queues.first(queue));
        queues.removeFirst(queue);
        if (queues.size(queue) > 0) {
            queues.begin(queue, packets.flits(queues.first(queue)));
            queues.enter(queue, FlitQueues.ROUTING, from + routingDelay);
        }
    }

    /** The rest of the packet that comes in on a queue will not come. */
    void cut(int queue, long cycle) {
        int slot = queues.last(queue);
        if (queues.size(queue) > 1) {
            log.drop(cycle, DropCause.CUT, packets.id(slot), pairs.port(queue) + 1, 0, packets.destination(slot));
            agent.lost(pairs.port(queue) + 1, pairs.lane(queue), 0, 0, packets.marks(slot));
            int thrown = queues.throwLastAway(queue, packets.flits(slot));
            links.release(pairs.port(queue), pairs.lane(queue), thrown, cycle);
            packets.free(slot);
            return;
        }
        log.events().packetCut(cycle, packets.id(slot), pairs.port(queue) + 1);
        queues.endLast(queue);
        if (queues.stage(queue) == FlitQueues.DRAINING) {
            finish(queue, cycle);
        } else if (queues.isHeadGone(queue)) {
            packets.note(slot, PacketArena.BAD);
        } else {
            drop(queue, DropCause.CUT, cycle);
        }
    }

    /** The cycle at which the next routing of a first packet is over; {@link EventQueue#NEVER} if none is under way. */
    long nextRouted() {
        long next = EventQueue.NEVER;
        for (int queue = queues.nextRouting(0); queue >= 0; queue = queues.nextRouting(queue + 1)) {
            next = Math.min(next, queues.due(queue));
        }
        return next;
    }

    /** The first packet of a queue, which has lost its lane and has not used it, looks for its ways anew. */
    void routeFirst(int queue, long cycle) {
        outputs.leave(queue);
        route(queue, queues.first(queue), cycle);
    }

    /** All packets that have no lane yet look for their ways anew. */
    @Override
    public void routeAgain(long cycle) {
        int rerouted = 0;
        for (int queue = queues.nextBusy(0); queue >= 0; queue = queues.nextBusy(queue + 1)) {
            int stage = queues.stage(queue);
            if (stage == FlitQueues.ASKING || stage == FlitQueues.HELD) {
                routeFirst(queue, cycle);
                rerouted++;
            }
        }
        log.events().waitingRerouted(cycle, rerouted);
    }

    @Override
    public void reconsider(long cycle) {
        if (scheme.takeReroutingWish()) {
            routeAgain(cycle);
        }
        for (int queue = queues.nextBusy(0); queue >= 0; queue = queues.nextBusy(queue + 1)) {
            if (queues.stage(queue) == FlitQueues.HELD) {
                route(queue, queues.first(queue), cycle);
            }
        }
    }

    /** A port's link is gone: first packets without another way are dropped. */
    void loseWays(int port, long cycle) {
        for (int queue = queues.nextBusy(0); queue >= 0; queue = queues.nextBusy(queue + 1)) {
            if (queues.stage(queue) == FlitQueues.ASKING && outputs.loseWays(queue, port)) {
                drop(queue, DropCause.DEAD_OUTPUT, cycle);
            }
        }
    }

    /** A link is back: first packets ask anew for all their ways. */
    @Override
    public void regainWays(long cycle) {
        for (int queue = queues.nextBusy(0); queue >= 0; queue = queues.nextBusy(queue + 1)) {
            if (queues.stage(queue) == FlitQueues.ASKING) {
                outputs.leave(queue);
                ask(queue, queues.first(queue), cycle);
            }
        }
    }

    @Override
    public int[] freeCredits(int port) {
        int[] free = new int[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            free[lane] = credits.own()[port] - queues.flits(port * lanes + lane);
        }
        return free;
    }

    /** Packets of a queue whose head has neither gone on nor been dropped. */
    int held(int queue) {
        int size = queues.size(queue);
        boolean isFirstGone = size > 0 && (queues.isHeadGone(queue) || queues.stage(queue) == FlitQueues.DRAINING);
        return isFirstGone ? size - 1 : size;
    }

    void report(DeviceReport to) {
        long held = 0;
        for (int queue = 0; queue < ports * lanes; queue++) {
            to.credits().setBuffered(queue, queues.flits(queue));
            held += held(queue);
        }
        to.setBuffered(held);
    }

    void visit(StateVisitor state) {
        queues.visit(state);
    }
}
