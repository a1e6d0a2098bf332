package org.reweave.reconfig.explore;

import java.util.ArrayList;
import java.util.List;

/**
 * Which packets wait for which, read from the queues of one state alone: the oracle for deadlocks and their drawing.
 */
final class WaitFor {
    private final World world;
    private final int[] at; // by packet: channel behind which it is; -1 = none
    private final int[] behind; // by packet: a packet it waits for; -1 = none

    WaitFor(Model model, World world) {
        QueueHeads heads = new QueueHeads(model, world);
        this.world = world;
        this.at = new int[world.fate.length];
        this.behind = new int[world.fate.length];
        java.util.Arrays.fill(at, -1);
        java.util.Arrays.fill(behind, -1);
        for (int channel = 0; channel < world.inputs.length; channel++) {
            placeOutputs(channel);
            placeInputs(channel, heads);
        }
        for (int packet = 0; packet < at.length; packet++) {
            behind[packet] = at[packet] < 0 ? -1 : blocker(packet);
        }
    }

    private void placeInputs(int channel, QueueHeads heads) {
        long queue = world.inputs[channel];
        for (int place = 0; place < Queues.size(queue); place++) {
            int before = heads.before(queue, place);
            int packet = Queues.get(queue, place) - 1;
            at[packet] = channel;
            behind[packet] = before < 0 ? -1 : Queues.get(queue, before) - 1;
        }
    }

    private void placeOutputs(int channel) {
        int before = -1;
        for (long rest = world.outputs[channel]; rest != 0; rest = Queues.withoutFirst(rest)) {
            if (Queues.isPacket(Queues.get(rest, 0))) {
                int packet = Queues.get(rest, 0) - 1;
                at[packet] = channel;
                behind[packet] = before;
                before = packet;
            }
        }
    }

    /** The packet before it in its queue; else the first one in the way of its first way. */
    private int blocker(int packet) {
        if (behind[packet] >= 0) {
            return behind[packet];
        }
        int channel = at[packet];
        if (isIn(world.outputs[channel], packet)) {
            return first(world.inputs[channel]);
        }
        if (world.ways[packet] <= 0) {
            return -1;
        }
        int out = world.way[packet * World.WAYS];
        int queued = first(world.outputs[out]);
        return queued >= 0 ? queued : first(world.inputs[out]);
    }

    private static boolean isIn(long queue, int packet) {
        for (long rest = queue; rest != 0; rest = Queues.withoutFirst(rest)) {
            if (Queues.get(rest, 0) == packet + 1) {
                return true;
            }
        }
        return false;
    }

    private static int first(long queue) {
        for (long rest = queue; rest != 0; rest = Queues.withoutFirst(rest)) {
            if (Queues.isPacket(Queues.get(rest, 0))) {
                return Queues.get(rest, 0) - 1;
            }
        }
        return -1;
    }

    /** Packets of which each waits for the next and the last for the first; empty when there are none. */
    List<Integer> cycle() {
        for (int start = 0; start < at.length; start++) {
            List<Integer> way = new ArrayList<>();
            int packet = start;
            while (packet >= 0 && !way.contains(packet)) {
                way.add(packet);
                packet = behind[packet];
            }
            if (packet >= 0) {
                return List.copyOf(way.subList(way.indexOf(packet), way.size()));
            }
        }
        return List.of();
    }

    /** The cycle, a line per packet, and every other packet that is still in the fabric. */
    String drawing() {
        StringBuilder text = new StringBuilder();
        List<Integer> cycle = cycle();
        for (int i = 0; i < cycle.size(); i++) {
            text.append(i == 0 ? "  +-> " : "  |   ").append(line(cycle.get(i))).append('\n');
            text.append(i == cycle.size() - 1 ? "  +---- " : "  |     ").append("which waits for\n");
        }
        for (int packet = 0; packet < at.length; packet++) {
            if (at[packet] >= 0 && !cycle.contains(packet)) {
                text.append("      ").append(line(packet)).append('\n');
            }
        }
        return text.toString();
    }

    private String line(int packet) {
        int channel = at[packet];
        StringBuilder text = new StringBuilder("packet " + packet + " [" + name(world.sourceDevice(packet)) + " to "
                + name(world.destinationDevice(packet)) + ", marks 0x" + Long.toHexString(world.marks[packet])
                + "] at " + name(world.to(channel)) + " from " + name(world.from(channel)));
        if (world.ways[packet] == World.HELD) {
            text.append(", held by the agent");
        }
        for (int i = 0; i < world.ways[packet]; i++) {
            text.append(i == 0 ? ", for " : " or ").append(name(world.to(world.way[packet * World.WAYS + i])));
        }
        return text.toString();
    }

    private String name(int device) {
        return world.fabric.deviceName(device);
    }
}
