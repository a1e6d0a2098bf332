package org.reweave.emulator.race;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reweave.emulator.device.Smp;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.race.Moments.Draw;
import org.reweave.emulator.race.Moments.Moment;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.Fact;

/**
 * The stretches of a run's time in which something is under way at a device, so that a fault can be placed in the
 * middle of it: an event tells when it began or ended, and a fault just before or behind may be too early or too late.
 */
final class Stretches {
    private enum Kind {
        /** A separator waits for a port's link. */
        SEPARATOR,
        /** An update is on its way to a device, or its answer back. */
        UPDATE,
        /** A device keeps tables that are not in force. */
        STORED,
        /** A NIC does not inject. */
        HALT,
        /** A NIC hangs. */
        HANG,
        /** A port is down, as its device sees it. */
        OUTAGE,
        /** The manager discovers the fabric. */
        DISCOVERY,
        /** A change is under way. */
        CHANGE,
        /** The manager hangs, and the other one has not taken over yet. */
        VACANCY,
        /** A manager has taken over, and its first change is not complete. */
        TAKEOVER,
        /** Two managers take themselves for the one in charge. */
        TWO_MANAGERS
    }

    private static final int NO_DEVICE = -1; // of what is between two managers

    /** @param port of the device, from 1; 0 = it is of the whole device */
    private record Stretch(long from, long to, int device, int port) {}

    /**
     * @param number tells apart what is under way at one place; separators go out in their order, so the first counts
     */
    private record Open(Kind kind, int device, int port, long number) {}

    private final Map<Kind, List<Stretch>> byKind = new EnumMap<>(Kind.class);
    private final Map<Open, Long> open = new HashMap<>(); // when it began

    /** Takes what is no event. */
    DeviceLog.Witness witness(int device) {
        return new DeviceLog.Witness() {
            @Override
            public void fact(long cycle, Fact fact, long a, long b, long c) {
                if (fact == Fact.SEPARATOR_APPENDED) {
                    begin(Kind.SEPARATOR, device, (int) a, b, cycle);
                }
            }
        };
    }

    void take(Event event) {
        int device = event.device();
        long cycle = event.cycle();
        switch (event.kind()) {
            case SEPARATOR_SENT, SEPARATOR_LOST ->
                end(Kind.SEPARATOR, device, (int) event.argument("port"), event.argument("vl"), cycle);
            case REQUEST_SENT -> {
                if (event.argument("request") == Smp.UPDATE) {
                    begin(Kind.UPDATE, (int) event.argument("target"), 0, event.argument("number"), cycle);
                }
            }
            case ANSWER_CAME -> end(Kind.UPDATE, (int) event.argument("target"), 0, event.argument("number"), cycle);
            case TABLES_STORED -> begin(Kind.STORED, device, 0, 0, cycle);
            case INSTALLED -> end(Kind.STORED, device, 0, 0, cycle);
            case INJECTION_HALTED -> begin(Kind.HALT, device, 0, 0, cycle);
            case INJECTION_RESUMED -> end(Kind.HALT, device, 0, 0, cycle);
            case PORT_DOWN -> begin(Kind.OUTAGE, device, (int) event.argument("port"), 0, cycle);
            case PORT_UP -> end(Kind.OUTAGE, device, (int) event.argument("port"), 0, cycle);
            case DISTURBED -> {
                if (event.argument("site") == Site.NIC_HANG.ordinal()) {
                    int nic = (int) event.argument("target");
                    add(Kind.HANG, new Stretch(cycle, cycle + event.argument("amount"), nic, 0));
                }
            }
            case SWEEP_DONE -> add(Kind.DISCOVERY, new Stretch(event.argument("began"), cycle, device, 0));
            case CHANGE_FOUND -> begin(Kind.CHANGE, device, 0, event.argument("change"), cycle);
            case RECONFIGURED, ABANDONED -> {
                end(Kind.CHANGE, device, 0, event.argument("change"), cycle);
                end(Kind.TAKEOVER, device, 0, 0, cycle);
            }
            case MANAGER_HANGS -> begin(Kind.VACANCY, NO_DEVICE, 0, 0, cycle);
            case TOOK_OVER -> {
                end(Kind.VACANCY, NO_DEVICE, 0, 0, cycle);
                begin(Kind.TAKEOVER, device, 0, 0, cycle);
                begin(Kind.TWO_MANAGERS, NO_DEVICE, 0, 0, cycle);
            }
            case RETIRED -> end(Kind.TWO_MANAGERS, NO_DEVICE, 0, 0, cycle);
            default -> {
                // is over when it happens
            }
        }
    }

    private void begin(Kind kind, int device, int port, long number, long cycle) {
        open.putIfAbsent(new Open(kind, device, port, number), cycle);
    }

    private void end(Kind kind, int device, int port, long number, long cycle) {
        Long began = open.remove(new Open(kind, device, port, number));
        if (began != null) {
            add(kind, new Stretch(began, cycle, device, port));
        }
    }

    private void add(Kind kind, Stretch stretch) {
        if (stretch.from() > 0 && stretch.from() < stretch.to()) {
            byKind.computeIfAbsent(kind, none -> new ArrayList<>()).add(stretch);
        }
    }

    /**
     * A moment in a drawn stretch: each kind is equally likely that there was, and each cycle but that in which the
     * stretch ended. Null = there was none.
     */
    Moment drawn(Draw draw) {
        Stretch stretch = Moments.drawn(byKind, draw);
        if (stretch == null) {
            return null;
        }
        int length = (int) Math.min(stretch.to() - stretch.from(), Integer.MAX_VALUE);
        return new Moment(stretch.from() + draw.below(2, length), stretch.device(), stretch.port(), true);
    }
}
