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
        /** A separator waits, at whatever port: of the port by which the last packet came in before. */
        SEPARATOR_BEHIND,
        /** A packet that came in by a port waits for its way. */
        WAIT,
        /** The head of a packet that came in by a port has its way, and has not come to the next device. */
        CROSSING,
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

    /** A packet in a switch, by the port by which it came in. */
    private record Head(Kind kind, int device, int port, long since) {}

    /** Tells whether a fault that is to be placed could be at a port of a device, from 1; 0 = at the device itself. */
    interface Place {
        boolean fits(int device, int port);
    }

    private final Map<Kind, List<Stretch>> byKind = new EnumMap<>(Kind.class);
    private final Map<Open, Long> open = new HashMap<>(); // when it began
    private final Map<Open, Integer> behind = new HashMap<>(); // by separator that waits: the port of the last packet
    private final Map<Long, Head> heads = new HashMap<>(); // by packet
    private final Map<Integer, Integer> lastPort = new HashMap<>(); // by switch: where the last packet came in
    private final int lanes;

    Stretches(int lanes) {
        this.lanes = lanes;
    }

    /** Takes what is no event. */
    DeviceLog.Witness witness(int device) {
        return new DeviceLog.Witness() {
            @Override
            public void fact(long cycle, Fact fact, long a, long b, long c) {
                if (fact == Fact.SEPARATOR_APPENDED) {
                    begin(Kind.SEPARATOR, device, (int) a, b, cycle);
                    Integer port = lastPort.get(device);
                    if (port != null) {
                        behind.putIfAbsent(new Open(Kind.SEPARATOR, device, (int) a, b), port);
                    }
                }
            }

            @Override
            public void step(long cycle, int kind, long place, long packet) {
                if (kind == DeviceLog.ARRIVAL) {
                    int port = (int) place / lanes + 1;
                    comes(packet, cycle);
                    heads.put(packet, new Head(Kind.WAIT, device, port, cycle));
                    lastPort.put(device, port);
                } else if (kind == DeviceLog.GRANT) {
                    Head waiting = comes(packet, cycle);
                    if (waiting != null) {
                        heads.put(packet, new Head(Kind.CROSSING, device, waiting.port, cycle));
                    }
                } else if (kind == DeviceLog.DELIVERY) {
                    comes(packet, cycle);
                }
            }
        };
    }

    /** A packet is a step further. */
    private Head comes(long packet, long cycle) {
        Head before = heads.remove(packet);
        if (before != null) {
            add(before.kind, new Stretch(before.since, cycle, before.device, before.port));
        }
        return before;
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
        Open ended = new Open(kind, device, port, number);
        Long began = open.remove(ended);
        if (began != null) {
            add(kind, new Stretch(began, cycle, device, port));
        }
        Integer before = behind.remove(ended);
        if (before != null && began != null) {
            add(Kind.SEPARATOR_BEHIND, new Stretch(began, cycle, device, before));
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
     *
     * @param place where the fault could be; what is of no device of the fabric may be the time of any
     */
    Moment drawn(Draw draw, Place place) {
        Map<Kind, List<Stretch>> fitting = new EnumMap<>(Kind.class);
        byKind.forEach((kind, all) -> {
            List<Stretch> some =
                    all.stream().filter(one -> place.fits(one.device, one.port)).toList();
            if (!some.isEmpty()) {
                fitting.put(kind, some);
            }
        });
        Stretch stretch = Moments.drawn(fitting, draw);
        if (stretch == null) {
            return null;
        }
        int length = (int) Math.min(stretch.to() - stretch.from(), Integer.MAX_VALUE);
        return new Moment(stretch.from() + draw.below(2, length), stretch.device(), stretch.port(), true);
    }
}
