package org.reweave.emulator.spacetime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.link.Wiring;
import org.reweave.emulator.stats.EventKind;

/**
 * Finds which event at one device caused which at another one, from what the events say of each other: a trap and its
 * detection, tables and their installation, an installation and its acknowledgement, a separator at both ends of its
 * link, a switch's broadcast and the NICs that hear it, a report of an agent to the manager. The order of events at one
 * device is a cause, too, and is not listed.
 *
 * <p>A journal does not number messages. Where a message was repeated, any of its copies may be the cause: the latest
 * one is named, as uncertain. A separator's link keeps its order, so that the first one out is the first one in.
 */
final class Causes {
    private final Wiring wiring;
    private final List<Cause> causes = new ArrayList<>();
    private final Map<List<Long>, Sent> sent = new HashMap<>(); // by what a receiver knows; never iterated
    private final Map<List<Long>, Deque<Integer>> separators = new HashMap<>(); // by receiving end; never iterated

    /** The latest of the events that can be a cause, and how many there are. */
    private record Sent(int event, int copies) {}

    private Causes(Wiring wiring) {
        this.wiring = wiring;
    }

    /** @param events in order of time */
    static List<Cause> of(List<Event> events, Wiring wiring) {
        Causes found = new Causes(wiring);
        for (int i = 0; i < events.size(); i++) {
            found.accept(i, events.get(i));
        }
        return List.copyOf(found.causes);
    }

    private void accept(int i, Event event) {
        switch (event.kind()) {
            case TRAP_SENT -> sends(i, false, EventKind.TRAP_SENT, event.device(), event.a(), event.b());
            case DETECTED -> caused(i, EventKind.TRAP_SENT, event.a(), event.b(), event.c());
            case TABLES_SENT -> sends(i, false, EventKind.TABLES_SENT, event.a(), event.b());
            case SMP_RETRIED -> retried(i, event.a());
            case INSTALLED, TABLES_STORED -> {
                // Tables that were stored come in force later, by something else than their arrival.
                if (caused(i, EventKind.TABLES_SENT, event.device(), event.a())) {
                    sent.remove(key(EventKind.TABLES_SENT, event.device(), event.a()));
                    sends(i, true, EventKind.INSTALLED, event.device(), event.a());
                }
            }
            case ACKNOWLEDGED -> caused(i, EventKind.INSTALLED, event.a(), event.b());
            case ANNOUNCED -> sends(i, true, EventKind.ANNOUNCED, event.device(), event.a());
            case BROADCAST_RECEIVED -> caused(i, EventKind.ANNOUNCED, event.a(), event.b());
            case REPORT_SENT -> {
                if (event.b() == 1) {
                    sends(i, false, EventKind.REPORT_SENT, event.device(), event.a());
                }
            }
            case REPORTED -> caused(i, EventKind.REPORT_SENT, event.a(), event.b());
            case SEPARATOR_SENT -> separatorSent(i, event);
            case SEPARATOR_ARRIVED, SEPARATOR_LOST -> separatorCame(i, event);
            default -> {}
        }
    }

    private static List<Long> key(EventKind kind, long... what) {
        List<Long> key = new ArrayList<>();
        key.add((long) kind.ordinal());
        for (long value : what) {
            key.add(value);
        }
        return key;
    }

    /** @param anew whether copies that were sent before are over */
    private void sends(int i, boolean anew, EventKind kind, long... what) {
        sent.merge(key(kind, what), new Sent(i, 1), (old, one) -> new Sent(i, anew ? 1 : old.copies() + 1));
    }

    /** An SMP to a device was sent again: the tables may have come with the first copy or with the second. */
    private void retried(int i, long target) {
        sent.put(key(EventKind.SMP_RETRIED, target), new Sent(i, 1));
    }

    private boolean caused(int i, EventKind kind, long... what) {
        Sent cause = sent.get(key(kind, what));
        if (cause == null) {
            return false;
        }
        Sent again = sent.get(key(EventKind.SMP_RETRIED, what[0]));
        boolean repeated = kind == EventKind.TABLES_SENT && again != null && again.event() > cause.event();
        causes.add(new Cause(repeated ? again.event() : cause.event(), i, cause.copies() == 1 && !repeated));
        return true;
    }

    private void separatorSent(int i, Event event) {
        int port = (int) event.a() - 1;
        int peer = wiring.peer(event.device(), port, event.cycle());
        int peerPort = wiring.peerPort(event.device(), port, event.cycle());
        List<Long> end = key(EventKind.SEPARATOR_SENT, peer, peerPort + 1, event.b(), event.c());
        separators.computeIfAbsent(end, none -> new ArrayDeque<>()).add(i);
    }

    private void separatorCame(int i, Event event) {
        List<Long> end = key(EventKind.SEPARATOR_SENT, event.device(), event.a(), event.b(), event.c());
        Deque<Integer> onTheWay = separators.get(end);
        if (onTheWay != null && !onTheWay.isEmpty()) {
            causes.add(new Cause(onTheWay.remove(), i, true));
        }
    }
}
