package org.reweave.emulator.device.fabricswitch;

import org.reweave.emulator.link.Wire;
import org.reweave.emulator.state.StateReader;
import org.reweave.emulator.state.StateWriter;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.time.FlitTime;
import org.reweave.routing.table.Routes;

/**
 * The data path of a virtual cut-through switch while nothing fails: input queues per (port, VL), a crossbar with a
 * path per VL, output buffers per (port, VL) or none, credits.
 *
 * <p>A packet's head arrives at a, its output is known at a + routing delay, and it is granted when it is the head of
 * its queue, the output's path is free and the next buffer has room for all of it. The input space is free when the
 * last flit has arrived and crossed. Where the outgoing link is faster than the incoming one the packet is stored
 * first, so that no link ever stalls inside a packet. Without output buffers the grant takes the link itself. Source:
 * thesis §7.2.4.
 */
abstract class SwitchDataPath extends SwitchInputs implements Arbiter.Crossbar {
    private final SwitchParameters parameters;
    private final int lanes;
    private final boolean buffered;
    private final FlitTime crossbar; // as fast as the fastest link
    private final Arbiter arbiter;

    SwitchDataPath(SwitchConfig config) {
        super(config);
        this.parameters = config.parameters();
        this.lanes = parameters.lanes();
        this.buffered = parameters.outputBuffer() > 0;
        this.arbiter =
                new Arbiter(agent, packets, inputs, requests, room, links(), buffered, ports() * lanes, lanes, this);
        FlitTime fastest = links().flitTime(0);
        for (int port = 1; port < ports(); port++) {
            FlitTime time = links().flitTime(port);
            fastest = time.fasterThan(fastest) ? time : fastest;
        }
        this.crossbar = fastest;
    }

    @Override
    public final void touch(int output) {
        if (buffered) {
            requests.touch(output);
        } else {
            links().touch(output / lanes);
        }
    }

    @Override
    public final void giveUp(int queue, int slot, int output, int ruleCase, long cycle) {
        log().discard(cycle, ruleCase, packets.id[slot], queue / lanes + 1, output / lanes + 1);
        discard(queue, slot, cycle);
    }

    // ---- crossbar ----

    @Override
    protected void settle(long cycle) {
        if (buffered) {
            for (int output = requests.takeTouched(); output >= 0; output = requests.takeTouched()) {
                if (arbiter.isOpen(output, cycle)) {
                    int queue = arbiter.pickWinner(output, cycle);
                    if (queue >= 0) {
                        enterOutputBuffer(queue, output, cycle);
                    }
                }
            }
        }
        super.settle(cycle);
    }

    final boolean hasRoom(int slot, int output) {
        return room.fits(slot, output);
    }

    private void enterOutputBuffer(int queue, int output, long cycle) {
        int slot = grant(queue, output, cycle);
        outputs.add(output, slot, Wire.flits(packets.route[slot]));
        tellGranted(slot, queue, output);
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
        int flits = Wire.flits(packets.route[slot]);
        int crossing = buffered
                ? crossbar.cyclesFor(flits)
                : links().cyclesFor(output / lanes, flits); // else it crosses onto the link
        long until = Math.max(cycle + crossing, packets.last[slot] + 1);
        arbiter.granted(output, until);
        move(queue, output, until);
        packets.output[slot] = output;
        packets.trail[slot] = packets.ways.trailTo(slot, output);
        log().step(cycle, DeviceLog.GRANT, (long) queue << 16 | output, packets.id[slot]);
        note(packets.ways.note(slot), slot, queue, output, cycle);
        return slot;
    }

    /** The packet is in its output's order now: the agent may append a separator behind it. */
    private void tellGranted(int slot, int queue, int output) {
        long marks = agent.granted(
                queue / lanes + 1, queue % lanes, output / lanes + 1, output % lanes, packets.marks[slot]);
        packets.marks[slot] = agent.forwarded(marks);
    }

    private void note(int note, int slot, int queue, int output, long cycle) {
        if (note != Routes.USUAL) {
            EventKind kind = note == Routes.DETOUR ? EventKind.REROUTED : EventKind.TURNED_BACK;
            log().event(cycle, kind, packets.id[slot], queue / lanes + 1, output / lanes + 1, 0);
        }
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
        int taken = separators.send(port, cycle);
        if (taken > 0) {
            return taken;
        }
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
                    separators.packetLeft(output);
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
        separators.packetLeft(output);
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
            if (arbiter.isOpen(output, cycle)) {
                int queue = arbiter.pickWinner(output, cycle);
                if (queue >= 0) {
                    int slot = grant(queue, output, cycle);
                    tellGranted(slot, queue, output);
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
    protected void onTimer(int type, int index, long cycle) {
        switch (type) {
            case ROUTED -> route(index, cycle);
            case COMPLETE -> head(index, cycle);
            case OUTPUT_READY -> links().touch(index);
            case OUTPUT_FREE -> touch(index);
            case RELEASE -> release(index, cycle);
            default -> throw new IllegalStateException(name() + ": timer " + type);
        }
    }

    /** Forgets every packet, as a switch that loses its power does. */
    final void clearPackets() {
        packets.clear();
        inputs.clear();
        outputs.clear();
        requests.clear();
        arbiter.clear();
    }

    @Override
    public void encode(StateWriter out) {
        super.encode(out);
        tables.encode(out);
        out.longs(agent.encode());
        timers.encode(out);
        packets.encode(out);
        inputs.encode(out);
        outputs.encode(out);
        requests.encode(out);
        arbiter.encode(out);
        separators.encode(out);
        reports.encode(out);
    }

    @Override
    public void decode(StateReader in) {
        super.decode(in);
        tables.decode(in);
        agent.decode(in.longs());
        timers.decode(in);
        packets.decode(in);
        inputs.decode(in);
        outputs.decode(in);
        requests.decode(in);
        arbiter.decode(in);
        separators.decode(in);
        reports.decode(in);
    }
}
