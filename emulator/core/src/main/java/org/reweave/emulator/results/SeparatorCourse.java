package org.reweave.emulator.results;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.stats.EventKind;

/** When separators of a scheme (tokens of SR, marks of DS) came in, and where: the first ones, and how many more. */
public final class SeparatorCourse {
    /** Arrivals kept. */
    static final int MOST = 20_000;

    private final List<Event> events = new ArrayList<>();
    private long left;

    void accept(Event event) {
        if (event.kind() != EventKind.SEPARATOR_ARRIVED) {
            return;
        }
        if (events.size() < MOST) {
            events.add(event);
        } else {
            left++;
        }
    }

    /** Events {@link EventKind#SEPARATOR_ARRIVED}, in order. */
    public List<Event> events() {
        return List.copyOf(events);
    }

    /** Arrivals that are not among {@link #events}. */
    public long left() {
        return left;
    }
}
