package org.reweave.emulator.race;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Separation;
import org.reweave.reconfig.spi.Verdict;
import org.reweave.routing.topology.Fabric;

/**
 * Follows packets that take the lane which a change has emptied as their escape: {@link Promise#ESCAPE_KEPT}; and holds
 * verdicts on heads without room against the rule that they are discarded between two changes of which the first was
 * given up after that lane had been empty: {@link Promise#OLD_HEADS_DISCARDED}.
 */
final class EscapeWatch {
    private static final long AT_START = 0;

    private final Fabric fabric;
    private final int lanes;
    private final int escape;
    private final Separation separation;
    private final ObjLongConsumer<Promise> breaks;
    private final Map<Long, Integer> laneOf = new HashMap<>(); // by packet: where it comes in next
    private final Map<Long, Long> escaped = new HashMap<>(); // by packet: the change whose escape it has taken
    private final Map<Long, Boolean> discarding = new HashMap<>(); // by change, as its manager has to tell it
    private final Set<Long> unjudged = new HashSet<>(); // changes of which that is not known
    private final Set<Long> inForce = new HashSet<>(); // changes whose tables some switch has used

    /**
     * @param separation of a scheme with an escape
     * @param breaks gets each broken promise with its cycle
     */
    EscapeWatch(Network network, Separation separation, ObjLongConsumer<Promise> breaks) {
        this.fabric = network.fabric();
        this.lanes = network.resolved().scenario().switches().lanes();
        this.escape = separation.escape().getAsInt();
        this.separation = separation;
        this.breaks = breaks;
    }

    /** The witness of a device. */
    DeviceLog.Witness of(int device) {
        return device >= fabric.deviceCount()
                ? new Manager()
                : fabric.isSwitch(device) ? new Switch() : new DeviceLog.Witness() {};
    }

    /**
     * Of two managers each goes by its own changes; one that takes over does not know what the other one began last. No
     * event tells when a change without tables has brought the last ones everywhere, so those behind it are not judged
     * until the lane has been empty again.
     */
    private final class Manager implements DeviceLog.Witness {
        private long emptied; // the last change in which the lane was empty
        private long withoutTables; // the last change for which there were none
        private boolean isUnknown; // whether such a one, in which the lane was empty, is complete
        private boolean isMixed; // the lane was, or may have been, empty in a change that is not complete

        @Override
        public void event(long cycle, EventKind kind, long a, long b, long c, long d) {
            switch (kind) {
                case LANE_EMPTY -> {
                    emptied = a;
                    isUnknown = a == withoutTables;
                    isMixed = true;
                }
                case RECONFIGURED -> isMixed &= a != emptied;
                case TOOK_OVER -> {
                    isUnknown = false;
                    isMixed = true;
                }
                case UNROUTABLE -> withoutTables = a;
                case CONTROL_FLOODED -> {
                    long change = separation.change().applyAsLong(b);
                    if (isUnknown) {
                        unjudged.add(change);
                    }
                    discarding.putIfAbsent(change, isMixed);
                }
                default -> {
                    // leaves the lane alone
                }
            }
        }
    }

    private final class Switch implements DeviceLog.Witness {
        private long begun = AT_START; // the last change that it empties the lane for
        private long tables = AT_START;
        private boolean isLate; // others used the tables of that change when it began

        @Override
        public void step(long cycle, int kind, long place, long packet) {
            if (kind == DeviceLog.ARRIVAL) {
                laneOf.put(packet, (int) place % lanes);
            } else if (kind == DeviceLog.GRANT) {
                granted(packet, (int) (place & 0xffff) % lanes, cycle);
            }
        }

        private void granted(long packet, int to, long cycle) {
            Integer from = laneOf.remove(packet);
            if (from == null) {
                return;
            }
            if (from != escape && to == escape && tables == begun) {
                escaped.put(packet, begun);
            } else if (from == escape && to != escape && escaped.getOrDefault(packet, -1L) == begun) {
                breaks.accept(Promise.ESCAPE_KEPT, cycle);
            }
        }

        @Override
        public void event(long cycle, EventKind kind, long a, long b, long c, long d) {
            switch (kind) {
                case INSTALLED -> {
                    tables = b;
                    inForce.add(b);
                }
                case DROPPED, DISCARDED -> {
                    laneOf.remove(b);
                    escaped.remove(b);
                }
                case DEVICE_DOWN -> {
                    begun = AT_START;
                    tables = AT_START;
                    isLate = true;
                }
                default -> {
                    // leaves packets where they are
                }
            }
        }

        @Override
        public void fact(long cycle, Fact fact, long a, long b, long c) {
            if (fact == Fact.SEPARATOR_APPENDED && b == escape) {
                long change = separation.change().applyAsLong(c);
                if (change > begun) {
                    begun = change;
                    isLate = inForce.contains(change);
                }
            } else if (fact == Fact.NO_ROOM && !isLate && !unjudged.contains(begun)) {
                boolean isMeant = tables < begun && discarding.getOrDefault(begun, false);
                if (Verdict.isDiscard((int) b) != isMeant) {
                    breaks.accept(Promise.OLD_HEADS_DISCARDED, cycle);
                }
            }
        }
    }
}
