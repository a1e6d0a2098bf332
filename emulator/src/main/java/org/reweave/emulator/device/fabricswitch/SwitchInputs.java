package org.reweave.emulator.device.fabricswitch;

import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.Reports;
import org.reweave.emulator.device.Separators;
import org.reweave.emulator.device.Transmitter;
import org.reweave.emulator.link.Wire;
import org.reweave.emulator.state.LongRing;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.SwitchTimer;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/**
 * The input side of a switch: packets arrive, are routed, and the head of each queue asks for the outputs that it may
 * take.
 *
 * <p>A packet may have several ways, in its routing's order of preference; it asks for all of them that lead into
 * working links and is granted at one ({@link Arbiter}). One that is held by its routing is routed again after every
 * input of the switch but data packets.
 */
abstract class SwitchInputs extends Device implements Site.Effects {
    /** A path of more switches than this is a livelock. */
    static final int HOP_LIMIT = 250;

    /** An agent timer of the scheme. */
    static final int SCHEME_TIMER = FIRST_AGENT_TIMER;

    static final int ROUTED = FIRST_TIMER;
    static final int COMPLETE = FIRST_TIMER + 1;
    static final int OUTPUT_READY = FIRST_TIMER + 2;
    static final int RELEASE = FIRST_TIMER + 3;
    static final int OUTPUT_FREE = FIRST_TIMER + 4;

    private final int lanes;
    private final int routingDelay;
    private final int inputUnits;
    private final boolean[] storesFrom; // [in port * ports + out port]: the way out is faster than the way in
    private final Heading heading = new Heading();
    private final Routes routes = new Routes();
    final AgentTimers timers;
    final SwitchTables tables;
    final SwitchAgent agent;
    final PacketArena packets = new PacketArena();
    final InputBuffers inputs;
    final OutputBuffers outputs;
    final RequestMatrix requests;
    final Room room;
    final Separators separators;
    final Reports reports;
    private boolean wantsAgain; // the agent has asked for packets that wait to be routed again

    SwitchInputs(SwitchConfig config) {
        super(
                config.id(),
                config.name(),
                config.plan(),
                config.parameters().lanes(),
                timing(config),
                config.parameters().smpReaction(),
                config.parameters().agentDelay());
        SwitchParameters parameters = config.parameters();
        this.lanes = parameters.lanes();
        this.routingDelay = parameters.routingDelay();
        this.tables =
                new SwitchTables(config.lid(), ports(), config.lft(), config.lanes(), config.dependencies(), log());
        this.timers = new AgentTimers(config.timers(), (timer, cycle) -> agentTimer(cycle, SCHEME_TIMER, timer));
        this.separators = new Separators(this, parameters.flowControlFlits());
        this.reports = new Reports(this);
        this.agent = config.agent()
                .apply(new Site(id(), plan(), lanes, links(), tables, config.forwarder(), this::setTimer, this));
        this.inputUnits = parameters.inputBuffer() / parameters.creditUnit();
        this.inputs = new InputBuffers(ports(), lanes);
        this.outputs = new OutputBuffers(ports(), lanes, parameters.outputBuffer());
        this.requests = new RequestMatrix(ports() * lanes);
        this.room = new Room(packets, outputs, links(), parameters.outputBuffer() > 0, parameters.creditUnit());
        this.storesFrom = new boolean[ports() * ports()];
        for (int in = 0; in < ports(); in++) {
            links().grantInitialCredits(in, config.farUnits()[in]);
            for (int out = 0; out < ports(); out++) {
                storesFrom[in * ports() + out] = links().flitTime(out).fasterThan(links().flitTime(in));
            }
        }
    }

    private static Transmitter.Timing timing(SwitchConfig config) {
        SwitchParameters p = config.parameters();
        int sendDelay = p.outputDelay() + (p.outputBuffer() == 0 ? p.crossbarDelay() : 0);
        return new Transmitter.Timing(
                sendDelay, p.creditDelay(), p.flowControlFlits(), config.smpFlits(), p.smpBuffer());
    }

    private void setTimer(SwitchTimer timer) {
        timers.set(timer, now());
    }

    // ---- arrival and routing ----

    @Override
    protected void onRun(int port, LongRing ring, long cycle) {
        int lane = Wire.lane(ring.remove());
        ring.remove();
        int slot = packets.allocate();
        packets.id[slot] = ring.remove();
        packets.route[slot] = ring.remove();
        packets.generated[slot] = ring.remove();
        packets.injected[slot] = ring.remove();
        packets.marks[slot] = ring.remove();
        packets.trail[slot] = ring.remove();
        packets.transport[slot] = ring.remove();
        packets.flags[slot] = 0;
        packets.output[slot] = PacketArena.HELD;
        packets.marks[slot] = agent.arrived(port + 1, lane, packets.marks[slot]);
        int queue = port * lanes + lane;
        int units = units(slot);
        inputs.unitsUsed[queue] += units;
        if (inputs.unitsUsed[queue] > inputUnits) {
            throw new IllegalStateException(place(port) + " VL " + lane + ": " + inputs.unitsUsed[queue]
                    + " credits of packets in a buffer of " + inputUnits);
        }
        links().arrive(port, lane, units);
        long last = cycle + links().cyclesFor(port, Wire.flits(packets.route[slot])) - 1;
        packets.last[slot] = last;
        inputs.receiving[port] = slot;
        inputs.receivingLast[port] = last;
        inputs.queues.add(queue, slot);
        log().step(cycle, DeviceLog.ARRIVAL, queue, packets.id[slot]);
        if (routingDelay == 0) {
            route(queue, cycle);
        } else {
            timer(cycle + routingDelay, ROUTED, queue);
        }
    }

    final int units(int slot) {
        return room.units(slot);
    }

    /** Chooses the output of the oldest packet of a queue that has none yet. */
    final void route(int queue, long cycle) {
        int position = inputs.routed[queue];
        if (position == inputs.queues.size(queue)) {
            return; // the packet of this timer went down with the switch
        }
        int slot = inputs.queues.get(queue, position);
        inputs.routed[queue]++;
        if (Wire.hops(packets.route[slot]) >= HOP_LIMIT) {
            packets.output[slot] = -1 - DropCause.HOP_LIMIT.ordinal();
        } else {
            chooseRoute(queue, slot);
        }
        if (position == 0) {
            head(queue, cycle);
        }
    }

    private void chooseRoute(int queue, int slot) {
        long route = packets.route[slot];
        heading.inPort = queue / lanes + 1;
        heading.lane = queue % lanes;
        heading.destination = Wire.destination(route);
        heading.source = Wire.source(route);
        heading.level = Wire.level(route);
        heading.trail = packets.trail[slot];
        heading.marks = packets.marks[slot];
        routes.clear();
        agent.route(heading, routes);
        packets.marks[slot] = heading.marks;
        if (routes.isHeld()) {
            packets.output[slot] = PacketArena.HELD;
        } else if (routes.count() == 0) {
            packets.output[slot] = routes.ruleCase() < 0
                    ? -1 - DropCause.UNREACHABLE.ordinal()
                    : -1 - DropCause.count() - routes.ruleCase();
        } else {
            packets.ways.set(slot, routes, lanes);
            packets.output[slot] = packets.ways.output(slot, 0);
        }
    }

    /** Looks at the head of an idle queue: it asks for its outputs, waits for its tail, is held, or is dropped. */
    final void head(int queue, long cycle) {
        if (inputs.routed[queue] == 0 || inputs.movingTo[queue] != InputBuffers.IDLE || requests.isRequesting(queue)) {
            return;
        }
        int slot = inputs.queues.get(queue, 0);
        int output = packets.output[slot];
        if (packets.has(slot, PacketArena.BAD)) {
            drop(queue, slot, DropCause.CUT, cycle);
        } else if (output >= 0) {
            ask(queue, slot, cycle);
        } else if (output != PacketArena.HELD) {
            refuse(queue, slot, -1 - output, cycle);
        }
    }

    private void refuse(int queue, int slot, int why, long cycle) {
        if (why < DropCause.count()) {
            drop(queue, slot, DropCause.of(why), cycle);
        } else {
            log().discard(cycle, why - DropCause.count(), packets.id[slot], queue / lanes + 1, 0);
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
            int port = packets.ways.output(slot, way) / lanes;
            alive += links().isUp(port) ? 1 : 0;
            stores |= links().isUp(port) && storesFrom[queue / lanes * ports() + port];
        }
        if (alive == 0) {
            drop(queue, slot, DropCause.DEAD_OUTPUT, cycle);
        } else if (stores && cycle < packets.last[slot]) {
            timer(packets.last[slot], COMPLETE, queue);
        } else {
            for (int way = 0; way < packets.ways.count(slot); way++) {
                int output = packets.ways.output(slot, way);
                if (links().isUp(output / lanes)) {
                    requests.add(queue, output);
                    touch(output);
                }
            }
        }
    }

    /** The ports or the scheme's mind have changed: packets that wait look for their ways anew. */
    final void routeAgain(long cycle) {
        int rerouted = 0;
        for (int queue = 0; queue < ports() * lanes; queue++) {
            int first = inputs.movingTo[queue] == InputBuffers.IDLE ? 0 : 1;
            for (int i = first; i < inputs.routed[queue]; i++) {
                chooseRoute(queue, inputs.queues.get(queue, i));
                rerouted++;
            }
            if (first == 0 && requests.isRequesting(queue)) {
                requests.remove(queue);
            }
            head(queue, cycle);
        }
        log().event(cycle, EventKind.WAITING_REROUTED, rerouted, 0, 0, 0);
    }

    // ---- the scheme's effects ----

    @Override
    protected void onSeparator(int port, int lane, long mark, long cycle) {
        agent.separator(port + 1, lane, mark);
        reconsider(cycle);
    }

    @Override
    public final void separate(int output, long mark) {
        separators.append(output, outputs.size(output), mark);
        touch(output); // who waits for it to go may have its turn
    }

    @Override
    public final void rerouteWaiting() {
        wantsAgain = true;
    }

    @Override
    public final void broadcast(long control) {
        announce(control, now());
    }

    @Override
    public final void report(long message) {
        reports.send(message, now());
    }

    /**
     * An input of the switch may have changed the scheme's mind: held packets are routed again and all heads offered
     * again.
     */
    final void reconsider(long cycle) {
        if (wantsAgain) {
            wantsAgain = false;
            routeAgain(cycle);
        }
        for (int queue = 0; queue < ports() * lanes; queue++) {
            int first = inputs.movingTo[queue] == InputBuffers.IDLE ? 0 : 1;
            for (int i = first; i < inputs.routed[queue]; i++) {
                int slot = inputs.queues.get(queue, i);
                if (packets.output[slot] == PacketArena.HELD) {
                    chooseRoute(queue, slot);
                    if (i == 0) {
                        head(queue, cycle);
                    }
                }
            }
        }
        for (int output = 0; output < ports() * lanes; output++) {
            if (requests.isWanted(output)) {
                touch(output);
            }
        }
    }

    /**
     * A link is gone, and the scheme has nothing to say to it: heads lose that way, and those without another are
     * dropped.
     */
    final void loseWays(int output, long cycle) {
        for (int queue = requests.next(output, 0); queue >= 0; queue = requests.next(output, queue + 1)) {
            if (requests.count(queue) > 1) {
                requests.remove(queue, output);
            } else {
                drop(queue, inputs.queues.get(queue, 0), DropCause.DEAD_OUTPUT, cycle);
            }
        }
    }

    /** A link is back: heads with a choice ask anew. */
    final void regainWays(long cycle) {
        for (int queue = 0; queue < ports() * lanes; queue++) {
            if (requests.isRequesting(queue) && packets.ways.count(inputs.queues.get(queue, 0)) > 1) {
                requests.remove(queue);
                head(queue, cycle);
            }
        }
    }

    /** Something about an output has changed: look at it in this cycle's arbitration. */
    public abstract void touch(int output);

    final int inputUnits() {
        return inputUnits;
    }

    /** Whether the head of a queue waits to be routed again. */
    final boolean isHeld(int queue) {
        return inputs.routed[queue] > 0
                && inputs.movingTo[queue] == InputBuffers.IDLE
                && packets.output[inputs.queues.get(queue, 0)] == PacketArena.HELD;
    }

    final void drop(int queue, int slot, DropCause cause, long cycle) {
        log().drop(cycle, cause, packets.id[slot], queue / lanes + 1, outPortOf(slot));
        discard(queue, slot, cycle);
    }

    private int outPortOf(int slot) {
        return packets.output[slot] < 0 ? 0 : packets.output[slot] / lanes + 1;
    }

    private int outLaneOf(int slot) {
        return packets.output[slot] < 0 ? 0 : packets.output[slot] % lanes;
    }

    /** The head is given up: its space is free once its tail has come. */
    final void discard(int queue, int slot, long cycle) {
        if (requests.isRequesting(queue)) {
            requests.remove(queue);
        }
        agent.lost(queue / lanes + 1, queue % lanes, outPortOf(slot), outLaneOf(slot), packets.marks[slot]);
        packets.flags[slot] |= PacketArena.DROPPED;
        packets.leave(slot, PacketArena.LEFT_OUTPUT);
        move(queue, InputBuffers.NOWHERE, Math.max(cycle, packets.last[slot]) + 1);
    }

    final void move(int queue, int target, long until) {
        inputs.movingTo[queue] = target;
        inputs.releaseAt[queue] = until;
        timer(until, RELEASE, queue);
    }
}
