package org.reweave.emulator.measure;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayDeque;
import java.util.Deque;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;

/**
 * Counts the visits of data packets to switches that they have been in before. Packets carry no list of switches, so
 * this keeps one for each packet under way, outside of the devices; for runs in one thread.
 */
final class RepeatedVisits {
    private final int switches;
    private final Long2ObjectOpenHashMap<Trail> visited = new Long2ObjectOpenHashMap<>(); // by packet
    private final Deque<Trail> spare = new ArrayDeque<>();
    private long visits;
    private long packets;

    /** Where a packet has been. */
    private static final class Trail {
        private final IntArrayList switches = new IntArrayList();
        private boolean cameAgain;
    }

    /** @param switches devices below this number are switches */
    RepeatedVisits(int switches) {
        this.switches = switches;
    }

    /** Sees what a device does. */
    DeviceLog.Witness at(int device) {
        return new DeviceLog.Witness() {
            @Override
            public void step(long cycle, int kind, long place, long packet) {
                if (kind == DeviceLog.ARRIVAL) {
                    if (device < switches) {
                        arrived(device, packet);
                    } else {
                        left(packet);
                    }
                }
            }

            @Override
            public void event(long cycle, EventKind kind, long a, long b, long c, long d) {
                if (kind == EventKind.DROPPED || kind == EventKind.DISCARDED) {
                    left(b);
                }
            }
        };
    }

    private void arrived(int device, long packet) {
        Trail trail = visited.get(packet);
        if (trail == null) {
            trail = spare.isEmpty() ? new Trail() : spare.pop();
            visited.put(packet, trail);
        }
        if (!trail.switches.contains(device)) {
            trail.switches.add(device);
            return;
        }
        visits++;
        packets += trail.cameAgain ? 0 : 1;
        trail.cameAgain = true;
    }

    private void left(long packet) {
        Trail trail = visited.remove(packet);
        if (trail != null) {
            trail.switches.clear();
            trail.cameAgain = false;
            spare.push(trail);
        }
    }

    /** Visits to a switch that the packet had been in before. */
    long visits() {
        return visits;
    }

    /** Packets that made them. */
    long packets() {
        return packets;
    }
}
