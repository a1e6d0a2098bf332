package org.reweave.emulator.governor;

import org.reweave.emulator.stats.EventKind;

/**
 * A significant event of a run.
 *
 * @param sequence number of the event at its device, from 0
 * @param a first of the arguments that {@link EventKind} names; unused ones are 0
 * @param change number of the manager's change that the event belongs to; 0 = none
 */
public record Event(
        long cycle, int device, long sequence, EventKind kind, long a, long b, long c, long d, long e, long change)
        implements Comparable<Event> {
    /** An event that belongs to no change in particular. */
    public Event(long cycle, int device, long sequence, EventKind kind, long a, long b, long c, long d) {
        this(cycle, device, sequence, kind, a, b, c, d, 0, 0);
    }

    /** The argument at a position of {@link EventKind#arguments}. */
    public long argument(int i) {
        return switch (i) {
            case 0 -> a;
            case 1 -> b;
            case 2 -> c;
            case 3 -> d;
            default -> e;
        };
    }

    /**
     * The argument that {@link EventKind#arguments} gives this name.
     *
     * @throws IllegalArgumentException when events of this kind have no such argument
     */
    public long argument(String name) {
        return argument(kind.position(name));
    }

    /** Order of every listing of events: by (cycle, device, sequence). */
    @Override
    public int compareTo(Event other) {
        int order = Long.compare(cycle, other.cycle);
        order = order != 0 ? order : Integer.compare(device, other.device);
        return order != 0 ? order : Long.compare(sequence, other.sequence);
    }
}
