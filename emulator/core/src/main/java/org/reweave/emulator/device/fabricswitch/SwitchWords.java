package org.reweave.emulator.device.fabricswitch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.device.Reference;
import org.reweave.emulator.link.PortLanes;
import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.link.Wire;

/** Says in words which packets a switch holds and what they wait for, at the end of a cycle that is over. */
final class SwitchWords {
    private static final String STORED = "stored until its last flit has come";

    private final PortLanes pairs;
    private final QueueNumbers numbers;
    private final boolean storesAll;
    private final PacketArena packets;
    private final InputStage inputs;
    private final Crossbar crossbar;
    private final OutputStage outputs;
    private final SchemeSite scheme;
    private final Transmitter links;

    SwitchWords(
            SwitchParameters parameters,
            QueueNumbers numbers,
            PacketArena packets,
            InputStage inputs,
            Crossbar crossbar,
            OutputStage outputs,
            SchemeSite scheme,
            Transmitter links) {
        this.pairs = PortLanes.of(parameters.lanes());
        this.numbers = numbers;
        this.storesAll = parameters.switching() == Switching.STORE_AND_FORWARD;
        this.packets = packets;
        this.inputs = inputs;
        this.crossbar = crossbar;
        this.outputs = outputs;
        this.scheme = scheme;
        this.links = links;
    }

    /** The packets of an input pair: queue by queue from the front, then those that are not routed yet. */
    List<Map<String, Object>> input(int pair, long cycle) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (int queue = numbers.first(pair); queue < numbers.first(pair + 1); queue++) {
            for (int i = 0; i < inputs.size(queue); i++) {
                Map<String, Object> words = packet(inputs.get(queue, i), waits(queue, i, cycle));
                if (numbers.perPair() > 1) {
                    words.put("queue", queue - numbers.first(pair));
                }
                all.add(words);
            }
        }
        for (int i = 0; i < inputs.unroutedCount(pair); i++) {
            all.add(packet(inputs.unrouted(pair, i), waitsUnrouted(pair, i, cycle)));
        }
        return all;
    }

    private String waitsUnrouted(int pair, int position, long cycle) {
        boolean isBehind = position > 0 || numbers.perPair() == 1 && inputs.size(pair) > 0;
        if (isBehind) {
            return "behind others";
        }
        return storesAll && packets.last(inputs.unrouted(pair, 0)) > cycle ? STORED : "being routed";
    }

    /** The packets of an output's buffer, from its front. */
    List<Map<String, Object>> output(int output, long cycle) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (int i = 0; i < outputs.size(output); i++) {
            all.add(packet(outputs.get(output, i), waitsInBuffer(output, i, cycle)));
        }
        return all;
    }

    private Map<String, Object> packet(int slot, String state) {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("packet", Reference.packet(packets.id(slot)));
        words.put("to", Reference.lid(Wire.destination(packets.route(slot))));
        words.put("flits", packets.flits(slot));
        if (packets.output(slot) >= 0) {
            words.put("outPort", pairs.port(packets.output(slot)) + 1);
            words.put("outVl", pairs.lane(packets.output(slot)));
        }
        words.put("state", state);
        return words;
    }

    private String waits(int queue, int position, long cycle) {
        int slot = inputs.get(queue, position);
        if (packets.has(slot, PacketArena.DROPPED)) {
            return "dropped";
        }
        if (packets.has(slot, PacketArena.SENT) || position == 0 && inputs.crossingTo(queue) >= 0) {
            return "leaving";
        }
        if (position > 0) {
            return "behind others";
        }
        List<String> reasons = crossbar.waits(queue, cycle);
        if (!reasons.isEmpty()) {
            return String.join(", ", reasons);
        }
        return packets.output(slot) == PacketArena.HELD
                ? "held for " + scheme.agent().holdsFor()
                : STORED;
    }

    private String waitsInBuffer(int output, int position, long cycle) {
        int slot = outputs.get(output, position);
        if (position > 0) {
            return "behind others";
        }
        if (packets.sendAt(slot) > cycle) {
            return "leaving";
        }
        boolean hasCredit = links.freeCredits(output, cycle) >= outputs.credits(slot);
        return hasCredit ? "link taken" : "no credit";
    }
}
