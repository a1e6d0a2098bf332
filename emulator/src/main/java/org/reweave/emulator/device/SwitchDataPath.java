package org.reweave.emulator.device;

import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.time.FlitTime;
import org.reweave.emulator.time.LongRing;
import org.reweave.emulator.time.StateReader;
import org.reweave.emulator.time.StateWriter;
import org.reweave.emulator.time.Wire;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.routing.table.Heading;
import org.reweave.routing.table.Routes;

/** The data path of a virtual cut-through switch while nothing fails: input queues per (port, VL), a crossbar with a path per VL, output buffers per (port, VL) or none, credits.
 *
 *  <p>A packet's head arrives at a, its output is known at a + routing delay, and it is granted when it is the head of its queue, the
 *  output's path is free and the next buffer has room for all of it. The input space is free when the last flit has arrived and crossed.
 *  Where the outgoing link is faster than the incoming one the packet is stored first, so that no link ever stalls inside a packet.
 *  Without output buffers the grant takes the link itself. Source: thesis §7.2.4; DESIGN §4. */
abstract class SwitchDataPath extends Device {
    /** A path of more switches than this is a livelock. */
    static final int HOP_LIMIT = 250;

    private static final int ROUTED = FIRST_TIMER;
    private static final int COMPLETE = FIRST_TIMER + 1;
    private static final int OUTPUT_READY = FIRST_TIMER + 2;
    private static final int RELEASE = FIRST_TIMER + 3;
    private static final int OUTPUT_FREE = FIRST_TIMER + 4;

    private final SwitchParameters parameters;
    private final int lanes;
    private final int inputUnits;
    private final boolean buffered;
    private final boolean[] storesFrom; // [in port * ports + out port]: the way out is faster than the way in
    private final FlitTime crossbar; // as fast as the fastest link
    private final long[] pathFreeAt; // per output: the crossbar's path to it
    private final Heading heading = new Heading();
    private final Routes routes = new Routes();
    final SwitchTables tables;
    final SwitchAgent agent;
    final PacketArena packets = new PacketArena();
    final InputBuffers inputs;
    final OutputBuffers outputs;
    final RequestMatrix requests;

    SwitchDataPath(SwitchConfig config) {
        super(
                config.id(),
                config.name(),
                config.plan(),
                config.parameters().lanes(),
                timing(config),
                config.parameters().smpReaction(),
                config.parameters().agentDelay());
        this.parameters = config.parameters();
        this.lanes = parameters.lanes();
        this.tables = new SwitchTables(config.lid(), ports(), config.lft(), config.lanes(), log());
        this.agent = config.agent().apply(new Site(id(), plan(), lanes, links(), tables, config.forwarder()));
        this.inputUnits = parameters.inputBuffer() / parameters.creditUnit();
        this.buffered = parameters.outputBuffer() > 0;
        this.inputs = new InputBuffers(ports(), lanes);
        this.outputs = new OutputBuffers(ports(), lanes, parameters.outputBuffer());
        this.requests = new RequestMatrix(ports() * lanes);
        this.pathFreeAt = new long[ports() * lanes];
        this.storesFrom = new boolean[ports() * ports()];
        this.crossbar = connect(config.farUnits());
    }

    private FlitTime connect(int[] farUnits) {
        FlitTime fastest = links().flitTime(0);
        for (int in = 0; in < ports(); in++) {
            links().grantInitialCredits(in, farUnits[in]);
            FlitTime inTime = links().flitTime(in);
            fastest = inTime.fasterThan(fastest) ? inTime : fastest;
            for (int out = 0; out < ports(); out++) {
                storesFrom[in * ports() + out] = links().flitTime(out).fasterThan(inTime);
            }
        }
        return fastest;
    }

    private static Transmitter.Timing timing(SwitchConfig config) {
        SwitchParameters p = config.parameters();
        int sendDelay = p.outputDelay() + (p.outputBuffer() == 0 ? p.crossbarDelay() : 0);
        return new Transmitter.Timing(
                sendDelay, p.creditDelay(), p.flowControlFlits(), config.smpFlits(), p.smpBuffer());
    }

    // ---- arrival and routing ----

    @Override
    void onRun(int port, LongRing ring, long cycle) {
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
        if (parameters.routingDelay() == 0) {
            route(queue, cycle);
        } else {
            timer(cycle + parameters.routingDelay(), ROUTED, queue);
        }
    }

    final int units(int slot) {
        int flits = Wire.flits(packets.route[slot]);
        return (flits + parameters.creditUnit() - 1) / parameters.creditUnit();
    }

    /** Chooses the output of the oldest packet of a queue that has none yet. */
    private void route(int queue, long cycle) {
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
        if (routes.count() == 0) {
            packets.output[slot] = -1 - DropCause.UNREACHABLE.ordinal();
        } else {
            packets.output[slot] = (routes.port(0) - 1) * lanes + routes.lane(0);
            packets.trail[slot] = routes.trail(0);
        }
    }

    /** Looks at the head of an idle queue: it asks for its output, waits for its tail, or is dropped. */
    final void head(int queue, long cycle) {
        if (inputs.routed[queue] == 0 || inputs.movingTo[queue] != InputBuffers.IDLE || requests.isRequesting(queue)) {
            return;
        }
        int slot = inputs.queues.get(queue, 0);
        int output = packets.output[slot];
        if (packets.has(slot, PacketArena.BAD)) {
            drop(queue, slot, DropCause.CUT, cycle);
        } else if (output < 0) {
            drop(queue, slot, DropCause.of(-1 - output), cycle);
        } else if (!links().isUp(output / lanes)) {
            drop(queue, slot, DropCause.DEAD_OUTPUT, cycle);
        } else if (storesFrom[queue / lanes * ports() + output / lanes] && cycle < packets.last[slot]) {
            timer(packets.last[slot], COMPLETE, queue);
        } else {
            requests.add(queue, output);
            touch(output);
        }
    }

    /** Something about an output has changed: look at it in this cycle's arbitration. */
    final void touch(int output) {
        if (buffered) {
            requests.touch(output);
        } else {
            links().touch(output / lanes);
        }
    }

    /** The scheme's mind may have changed about any head: offer all of them again. */
    final void touchAll() {
        for (int output = 0; output < ports() * lanes; output++) {
            if (requests.isWanted(output)) {
                touch(output);
            }
        }
    }

    final void drop(int queue, int slot, DropCause cause, long cycle) {
        log().drop(cycle, cause, packets.id[slot], queue / lanes + 1, outPortOf(slot));
        discard(queue, slot, cycle);
    }

    private int outPortOf(int slot) {
        return packets.output[slot] < 0 ? 0 : packets.output[slot] / lanes + 1;
    }

    /** The head is given up: its space is free once its tail has come. */
    final void discard(int queue, int slot, long cycle) {
        if (requests.isRequesting(queue)) {
            requests.remove(queue);
        }
        packets.flags[slot] |= PacketArena.DROPPED;
        packets.leave(slot, PacketArena.LEFT_OUTPUT);
        move(queue, InputBuffers.NOWHERE, Math.max(cycle, packets.last[slot]) + 1);
    }

    private void move(int queue, int target, long until) {
        inputs.movingTo[queue] = target;
        inputs.releaseAt[queue] = until;
        timer(until, RELEASE, queue);
    }

    // ---- crossbar ----

    @Override
    void settle(long cycle) {
        if (buffered) {
            for (int output = requests.takeTouched(); output >= 0; output = requests.takeTouched()) {
                if (requests.isWanted(output) && pathFreeAt[output] <= cycle) {
                    int queue = pickWinner(output, cycle);
                    if (queue >= 0) {
                        enterOutputBuffer(queue, output, cycle);
                    }
                }
            }
        }
        super.settle(cycle);
    }

    /** The next head in turn that has room; heads without room that the scheme gives up are discarded on the way.
     *  @return its queue, or -1 */
    private int pickWinner(int output, long cycle) {
        int first = requests.turn(output);
        int queue = requests.next(output, first);
        boolean wrapped = false;
        while (true) {
            if (queue < 0 || wrapped && queue >= first) {
                if (wrapped) {
                    return -1;
                }
                wrapped = true;
                queue = requests.next(output, 0);
                continue;
            }
            int slot = inputs.queues.get(queue, 0);
            boolean room = hasRoom(slot, output);
            int verdict = agent.offer(
                    queue / lanes + 1, queue % lanes, output / lanes + 1, output % lanes, packets.marks[slot], room);
            if (Verdict.isDiscard(verdict)) {
                log().discard(
                                cycle,
                                Verdict.ruleCase(verdict),
                                packets.id[slot],
                                queue / lanes + 1,
                                output / lanes + 1);
                discard(queue, slot, cycle);
            } else if (verdict == Verdict.FORWARD && room) {
                return queue;
            }
            queue = requests.next(output, queue + 1);
        }
    }

    final boolean hasRoom(int slot, int output) {
        return buffered
                ? outputs.fits(output, Wire.flits(packets.route[slot]))
                : links().freeCredits(output) >= units(slot);
    }

    private void enterOutputBuffer(int queue, int output, long cycle) {
        int slot = grant(queue, output, cycle);
        outputs.add(output, slot, Wire.flits(packets.route[slot]));
        packets.sendAt[slot] = cycle + parameters.crossbarDelay();
        if (parameters.crossbarDelay() == 0) {
            links().touch(output / lanes);
        } else {
            timer(cycle + parameters.crossbarDelay(), OUTPUT_READY, output / lanes);
        }
    }

    /** A head begins to cross: its queue and the path to its output are taken until the last flit is through. */
    private int grant(int queue, int output, long cycle) {
        int slot = inputs.queues.get(queue, 0);
        requests.served(output, queue);
        requests.remove(queue);
        packets.marks[slot] = agent.forwarded(packets.marks[slot]);
        int flits = Wire.flits(packets.route[slot]);
        int crossing = buffered
                ? crossbar.cyclesFor(flits)
                : links().cyclesFor(output / lanes, flits); // else it crosses onto the link
        long until = Math.max(cycle + crossing, packets.last[slot] + 1);
        pathFreeAt[output] = until;
        move(queue, output, until);
        log().step(cycle, DeviceLog.GRANT, (long) queue << 16 | output, packets.id[slot]);
        return slot;
    }

    private void release(int queue, long cycle) {
        if (inputs.releaseAt[queue] != cycle || inputs.movingTo[queue] == InputBuffers.IDLE) {
            return; // the packet of this timer went down with the switch
        }
        int slot = inputs.queues.remove(queue);
        int units = units(slot);
        inputs.routed[queue]--;
        inputs.unitsUsed[queue] -= units;
        links().release(queue / lanes, queue % lanes, units, cycle);
        if (inputs.movingTo[queue] != InputBuffers.NOWHERE) {
            touch(inputs.movingTo[queue]);
        }
        inputs.movingTo[queue] = InputBuffers.IDLE;
        packets.leave(slot, PacketArena.LEFT_INPUT);
        head(queue, cycle);
    }

    // ---- links ----

    @Override
    public int send(int port, long cycle) {
        return buffered ? sendFromBuffer(port, cycle) : sendFromInput(port, cycle);
    }

    private int sendFromBuffer(int port, long cycle) {
        int lane = outputs.laneTurn(port);
        for (int i = 0; i < lanes; i++) {
            int output = port * lanes + lane;
            while (!outputs.isEmpty(output) && packets.has(outputs.first(output), PacketArena.BAD)) {
                giveUpFirst(output, DropCause.CUT, cycle);
            }
            if (!outputs.isEmpty(output)) {
                int slot = outputs.first(output);
                if (packets.sendAt[slot] <= cycle && links().freeCredits(output) >= units(slot)) {
                    outputs.send(port, lane, Wire.flits(packets.route[slot]));
                    int cycles = put(slot, port, lane, cycle);
                    packets.leave(slot, PacketArena.LEFT_OUTPUT);
                    return cycles;
                }
            }
            lane = lane + 1 == lanes ? 0 : lane + 1;
        }
        return 0;
    }

    /** The first packet of an output buffer is lost. */
    final void giveUpFirst(int output, DropCause cause, long cycle) {
        int slot = outputs.first(output);
        outputs.discardFirst(output, Wire.flits(packets.route[slot]));
        timer(cycle + 1, OUTPUT_FREE, output);
        DropCause why = packets.has(slot, PacketArena.BAD) ? DropCause.CUT : cause;
        log().drop(cycle, why, packets.id[slot], 0, output / lanes + 1);
        packets.flags[slot] |= PacketArena.DROPPED;
        packets.leave(slot, PacketArena.LEFT_OUTPUT);
    }

    private int sendFromInput(int port, long cycle) {
        int lane = outputs.laneTurn(port);
        for (int i = 0; i < lanes; i++) {
            int output = port * lanes + lane;
            if (requests.isWanted(output) && pathFreeAt[output] <= cycle) {
                int queue = pickWinner(output, cycle);
                if (queue >= 0) {
                    int slot = grant(queue, output, cycle);
                    outputs.laneServed(port, lane);
                    int cycles = put(slot, port, lane, cycle);
                    packets.leave(slot, PacketArena.LEFT_OUTPUT);
                    return cycles;
                }
            }
            lane = lane + 1 == lanes ? 0 : lane + 1;
        }
        return 0;
    }

    /** Puts a packet on a link. */
    private int put(int slot, int port, int lane, long cycle) {
        long stamp = cycle + links().sendDelay();
        int flits = Wire.flits(packets.route[slot]);
        links().spend(port, lane, units(slot));
        packets.flags[slot] |= PacketArena.SENT;
        packets.sendAt[slot] = stamp;
        outbox().run(
                        port,
                        lane,
                        stamp,
                        packets.id[slot],
                        Wire.withOneMoreHop(packets.route[slot]),
                        packets.generated[slot],
                        packets.injected[slot],
                        packets.marks[slot],
                        packets.trail[slot],
                        packets.transport[slot]);
        countPacketOut(port);
        if (plan().trunk()[port]) {
            log().count(Counter.FLIT_HOPS, flits);
        }
        return links().cyclesFor(port, flits);
    }

    @Override
    public void linkFree(int port, long cycle) {
        int output = outputs.sent(port);
        if (output >= 0) {
            touch(output);
        }
    }

    @Override
    void onTimer(int type, int index, long cycle) {
        switch (type) {
            case ROUTED -> route(index, cycle);
            case COMPLETE -> head(index, cycle);
            case OUTPUT_READY -> links().touch(index);
            case OUTPUT_FREE -> touch(index);
            case RELEASE -> release(index, cycle);
            default -> throw new IllegalStateException(name() + ": timer " + type);
        }
    }

    final int inputUnits() {
        return inputUnits;
    }

    /** Forgets every packet, as a switch that loses its power does. */
    final void clearPackets() {
        packets.clear();
        inputs.clear();
        outputs.clear();
        requests.clear();
        java.util.Arrays.fill(pathFreeAt, 0);
    }

    @Override
    public void encode(StateWriter out) {
        super.encode(out);
        tables.encode(out);
        out.longs(agent.encode());
        packets.encode(out);
        inputs.encode(out);
        outputs.encode(out);
        requests.encode(out);
        out.longs(pathFreeAt);
    }

    @Override
    public void decode(StateReader in) {
        super.decode(in);
        tables.decode(in);
        agent.decode(in.longs());
        packets.decode(in);
        inputs.decode(in);
        outputs.decode(in);
        requests.decode(in);
        in.longs(pathFreeAt);
    }
}
