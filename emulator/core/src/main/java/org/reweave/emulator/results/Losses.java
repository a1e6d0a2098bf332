package org.reweave.emulator.results;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.stats.EventKind;

/** Where and when packets were lost: the events of the first ones, and how many more there were. */
public final class Losses {
    /** Losses kept. */
    static final int MOST = 5000;

    private final List<Event> events = new ArrayList<>();
    private long left;

    void accept(Event event) {
        if (event.kind() != EventKind.DROPPED && event.kind() != EventKind.DISCARDED) {
            return;
        }
        if (events.size() < MOST) {
            events.add(event);
        } else {
            left++;
        }
    }

    /** Events {@link EventKind#DROPPED} and {@link EventKind#DISCARDED}, in order. */
    public List<Event> events() {
        return List.copyOf(events);
    }

    /** Losses that are not among {@link #events}. */
    public long left() {
        return left;
    }
}
