package org.reweave.emulator.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.stats.EventKind;

/** The first events of some kinds in a run, and how many more there were. */
public final class FirstEvents {
    private final int most;
    private final Set<EventKind> kinds;
    private final List<Event> events = new ArrayList<>();
    private long left;

    /** @param most events that are kept */
    FirstEvents(int most, EventKind... kinds) {
        this.most = most;
        this.kinds = Set.of(kinds);
    }

    void accept(Event event) {
        if (!kinds.contains(event.kind())) {
            return;
        }
        if (events.size() < most) {
            events.add(event);
        } else {
            left++;
        }
    }

    /** Events that are kept, in order. */
    public List<Event> events() {
        return List.copyOf(events);
    }

    /** Events that are not among {@link #events}. */
    public long left() {
        return left;
    }
}
