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
 * detection, a request of the manager, its arrival and the answer, a separator at both ends of its link, a broadcast of
 * a switch or of the manager and the devices that hear it, a report of an agent to the manager. The order of events at
 * one device is a cause, too, and is not listed: tables are in force by the request that has come just before.
 *
 * <p>Requests and broadcasts have numbers. Where a message was sent again, any of its copies may be the cause: the
 * latest one is named, as uncertain. A separator's link keeps its order, so that the first one out is the first one in.
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
            case REQUEST_SENT -> sends(i, false, EventKind.REQUEST_SENT, event.c());
            case REQUEST_CAME -> {
                caused(i, EventKind.REQUEST_SENT, event.b());
                sends(i, false, EventKind.REQUEST_CAME, event.b());
            }
            case ANSWER_CAME -> caused(i, EventKind.REQUEST_CAME, event.c());
            case CONTROL_FLOODED -> sends(i, true, EventKind.CONTROL_FLOODED, event.a());
            case CONTROL_HEARD -> caused(i, EventKind.CONTROL_FLOODED, event.a());
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

    private void caused(int i, EventKind kind, long... what) {
        Sent cause = sent.get(key(kind, what));
        if (cause != null) {
            causes.add(new Cause(cause.event(), i, cause.copies() == 1));
        }
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
