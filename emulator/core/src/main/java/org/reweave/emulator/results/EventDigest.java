package org.reweave.emulator.results;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.stats.EventKind;

/** The first events of each kind, and how many there were. */
public final class EventDigest {
    /** Events kept of each kind. */
    public static final int MOST_OF_A_KIND = 200;

    /** Kinds that show the course of a reconfiguration; events of other kinds occur once per device or per packet. */
    private static final Set<EventKind> SIGNIFICANT = EnumSet.of(
            EventKind.PORT_DOWN,
            EventKind.PORT_UP,
            EventKind.DEVICE_DOWN,
            EventKind.DEVICE_UP,
            EventKind.DETECTED,
            EventKind.SWEEP_DONE,
            EventKind.TABLES_READY,
            EventKind.UNREACHABLE,
            EventKind.UNROUTABLE,
            EventKind.RECONFIGURED,
            EventKind.PLANNED_CHANGE,
            EventKind.CHANGE_FOUND,
            EventKind.DRAINED,
            EventKind.REDISCOVERY,
            EventKind.ABANDONED,
            EventKind.NICS_JOINED,
            EventKind.FLOW_GIVEN_UP,
            EventKind.MANAGER_HANGS,
            EventKind.TOOK_OVER,
            EventKind.RETIRED);

    private final Map<EventKind, Long> counts = new EnumMap<>(EventKind.class);
    private final List<Event> kept = new ArrayList<>();

    void accept(Event event) {
        if (counts.merge(event.kind(), 1L, Long::sum) <= MOST_OF_A_KIND) {
            kept.add(event);
        }
    }

    public static boolean isSignificant(EventKind kind) {
        return SIGNIFICANT.contains(kind);
    }

    /** Number of events of each kind that occurred. */
    public Map<EventKind, Long> counts() {
        return new EnumMap<>(counts);
    }

    /** The kept ones, in order. */
    public List<Event> events() {
        return List.copyOf(kept);
    }
}
