package org.reweave.emulator.device.fabricswitch;

import org.reweave.emulator.link.PortLanes;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;

/**
 * Failing links of a wormhole switch, and the failing switch itself. A link that fails under a worm loses both halves
 * of the packet: what is before the link goes no further, and is thrown away as it comes up to the switch; what is
 * behind the link goes on without a tail, and a cut record follows its last flit, in whose place each switch gives the
 * packet's lane back. The packet is counted as lost where its head is.
 */
final class FlitFaults {
    private final int ports;
    private final int lanes;
    private final PortLanes pairs;
    private final PacketArena packets;
    private final FlitQueues queues;
    private final FlitInputs inputs;
    private final FlitCrossbar crossbar;
    private final SchemeSite scheme;
    private final Transmitter links;
    private final DeviceLog log;
    private final Management management;

    FlitFaults(
            SwitchConfig config,
            PacketArena packets,
            FlitQueues queues,
            FlitInputs inputs,
            FlitCrossbar crossbar,
            SchemeSite scheme,
            Transmitter links,
            DeviceLog log,
            Management management) {
        this.ports = config.identity().plan().ports();
        this.lanes = config.parameters().lanes();
        this.pairs = PortLanes.of(lanes);
        this.packets = packets;
        this.queues = queues;
        this.inputs = inputs;
        this.crossbar = crossbar;
        this.scheme = scheme;
        this.links = links;
        this.log = log;
        this.management = management;
    }

    /** The sender announces that the rest of an arriving packet will not come. */
    void packetCut(int port, int lane, long packet, long cycle) {
        int queue = port * lanes + lane;
        if (!queues.isReceiving(queue) || packets.id(queues.last(queue)) != packet) {
            throw new IllegalStateException(
                    "port " + (port + 1) + " VL " + lane + ": cut of packet " + packet + ", which is not arriving");
        }
        cut(queue, cycle);
    }

    private void cut(int queue, long cycle) {
        inputs.cut(queue, cycle);
        if (queues.stage(queue) == FlitQueues.ACTIVE && queues.isFirstWhole(queue) && queues.ofFirst(queue) == 0) {
            crossbar.cutOff(queue, cycle);
        }
    }

    void portDown(int port, long cycle) {
        links.portDown(port, cycle);
        for (int queue = port * lanes; queue < (port + 1) * lanes; queue++) {
            if (queues.isReceiving(queue)) {
                cut(queue, cycle);
            }
        }
        for (int queue = queues.nextBusy(0); queue >= 0; queue = queues.nextBusy(queue + 1)) {
            if (queues.stage(queue) == FlitQueues.ACTIVE && pairs.port(queues.output(queue)) == port) {
                lane(queue, cycle);
            }
        }
        if (scheme.linkChanged(port, false)) {
            inputs.routeAgain(cycle);
        } else {
            inputs.loseWays(port, cycle);
        }
        inputs.reconsider(cycle);
        management.portChanged(port, cycle);
    }

    /** The lane that a packet holds is gone with its link. */
    private void lane(int queue, long cycle) {
        if (queues.isHeadGone(queue)) {
            inputs.throwAway(queue, cycle);
        } else {
            inputs.routeFirst(queue, cycle);
        }
    }

    /** The switch fails: packets whose head has gone on are the next device's to count, all others are lost here. */
    void losePackets(long cycle) {
        for (int queue = 0; queue < ports * lanes; queue++) {
            for (int i = queues.size(queue) - inputs.held(queue); i < queues.size(queue); i++) {
                int slot = queues.packet(queue, i);
                log.drop(
                        cycle,
                        DropCause.DEVICE_FAILURE,
                        packets.id(slot),
                        pairs.port(queue) + 1,
                        0,
                        packets.destination(slot));
            }
        }
    }
}
