package org.reweave.emulator.device.fabricswitch;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.Timers;
import org.reweave.emulator.link.PortLanes;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.time.FlitTime;
import org.reweave.reconfig.spi.SwitchAgent;
import org.reweave.reconfig.state.StateVisitor;
import org.reweave.routing.table.Routes;

/**
 * The crossbar of a switch, with a path per (port, VL): each output takes the head that the arbiter picks. It owns the
 * arbiter and saves the heads' requests, which it serves; it tells the scheme's agent of grants, takes heads out of the
 * input stage, hands them to the output stage, and touches the granted packets.
 *
 * <p>A packet's head arrives at a, its output is known at a + routing delay, and it is granted when it is the head of
 * its queue, the output's path is free and the next buffer has room for all of it. The input space is free when the
 * last flit has arrived and crossed. Where the outgoing link is faster than the incoming one the packet is stored
 * first, so that no link ever stalls inside a packet. Without output buffers the grant takes the link itself. Source:
 * thesis §7.2.4.
 */
final class Crossbar {
    private final int lanes;
    private final PortLanes pairs;
    private final QueueNumbers numbers;
    private final int crossbarDelay;
    private final FlitTime flitTime; // as fast as the fastest link
    private final PacketArena packets;
    private final InputStage inputs;
    private final OutputStage outputs;
    private final RequestMatrix requests;
    private final TouchedOutputs touched;
    private final Arbiter arbiter;
    private final SwitchAgent agent;
    private final Transmitter links;
    private final DeviceLog log;
    private final Timers timers;

    Crossbar(
            SwitchConfig config,
            QueueNumbers numbers,
            PacketArena packets,
            InputStage inputs,
            OutputStage outputs,
            RequestMatrix requests,
            TouchedOutputs touched,
            SwitchAgent agent,
            Transmitter links,
            DeviceLog log,
            Timers timers) {
        int ports = config.identity().plan().ports();
        this.lanes = config.parameters().lanes();
        this.pairs = PortLanes.of(lanes);
        this.numbers = numbers;
        this.crossbarDelay = config.parameters().crossbarDelay();
        this.packets = packets;
        this.inputs = inputs;
        this.outputs = outputs;
        this.requests = requests;
        this.touched = touched;
        this.agent = agent;
        this.links = links;
        this.log = log;
        this.timers = timers;
        this.arbiter =
                new Arbiter(config, numbers, packets, inputs, outputs, requests, touched, agent, links, timers, log);
        FlitTime fastest = links.flitTime(0);
        for (int port = 1; port < ports; port++) {
            FlitTime time = links.flitTime(port);
            fastest = time.fasterThan(fastest) ? time : fastest;
        }
        this.flitTime = fastest;
    }

    /** Something about an output has changed: look at it in this cycle's arbitration. */
    void touch(int output) {
        touched.touch(output);
    }

    /** A path of an input port into the crossbar is free. */
    void inputFree(int port) {
        arbiter.inputFree(port);
    }

    /** The arbitration of a switch with output buffers: every touched output may take a head into its buffer. */
    void settle(long cycle) {
        for (int output = touched.take(); output >= 0; output = touched.take()) {
            if (arbiter.isOpen(output, cycle)) {
                int queue = arbiter.pickWinner(output, cycle);
                if (queue >= 0) {
                    enterOutputBuffer(queue, output, cycle);
                }
            }
        }
    }

    private void enterOutputBuffer(int queue, int output, long cycle) {
        int slot = grant(queue, output, cycle);
        outputs.add(output, slot);
        tellGranted(slot, queue, output);
        packets.setSendAt(slot, cycle + crossbarDelay);
        if (crossbarDelay == 0) {
            links.touch(pairs.port(output));
        } else {
            timers.timer(cycle + crossbarDelay, TimerTypes.OUTPUT_READY, pairs.port(output));
        }
    }

    /**
     * The arbitration of a switch without output buffers: a free link takes a head.
     *
     * @return cycles for which the head's packet takes the link; 0 = none may go
     */
    int send(int port, long cycle) {
        int lane = outputs.laneTurn(port);
        for (int i = 0; i < lanes; i++) {
            int output = port * lanes + lane;
            if (arbiter.isOpen(output, cycle)) {
                int queue = arbiter.pickWinner(output, cycle);
                if (queue >= 0) {
                    int slot = grant(queue, output, cycle);
                    tellGranted(slot, queue, output);
                    return outputs.sendFromInput(slot, port, lane, cycle);
                }
            }
            lane = lane + 1 == lanes ? 0 : lane + 1;
        }
        return 0;
    }

    /** A head begins to cross: its queue and the path to its output are taken until the last flit is through. */
    private int grant(int queue, int output, long cycle) {
        int slot = inputs.head(queue);
        requests.remove(queue);
        int flits = packets.flits(slot);
        int crossing = outputs.isBuffered()
                ? flitTime.cyclesFor(flits)
                : links.cyclesFor(pairs.port(output), flits); // else it crosses onto the link
        long until = Math.max(cycle + crossing, packets.last(slot) + 1);
        arbiter.granted(queue, output, until);
        inputs.leave(queue, output, until);
        packets.setOutput(slot, output);
        packets.setTrail(slot, packets.ways.trailTo(slot, output));
        log.step(cycle, DeviceLog.GRANT, (long) numbers.pair(queue) << 16 | output, packets.id(slot));
        noteDetour(packets.ways.note(slot), slot, queue, output, cycle);
        return slot;
    }

    /** The packet is in its output's order now: the agent may append a separator behind it. */
    private void tellGranted(int slot, int queue, int output) {
        long marks = agent.granted(
                numbers.port(queue) + 1,
                numbers.lane(queue),
                pairs.port(output) + 1,
                pairs.lane(output),
                packets.marks(slot));
        packets.setMarks(slot, agent.forwarded(marks));
    }

    private void noteDetour(int note, int slot, int queue, int output, long cycle) {
        if (note == Routes.USUAL) {
            return;
        }
        int inPort = numbers.port(queue) + 1;
        int outPort = pairs.port(output) + 1;
        if (note == Routes.DETOUR) {
            log.events().rerouted(cycle, packets.id(slot), inPort, outPort);
        } else {
            log.events().turnedBack(cycle, packets.id(slot), inPort, outPort);
        }
    }

    /** Whether a head asks for a port's link. */
    boolean waitsForLink(int port) {
        for (int output = port * lanes; output < (port + 1) * lanes; output++) {
            if (requests.isWanted(output)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Reasons why the head of a queue waits for the outputs that the head asks for, in words, without repetition. The
     * list is empty when the head asks for no output.
     */
    List<String> waits(int queue, long cycle) {
        List<String> reasons = new ArrayList<>();
        for (int output = requests.asked(queue, 0); output >= 0; output = requests.asked(queue, output + 1)) {
            String reason = arbiter.waits(queue, output, cycle);
            if (!reasons.contains(reason)) {
                reasons.add(reason);
            }
        }
        return reasons;
    }

    /**
     * Reports the heads of a pair's queues if none of the outputs that they ask for has room. One head that goes on
     * frees room for whatever waits for the pair's buffer, so that all of them must wait.
     */
    void reportWait(int pair, DeviceReport to) {
        if (numbers.perPair() > 1 && inputs.unroutedCount(pair) > 0) {
            return; // it may come to a queue that is empty
        }
        boolean hasHead = false;
        for (int queue = numbers.first(pair); queue < numbers.first(pair + 1); queue++) {
            if (inputs.size(queue) > 0) {
                if (!isBlocked(queue, pair, to.cycle() - 1)) {
                    return;
                }
                hasHead = true;
            }
        }
        if (!hasHead) {
            return; // as with most pairs
        }
        for (int queue = numbers.first(pair); queue < numbers.first(pair + 1); queue++) {
            for (int output = requests.asked(queue, 0); output >= 0; output = requests.asked(queue, output + 1)) {
                int slot = inputs.head(queue);
                int needed = outputs.isBuffered() ? 0 : outputs.needed(pair, slot, output);
                to.addWait(false, pair, output, needed, packets.id(slot), packets.marks(slot));
            }
        }
    }

    /** Whether a head asks for outputs, and none of them has room or gets some by itself. */
    private boolean isBlocked(int queue, int pair, long through) {
        int slot = inputs.head(queue);
        for (int output = requests.asked(queue, 0); output >= 0; output = requests.asked(queue, output + 1)) {
            if (outputs.fits(pair, slot, output, through) || outputs.isSending(output)) {
                return false;
            }
        }
        return requests.isRequesting(queue);
    }

    /** The switch has lost all its packets. */
    void clear() {
        requests.clear();
        touched.clear();
        arbiter.clear();
    }

    void visit(StateVisitor state) {
        requests.visit(state);
        arbiter.visit(state);
    }
}
