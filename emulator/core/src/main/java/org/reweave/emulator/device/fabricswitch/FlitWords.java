package org.reweave.emulator.device.fabricswitch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.Reference;
import org.reweave.emulator.link.PortLanes;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.link.Wire;

/** Says, in words and to the governor, what the packets in a wormhole switch wait for, at the end of a cycle. */
final class FlitWords {
    private final PortLanes pairs;
    private final int queueCount;
    private final PacketArena packets;
    private final FlitQueues queues;
    private final OutputLanes lanes;
    private final SchemeSite scheme;
    private final Transmitter links;

    FlitWords(
            SwitchConfig config,
            PacketArena packets,
            FlitQueues queues,
            OutputLanes lanes,
            SchemeSite scheme,
            Transmitter links) {
        this.pairs = PortLanes.of(config.parameters().lanes());
        this.queueCount = config.identity().plan().ports() * config.parameters().lanes();
        this.packets = packets;
        this.queues = queues;
        this.lanes = lanes;
        this.scheme = scheme;
        this.links = links;
    }

    /** The packets of an input queue, from its front. */
    List<Map<String, Object>> input(int queue, long cycle) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (int i = 0; i < queues.size(queue); i++) {
            int slot = queues.packet(queue, i);
            Map<String, Object> words = new LinkedHashMap<>();
            words.put("packet", Reference.packet(packets.id(slot)));
            words.put("to", Reference.lid(Wire.destination(packets.route(slot))));
            words.put("flits", packets.flits(slot));
            if (i == 0) {
                words.put("flitsHere", queues.ofFirst(queue));
                if (queues.stage(queue) == FlitQueues.ACTIVE) {
                    words.put("outPort", pairs.port(queues.output(queue)) + 1);
                    words.put("outVl", pairs.lane(queues.output(queue)));
                }
            }
            words.put("state", i == 0 ? state(queue, cycle) : "behind others");
            all.add(words);
        }
        return all;
    }

    private String state(int queue, long cycle) {
        return switch (queues.stage(queue)) {
            case FlitQueues.ROUTING -> "being routed";
            case FlitQueues.ASKING -> asksOnlyForHeldLanes(queue) ? "lane taken" : "arbitration lost";
            case FlitQueues.HELD -> "held for " + scheme.agent().holdsFor();
            case FlitQueues.DRAINING -> "dropped";
            default -> activeState(queue, cycle);
        };
    }

    private String activeState(int queue, long cycle) {
        if (queues.ofFirst(queue) == 0) {
            return "waits for flits";
        }
        return links.freeCredits(queues.output(queue), cycle) > 0 ? "leaving" : links.whyNot();
    }

    private boolean asksOnlyForHeldLanes(int queue) {
        for (int output = lanes.asked(queue, 0); output >= 0; output = lanes.asked(queue, output + 1)) {
            if (lanes.holder(output) == OutputLanes.NONE) {
                return false;
            }
        }
        return true;
    }

    /** The packet that holds a lane, in words; empty where none does. */
    Map<String, Object> holder(int output) {
        int queue = lanes.holder(output);
        Map<String, Object> words = new LinkedHashMap<>();
        if (queue != OutputLanes.NONE) {
            words.put("packet", Reference.packet(packets.id(queues.first(queue))));
            words.put("fromPort", pairs.port(queue) + 1);
            words.put("fromVl", pairs.lane(queue));
        }
        return words;
    }

    /**
     * Reports the first packets that cannot go on: those whose next flit has no credit, and those that ask for lanes
     * which other packets hold all of.
     */
    void reportWaits(DeviceReport to) {
        for (int queue = 0; queue < queueCount; queue++) {
            int stage = queues.stage(queue);
            if (stage == FlitQueues.ACTIVE && queues.ofFirst(queue) > 0) {
                int slot = queues.first(queue);
                int output = queues.output(queue);
                if (links.freeCredits(output, to.cycle() - 1) == 0) {
                    to.addWait(false, queue, output, 1, packets.id(slot), packets.marks(slot));
                }
            } else if (stage == FlitQueues.ASKING && asksOnlyForHeldLanes(queue)) {
                int slot = queues.first(queue);
                for (int output = lanes.asked(queue, 0); output >= 0; output = lanes.asked(queue, output + 1)) {
                    to.addLaneWait(queue, lanes.holder(output), packets.id(slot), packets.marks(slot));
                }
            }
        }
    }
}
