package org.reweave.emulator.race;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.ObjLongConsumer;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Separation;

/**
 * Compares what devices have with what the manager meant them to have, and numbers and times of messages with those
 * that they were sent with: {@link Promise#TABLES_AS_COMPUTED}, {@link Promise#ONE_TABLE_OF_AN_EPOCH},
 * {@link Promise#NUMBERS_KEPT} and, of single requests and of the manager's own timers, {@link Promise#TIMEOUTS_KEPT}.
 * A device hears of nothing before the manager has sent it, so facts need no order but that in which devices step.
 */
final class FactWatch {
    /** An update of a device. */
    private record Update(long device, long change) {}

    /** Tables of a switch under an epoch, or under another argument that the manager sends with them. */
    private record Epoch(int device, long argument) {}

    /** Where packets of a sender arrive. */
    private record Flood(int device, long sender) {}

    /** A timer of a manager, or of a switch's agent. */
    private record Timer(int device, long number) {}

    /** Of two managers each has its requests: until one takes over, both number them from 1. */
    private record Numbered(int manager, long request) {}

    /** What a manager has heard: one that takes over need not know what the other one was told. */
    private record Heard(int manager, long device) {}

    /** A request without an answer. */
    private static final class Request {
        private long triedAt;
        private int tries;
    }

    private final long timeout;
    private final int retries;
    private final ObjLongConsumer<Promise> breaks;
    private final TransportWatch flows;
    private final int switches;
    private final LongPredicate asks; // control packets that name no report: SeparatorWatch judges them
    private final Map<Integer, SilenceWatch> managers = new HashMap<>(); // by device
    private final Map<Update, Set<Long>> meant = new HashMap<>(); // digests
    private final Map<Integer, Long> held = new HashMap<>(); // by device: digest of the last tables or paths
    private final Map<Epoch, Long> ofEpoch = new HashMap<>(); // digests
    private final Map<Numbered, Request> requests = new HashMap<>();
    private final Map<Timer, Long> timers = new HashMap<>(); // when each runs out
    private final Map<Heard, Set<Long>> reports = new HashMap<>(); // what came to a manager
    private final Map<Flood, Long> floods = new HashMap<>(); // last number

    /** @param breaks gets each broken promise with its cycle */
    FactWatch(Network network, ObjLongConsumer<Promise> breaks) {
        this.timeout = network.resolved().scenario().manager().timeout();
        this.retries = network.resolved().scenario().manager().retries();
        this.breaks = breaks;
        this.flows = new TransportWatch(network, breaks);
        this.switches = network.fabric().switchCount();
        ReconfigurationChoice choice = network.resolved().scenario().reconfiguration();
        this.asks = choice.description()
                .flatMap(scheme -> scheme.separation(choice.options()))
                .map(Separation::asks)
                .orElse(control -> false);
    }

    /** The witness of a device. */
    DeviceLog.Witness of(int device) {
        return new DeviceLog.Witness() {
            @Override
            public void event(long cycle, EventKind kind, long a, long b, long c, long d) {
                take(cycle, device, kind, a, b, c, d);
            }

            @Override
            public void fact(long cycle, Fact fact, long a, long b, long c) {
                take(cycle, device, fact, a, b, c);
            }
        };
    }

    /** Takes a fact of a device. */
    void take(long cycle, int device, Fact fact, long a, long b, long c) {
        if (fact == Fact.DISCOVERY_BEGUN) {
            managers.putIfAbsent(device, new SilenceWatch(switches, breaks));
        }
        if (managers.containsKey(device)) {
            managers.get(device).take(cycle, fact, a, b);
        }
        switch (fact) {
            case DISCOVERY_BEGUN, ASKED_IN_VAIN, NIC_FOUND -> {
                // of silence
            }
            case UPDATE_BEGUN ->
                meant.computeIfAbsent(new Update(a, b), none -> new HashSet<>()).add(c);
            case UPDATE_HELD -> {
                held.put(device, c);
                if (!meant.getOrDefault(new Update(device, a), Set.of()).contains(c)) {
                    breaks.accept(Promise.TABLES_AS_COMPUTED, cycle);
                }
            }
            case ANSWER_TAKEN -> {
                if (a != b || requests.remove(new Numbered(device, a)) == null) {
                    breaks.accept(Promise.NUMBERS_KEPT, cycle);
                }
            }
            case TRY_OVER -> tryOver(requests.get(new Numbered(device, a)), b == 1, cycle);
            case TIMER_SET -> timers.put(new Timer(device, a), b);
            case TIMER_OVER -> {
                Long due = timers.remove(new Timer(device, a));
                if (due == null || due != cycle) {
                    breaks.accept(Promise.TIMEOUTS_KEPT, cycle);
                }
            }
            case FLOOD_TAKEN -> {
                Long before = floods.put(new Flood(device, a), b);
                if (before != null && before >= b) {
                    breaks.accept(Promise.NUMBERS_KEPT, cycle);
                }
            }
            case CONTROL_SENT -> {
                if (!asks.test(b)
                        && reports.getOrDefault(new Heard(device, a), Set.of()).contains(b)) {
                    breaks.accept(Promise.REPORTS_KEPT, cycle);
                }
            }
            case GIVEN_UP -> {
                if (c == 1) {
                    breaks.accept(Promise.NO_DISCARD_WITH_ROOM, cycle);
                }
            }
            case FLOW_TAKEN, FLOW_HANDED_OVER, FLOW_ENDED, WENT_OVER -> flows.take(cycle, device, fact, a, b);
            case STORED_ASKED, ROUTED, NO_ROOM, SEPARATOR_APPENDED, CONTROL_TAKEN, FLOW_REPEATED -> {
                // of packets, separators and paths
            }
        }
    }

    /** Takes an event of a device. */
    void take(long cycle, int device, EventKind kind, long a, long b, long c, long d) {
        if (managers.containsKey(device)) {
            managers.get(device).take(cycle, kind, a, c, d);
        }
        if (kind == EventKind.REQUEST_SENT) {
            Request request = requests.computeIfAbsent(new Numbered(device, c), none -> new Request());
            request.triedAt = cycle;
            request.tries++;
        } else if (kind == EventKind.DEVICE_DOWN) {
            timers.keySet().removeIf(timer -> timer.device == device);
            reports.keySet().removeIf(heard -> heard.device == device);
        } else if (kind == EventKind.TIMED_OUT) {
            flows.timedOut(cycle, device, (int) a, b);
        } else if (kind == EventKind.INSTALLED && device < switches && b != ManagerEffect.UNTOLD) {
            Long digest = held.get(device);
            Long before = ofEpoch.putIfAbsent(new Epoch(device, b), digest);
            if (before != null && !before.equals(digest)) {
                breaks.accept(Promise.ONE_TABLE_OF_AN_EPOCH, cycle);
            }
        } else if (kind == EventKind.MANAGER_HANGS) {
            timers.replaceAll((timer, due) -> timer.device == device && due >= cycle ? Math.max(due, a) : due);
        } else if (kind == EventKind.RETIRED) {
            retired(device);
        } else if (kind == EventKind.REPORTED) {
            reports.computeIfAbsent(new Heard(device, a), none -> new HashSet<>())
                    .add(b);
        }
    }

    /** A manager gives everything up, and has a copy of what the other one knows if it takes over again. */
    private void retired(int manager) {
        managers.remove(manager);
        timers.keySet().removeIf(timer -> timer.device == manager);
        requests.keySet().removeIf(request -> request.manager == manager);
        reports.keySet().removeIf(heard -> heard.manager == manager);
    }

    /** The run has ended at a cycle. */
    void ended(long cycle) {
        managers.values().forEach(manager -> manager.passed(cycle));
    }

    /** A clock that runs fast makes a time-out shorter, by half at most. */
    private void tryOver(Request request, boolean isLast, long cycle) {
        boolean isEarly = request == null || cycle - request.triedAt < timeout / 2;
        if (isEarly || isLast && request.tries <= retries) {
            breaks.accept(Promise.TIMEOUTS_KEPT, cycle);
        }
    }
}
