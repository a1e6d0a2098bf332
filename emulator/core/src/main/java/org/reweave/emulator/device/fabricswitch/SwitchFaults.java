package org.reweave.emulator.device.fabricswitch;

import org.reweave.emulator.link.PortLanes;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;

/**
 * Failing links of a switch, and the failing switch itself. It owns nothing; it tells the links, the two stages, the
 * scheme and the management side of a fault, in the order in which the fault's consequences are counted, and marks the
 * packets that are cut or lost.
 */
final class SwitchFaults {
    private final int lanes;
    private final PortLanes pairs;
    private final QueueNumbers numbers;
    private final PacketArena packets;
    private final InputStage inputs;
    private final OutputStage outputs;
    private final SchemeSite scheme;
    private final Transmitter links;
    private final DeviceLog log;
    private final Management management;

    SwitchFaults(
            SwitchConfig config,
            QueueNumbers numbers,
            PacketArena packets,
            InputStage inputs,
            OutputStage outputs,
            SchemeSite scheme,
            Transmitter links,
            DeviceLog log,
            Management management) {
        this.lanes = config.parameters().lanes();
        this.pairs = PortLanes.of(lanes);
        this.numbers = numbers;
        this.packets = packets;
        this.inputs = inputs;
        this.outputs = outputs;
        this.scheme = scheme;
        this.links = links;
        this.log = log;
        this.management = management;
    }

    /** The sender announces that the rest of an arriving packet will not come. */
    void packetCut(int port, int lane, long packet, long cycle) {
        int slot = inputs.receiving(port);
        if (!inputs.isReceiving(port, cycle) || packets.id(slot) != packet) {
            throw new IllegalStateException(
                    "port " + (port + 1) + " VL " + lane + ": cut of packet " + packet + ", which is not arriving");
        }
        cut(port, slot, cycle);
    }

    /**
     * A packet that is still arriving will never be whole. It keeps its place until its last flit would have come; each
     * device that has part of it is told in-band, and the last device on its way drops it.
     */
    private void cut(int port, int slot, long cycle) {
        packets.note(slot, PacketArena.BAD);
        if (packets.has(slot, PacketArena.DROPPED)) {
            return;
        }
        log.events().packetCut(cycle, packets.id(slot), port + 1);
        if (packets.has(slot, PacketArena.SENT)) {
            if (!packets.has(slot, PacketArena.SEVERED)) {
                outputs.cut(slot, cycle);
            }
            return;
        }
        int end = numbers.first((port + 1) * lanes);
        for (int queue = numbers.first(port * lanes); queue < end; queue++) {
            if (inputs.isHeadWaiting(queue) && inputs.head(queue) == slot) {
                inputs.drop(queue, slot, DropCause.CUT, cycle);
            } else if (inputs.crossingTo(queue) >= 0 && inputs.head(queue) == slot) {
                links.touch(
                        pairs.port(inputs.crossingTo(queue))); // it may be first in an output buffer, without credits
            }
        }
    }

    void portDown(int port, long cycle) {
        if (inputs.isReceiving(port, cycle)) {
            cut(port, inputs.receiving(port), cycle);
            inputs.stopReceiving(port);
        }
        links.portDown(port, cycle);
        outputs.loseSeparators(port, cycle);
        sever(port);
        boolean routesAgain = scheme.linkChanged(port, false);
        for (int output = port * lanes; output < (port + 1) * lanes; output++) {
            outputs.losePackets(output, cycle);
            if (!routesAgain) {
                inputs.loseWays(output, cycle);
            }
        }
        if (routesAgain) {
            inputs.routeAgain(cycle);
        }
        inputs.reconsider(cycle);
        management.portChanged(port, cycle);
    }

    /**
     * The next device notices by itself that packets under way to it are cut; should the link be back before their
     * tails come here, it is not told.
     */
    private void sever(int port) {
        for (int queue = 0; queue < numbers.count(); queue++) {
            int target = inputs.crossingTo(queue);
            if (target >= 0 && pairs.port(target) == port) {
                int slot = inputs.head(queue);
                if (packets.has(slot, PacketArena.SENT)) {
                    packets.note(slot, PacketArena.SEVERED);
                }
            }
        }
    }

    /** The switch fails: packets whose head has left are the next device's to count, all others are lost here. */
    void losePackets(long cycle) {
        for (int pair = 0; pair < numbers.pairs(); pair++) {
            for (int queue = numbers.first(pair); queue < numbers.first(pair + 1); queue++) {
                for (int i = 0; i < inputs.size(queue); i++) {
                    lose(inputs.get(queue, i), pairs.port(pair) + 1, cycle);
                }
            }
            for (int i = 0; i < inputs.unroutedCount(pair); i++) {
                lose(inputs.unrouted(pair, i), pairs.port(pair) + 1, cycle);
            }
            for (int i = 0; i < outputs.size(pair); i++) {
                lose(outputs.get(pair, i), 0, cycle);
            }
        }
    }

    private void lose(int slot, int inPort, long cycle) {
        if (!packets.has(slot, PacketArena.DROPPED | PacketArena.SENT)) {
            packets.note(slot, PacketArena.DROPPED);
            log.drop(cycle, DropCause.DEVICE_FAILURE, packets.id(slot), inPort, 0, packets.destination(slot));
        }
    }
}
