package org.reweave.emulator.governor;

import org.reweave.emulator.stats.EventKind;

/**
 * A significant event of a run.
 *
 * @param sequence number of the event at its device, from 0
 * @param a first of the arguments that {@link EventKind} names; unused ones are 0
 */
public record Event(long cycle, int device, long sequence, EventKind kind, long a, long b, long c, long d)
        implements Comparable<Event> {
    /** The argument at a position of {@link EventKind#arguments}. */
    public long argument(int i) {
        return switch (i) {
            case 0 -> a;
            case 1 -> b;
            case 2 -> c;
            default -> d;
        };
    }

    /** By (cycle, device, sequence): the order of every listing. */
    @Override
    public int compareTo(Event other) {
        int order = Long.compare(cycle, other.cycle);
        order = order != 0 ? order : Integer.compare(device, other.device);
        return order != 0 ? order : Long.compare(sequence, other.sequence);
    }
}
