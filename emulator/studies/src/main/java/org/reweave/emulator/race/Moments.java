package org.reweave.emulator.race;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.reweave.emulator.governor.Event;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.stats.EventKind;

/** The events of a run at which a fault may be placed in another run that is the same until then. */
final class Moments {
    private static final Set<EventKind> KINDS = EnumSet.of(
            EventKind.TRAP_SENT,
            EventKind.DETECTED,
            EventKind.SWEEP_DONE,
            EventKind.CHANGE_FOUND,
            EventKind.TABLES_READY,
            EventKind.TABLES_SENT,
            EventKind.INSTALLED,
            EventKind.TABLES_STORED,
            EventKind.ACKNOWLEDGED,
            EventKind.SEPARATOR_SENT,
            EventKind.SEPARATOR_ARRIVED,
            EventKind.REPORTED,
            EventKind.ALL_STORED,
            EventKind.LANE_EMPTY,
            EventKind.DRAINED,
            EventKind.INJECTION_HALTED,
            EventKind.INJECTION_RESUMED,
            EventKind.INJECTION_LANE,
            EventKind.NIC_TOLD,
            EventKind.MIGRATED,
            EventKind.ANNOUNCED,
            EventKind.BROADCAST_RECEIVED,
            EventKind.REQUEST_CAME,
            EventKind.SMP_RETRIED,
            EventKind.UNREACHABLE,
            EventKind.RECONFIGURED,
            EventKind.MANAGER_HANGS,
            EventKind.TOOK_OVER,
            EventKind.RETIRED);

    /** A number below a bound, for a purpose. */
    interface Draw {
        int below(int purpose, int bound);
    }

    /**
     * @param device that recorded the event
     * @param port of the device that the event is of, from 1; 0 = none
     * @param isWithin whether something is under way at that moment, and no event
     */
    record Moment(long cycle, int device, int port, boolean isWithin) {
        Moment at(long other) {
            return new Moment(other, device, port, isWithin);
        }
    }

    /** @param occurrence of the request among the messages that come to the device, from 0 */
    record Asked(int device, long occurrence) {}

    private final Map<EventKind, List<Moment>> byKind = new EnumMap<>(EventKind.class);
    private final Map<Long, List<Asked>> byRequest = new TreeMap<>();
    private final Map<Integer, Long> requests = new HashMap<>(); // by device: how many have come
    private final Stretches stretches;

    private Moments(Network network) {
        this.stretches = new Stretches(network.resolved().scenario().switches().lanes());
    }

    /** The moments of a run of a network, which is made now. A run that breaks off has those until then. */
    static Moments of(Network network) {
        Moments moments = new Moments(network);
        Run run = Run.of(network, Drivers.sequential());
        run.watch(cut -> cut.recorded().forEach(moments::take));
        run.witness(moments.stretches::witness);
        try {
            run.execute();
        } catch (RuntimeException e) {
            Judge.requireOfDevices(e);
            return moments; // a broken invariant is for the run that is judged
        }
        return moments;
    }

    private void take(Event event) {
        stretches.take(event);
        if (event.kind() == EventKind.REQUEST_CAME) {
            long before = requests.merge(event.device(), 1L, Long::sum) - 1;
            byRequest
                    .computeIfAbsent(event.argument("request"), kind -> new ArrayList<>())
                    .add(new Asked(event.device(), before));
        }
        if (KINDS.contains(event.kind())) {
            byKind.computeIfAbsent(event.kind(), kind -> new ArrayList<>())
                    .add(new Moment(event.cycle(), event.device(), port(event), false));
        }
    }

    /** The port of the device that records the event; what somebody else reports of is a port of that device. */
    private static int port(Event event) {
        List<String> arguments = event.kind().arguments();
        boolean isOwn = arguments.contains("port") && !arguments.contains("reporter");
        return isOwn ? (int) event.argument("port") : 0;
    }

    /** A drawn one: each kind of event that there was is equally likely. Null = there was none. */
    Moment drawn(Draw draw) {
        return drawn(byKind, draw);
    }

    /**
     * A drawn one in the middle of something that takes time; see {@link Stretches}. Null = there was nothing.
     *
     * @param place where the fault could be
     */
    Moment drawnWithin(Draw draw, Stretches.Place place) {
        return stretches.drawn(draw, place);
    }

    /** A drawn request: each kind of request that came is equally likely. Null = none came. */
    Asked drawnRequest(Draw draw) {
        return drawn(byRequest, draw);
    }

    static <K, T> T drawn(Map<K, List<T>> byKind, Draw draw) {
        if (byKind.isEmpty()) {
            return null;
        }
        List<K> kinds = List.copyOf(byKind.keySet());
        List<T> all = byKind.get(kinds.get(draw.below(0, kinds.size())));
        return all.get(draw.below(1, all.size()));
    }
}
