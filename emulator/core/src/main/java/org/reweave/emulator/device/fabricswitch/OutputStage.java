package org.reweave.emulator.device.fabricswitch;

import org.reweave.emulator.device.BufferCredits;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.Separators;
import org.reweave.emulator.device.Timers;
import org.reweave.emulator.device.Workspace;
import org.reweave.emulator.link.Outbox;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.PortLanes;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.BubbleRings;

/**
 * The output side of a switch. It owns the output buffers and the separators that wait at the outputs; it spends the
 * links' credits, puts packets and separators on the links, and touches the packets in its buffers and the list of
 * outputs to be arbitrated.
 *
 * <p>Without output buffers ({@link #isBuffered}) a packet goes from its input queue onto the link itself.
 */
final class OutputStage implements SeparatorsOut {
    private final int lanes;
    private final PortLanes pairs;
    private final boolean buffered;
    private final BufferCredits credits;
    private final Bubbles bubbles;
    private final boolean bubbled;
    private final int leastSpace; // flits
    private final boolean[] trunk;
    private final PacketArena packets;
    private final TouchedOutputs touched;
    private final Transmitter links;
    private final Outbox outbox;
    private final DeviceLog log;
    private final Timers timers;
    private final OutputBuffers buffers;
    private final Separators separators;
    private Workspace workspace;

    OutputStage(
            SwitchConfig config,
            PacketArena packets,
            TouchedOutputs touched,
            Transmitter links,
            Outbox outbox,
            DeviceLog log,
            Workspace workspace,
            Timers timers) {
        SwitchParameters parameters = config.parameters();
        int ports = config.identity().plan().ports();
        this.lanes = parameters.lanes();
        this.pairs = PortLanes.of(lanes);
        this.buffered = parameters.outputBuffer() > 0;
        this.credits = config.credits();
        this.bubbles = config.routing().bubbles();
        this.bubbled = bubbles.areKept();
        this.leastSpace = bubbles.packet();
        this.trunk = config.identity().plan().trunk();
        this.packets = packets;
        this.touched = touched;
        this.links = links;
        this.outbox = outbox;
        this.log = log;
        this.timers = timers;
        this.workspace = workspace;
        this.buffers = new OutputBuffers(ports, lanes, parameters.outputBuffer());
        this.separators = new Separators(ports, lanes, parameters.flowControlFlits(), links, outbox, log);
    }

    void useWorkspace(Workspace shared) {
        workspace = shared;
    }

    boolean isBuffered() {
        return buffered;
    }

    /** Credits that a packet takes at an input buffer. */
    int credits(int slot) {
        return packets.credits(slot);
    }

    /**
     * Whether the next buffer of a head takes it: the output buffer, or without those the far end's input buffer. Where
     * the head would come into a ring of bubble flow control, another packet must have room besides.
     *
     * @param pair of the head's queue
     * @param through credits count that have come back in this cycle or before
     */
    boolean fits(int pair, int slot, int output, long through) {
        return hasRoom(bubbled && bubbles.comesIn(pair, output) ? 2 : 1, slot, output, through);
    }

    private boolean hasRoom(int times, int slot, int output, long through) {
        return buffered
                ? buffers.fits(output, times * space(slot))
                : links.hasCredits(output, times * credits(slot), through);
    }

    /** Whether a head has room for itself but not the bubble that it needs to come into a ring. */
    boolean lacksBubble(int pair, int slot, int output, long through) {
        return !fits(pair, slot, output, through) && hasRoom(1, slot, output, through);
    }

    /** Credits that a head needs at the far end of an output of a switch without output buffers. */
    int needed(int pair, int slot, int output) {
        return bubbled && bubbles.comesIn(pair, output) ? 2 * credits(slot) : credits(slot);
    }

    /** Flits that a packet takes in an output buffer. */
    private int space(int slot) {
        return Math.max(leastSpace, packets.flits(slot));
    }

    /** Flits that could go to an output before anything of it leaves the far end's input buffer. */
    int free(int output, long cycle) {
        return links.freeCredits(output, cycle) * credits.unit() + (buffered ? buffers.free(output) : 0);
    }

    /** Whether a packet of this output is on the link: its space will be free. */
    boolean isSending(int output) {
        return buffers.isSending(output);
    }

    boolean isEmpty(int output) {
        return buffers.isEmpty(output);
    }

    int size(int output) {
        return buffers.size(output);
    }

    /** The i-th packet from the front of an output's buffer. */
    int get(int output, int i) {
        return buffers.get(output, i);
    }

    /** A granted packet takes its space. */
    void add(int output, int slot) {
        buffers.add(output, slot, space(slot));
    }

    @Override
    public void separate(int output, long mark) {
        separators.append(output, buffers.size(output), mark);
        touched.touch(output); // a head that waits for the separator to go may have its turn
    }

    /** @return cycles for which a separator takes the link; 0 = none is due */
    int sendSeparator(int port, long cycle) {
        return separators.send(port, cycle);
    }

    /** @return cycles for which a packet of the port's buffers takes the link; 0 = none may go */
    int sendFromBuffer(int port, long cycle) {
        int lane = buffers.laneTurn(port);
        for (int i = 0; i < lanes; i++) {
            int output = port * lanes + lane;
            while (!buffers.isEmpty(output) && packets.has(buffers.first(output), PacketArena.BAD)) {
                giveUpFirst(output, DropCause.CUT, cycle);
            }
            if (!buffers.isEmpty(output)) {
                int slot = buffers.first(output);
                if (packets.sendAt(slot) <= cycle && links.hasCredits(output, credits(slot), cycle)) {
                    buffers.send(port, lane, space(slot));
                    separators.packetLeft(output);
                    return put(slot, port, lane, cycle);
                }
            }
            lane = lane + 1 == lanes ? 0 : lane + 1;
        }
        return 0;
    }

    /** The lane that a port looks at first. */
    int laneTurn(int port) {
        return buffers.laneTurn(port);
    }

    /** Puts a packet on a link straight from its input queue; its lane has had its turn. */
    int sendFromInput(int slot, int port, int lane, long cycle) {
        buffers.laneServed(port, lane);
        return put(slot, port, lane, cycle);
    }

    private int put(int slot, int port, int lane, long cycle) {
        long stamp = cycle + links.sendDelay();
        int flits = packets.flits(slot);
        links.spend(port, lane, credits(slot));
        packets.note(slot, PacketArena.SENT);
        packets.setSendAt(slot, stamp);
        PacketHeader sending = workspace.sending;
        sending.lane = lane;
        sending.stamp = stamp;
        packets.copyTo(sending, slot);
        outbox.run(port, sending);
        links.countOut(port);
        if (trunk[port]) {
            log.count(Counter.FLIT_HOPS, flits);
        }
        packets.leave(slot, PacketArena.LEFT_OUTPUT);
        return links.cyclesFor(port, flits);
    }

    /** Whether a separator or a packet waits for a port's link, or a packet of the port's buffers is on the link. */
    boolean waitsForLink(int port) {
        if (separators.isWaiting(port)) {
            return true;
        }
        for (int output = port * lanes; buffered && output < (port + 1) * lanes; output++) {
            if (!buffers.isEmpty(output) || buffers.isSending(output)) {
                return true;
            }
        }
        return false;
    }

    /** A port's link is free again: the buffer of the packet that was on it has grown. */
    void linkFree(int port) {
        int output = buffers.sent(port);
        if (output >= 0) {
            touched.touch(output);
        }
    }

    /** A port's link is down: the separators that waited for it are lost. */
    void loseSeparators(int port, long cycle) {
        separators.clear(port, cycle);
    }

    /** An output's link is down: the packets that waited for it are lost. */
    void losePackets(int output, long cycle) {
        while (!buffers.isEmpty(output)) {
            giveUpFirst(output, DropCause.OUTPUT_LOST, cycle);
        }
    }

    private void giveUpFirst(int output, DropCause cause, long cycle) {
        int slot = buffers.first(output);
        buffers.discardFirst(output, space(slot));
        separators.packetLeft(output);
        timers.timer(cycle + 1, TimerTypes.OUTPUT_FREE, output);
        DropCause why = packets.has(slot, PacketArena.BAD) ? DropCause.CUT : cause;
        log.drop(cycle, why, packets.id(slot), 0, pairs.port(output) + 1, packets.destination(slot));
        packets.note(slot, PacketArena.DROPPED);
        packets.leave(slot, PacketArena.LEFT_OUTPUT);
    }

    /** Tells the next device that the rest of a packet on the link will not come. */
    void cut(int slot, long cycle) {
        int output = packets.output(slot);
        // behind its head: in one cycle a receiver treats cuts before arrivals
        long stamp = Math.max(cycle, packets.sendAt(slot)) + 1;
        outbox.cut(pairs.port(output), pairs.lane(output), packets.id(slot), stamp);
    }

    boolean hasSeparators() {
        return !separators.isEmpty();
    }

    /** Data packets of an output that are in its buffer alone. */
    int held(int output) {
        int held = 0;
        for (int i = 0; i < buffers.size(output); i++) {
            held += packets.has(buffers.get(output, i), PacketArena.LEFT_INPUT) ? 1 : 0;
        }
        return held;
    }

    /**
     * Compares what is counted with the packets and separators that wait.
     *
     * @throws IllegalStateException naming the port and VL
     */
    void audit() {
        separators.audit();
        for (int output = 0; output < trunk.length * lanes; output++) {
            int flits = 0;
            for (int i = 0; i < buffers.size(output); i++) {
                flits += space(buffers.get(output, i));
            }
            buffers.audit(output, flits);
            separators.audit(output, buffers.size(output));
        }
    }

    /** Separators that wait at an output. */
    int separators(int output) {
        return separators.count(output);
    }

    /** Reports the first packet of an output's buffer if it waits for credits. */
    void reportWait(int output, DeviceReport to) {
        if (buffers.isEmpty(output)) {
            return;
        }
        int slot = buffers.first(output);
        if (links.freeCredits(output, to.cycle() - 1) < credits(slot)) {
            to.addWait(true, output, output, credits(slot), packets.id(slot), packets.marks(slot));
        }
    }

    /** Reports the room that an output's own buffer has left, if the output belongs to a ring. */
    void reportRingRoom(int output, DeviceReport to) {
        if (bubbled && buffered && bubbles.leaving()[output] != BubbleRings.NONE) {
            int free = buffers.free(output) / bubbles.packet();
            to.credits().addSpare(output, free + (buffers.isSending(output) ? 1 : 0));
        }
    }

    /**
     * Reports a head that goes on along its ring: for now it takes room in two buffers.
     *
     * @param pair of the head's queue
     * @param output that the head is crossing to; negative = none
     */
    void reportCrossing(int pair, int output, DeviceReport to) {
        if (bubbled && output >= 0 && bubbles.goesOn(pair, output)) {
            to.credits().addSpare(output, 1);
        }
    }

    /** The switch has lost all its packets; the links take their separators with them. */
    void clear() {
        buffers.clear();
    }

    void visit(StateVisitor state) {
        buffers.visit(state);
        separators.visit(state);
    }
}
