package org.reweave.emulator.race;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.spi.ManagerEffect;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Separation;
import org.reweave.reconfig.spi.Separation.Behind;
import org.reweave.reconfig.spi.Separation.Claim;
import org.reweave.routing.topology.Fabric;

/**
 * Holds what switches claim of packets, and the order of packets and separators on each channel, against the packets
 * themselves: {@link Promise#OLD_PACKETS_GONE}, {@link Promise#CLAIMS_AWAITED}, {@link Promise#SEPARATORS_IN_ORDER},
 * {@link Promise#SEPARATORS_ANSWERED}; and discards against the order in which tables and packets came. A device is
 * judged by the device's own steps, in their order, so that devices may be ahead of each other.
 */
final class SeparatorWatch {
    /** Promises that nobody else judges. */
    static final Set<Promise> JUDGES = Set.of(
            Promise.OLD_PACKETS_GONE,
            Promise.CLAIMS_AWAITED,
            Promise.SEPARATORS_IN_ORDER,
            Promise.SEPARATORS_REPEATED,
            Promise.SEPARATORS_ANSWERED,
            Promise.TABLES_BEFORE_SEPARATORS,
            Promise.ROUTED_BY_ITS_CHANGE);

    private static final long NEVER_OLD = Long.MAX_VALUE;
    private static final long NOT_ASKED = -1;
    private static final long NEVER_BACK = -1;
    private static final long NEVER_MISSED = -1;

    private final Fabric fabric;
    private final int lanes;
    private final Separation separation;
    private final Set<Integer> missing = new HashSet<>(); // links that are down at the start
    private final Map<Long, Long> sentBehind = new HashMap<>(); // by packet: the change that the last sender knew
    private final List<WatchedSwitch> switches = new ArrayList<>();
    private final Map<Long, Long> arguments = new HashMap<>(); // by change: those of its tables
    private final List<Asked> asked = new ArrayList<>(); // since tables came in force last
    private long newest; // change whose tables are in force anywhere
    private boolean missesSwitches; // a switch has failed, has not answered, or was not found
    private long missedAt = NEVER_MISSED; // when that was so last
    private long foundFrom = NEVER_MISSED; // when the last discovery began that found all switches
    private long foundAt = NEVER_MISSED; // when it ended
    private DeviceLog.Witness inCharge; // of two managers the one that took over last
    private final Map<Long, Long> firstAppended = new HashMap<>(); // by change: when a separator went out first
    private final Map<Promise, List<Long>> broken = new EnumMap<>(Promise.class); // at which cycles

    SeparatorWatch(Network network, Separation separation) {
        this.fabric = network.fabric();
        this.lanes = network.resolved().scenario().switches().lanes();
        this.separation = separation;
        network.resolved().faults().stream()
                .filter(fault -> fault.at() == 0 && fault.element() == PlannedFault.Element.LINK)
                .forEach(fault -> missing.add(fault.number()));
    }

    /** The witness of a device. */
    DeviceLog.Witness of(int device) {
        if (device >= fabric.deviceCount()) {
            WatchedManager manager = new WatchedManager();
            inCharge = device == fabric.deviceCount() ? manager : inCharge;
            return manager;
        }
        return fabric.isSwitch(device) ? new WatchedSwitch(device) : new WatchedNic(device);
    }

    /** Broken promises, each with the cycles at which that happened. */
    Map<Promise, List<Long>> broken() {
        return broken;
    }

    private SeparatorSends sends(int device) {
        return new SeparatorSends(fabric.portCount(device), lanes, separation, this::breaks);
    }

    private void breaks(Promise promise, long cycle) {
        broken.computeIfAbsent(promise, first -> new ArrayList<>()).add(cycle);
    }

    /** A device that sends separators, and may route. */
    private interface Watched extends DeviceLog.Witness {
        @Override
        default void fact(long cycle, Fact fact, long a, long b, long c) {
            switch (fact) {
                case SEPARATOR_APPENDED -> appended(cycle, (int) a, (int) b, c);
                case STORED_ASKED -> asked(a);
                case ROUTED -> routed(a, cycle);
                case CONTROL_TAKEN -> told(a);
                default -> {
                    // says nothing about separators
                }
            }
        }

        /** The agent appends a separator; ports from 1. */
        void appended(long cycle, int port, int lane, long mark);

        /** The stored tables are asked for the way of the packet that is routed next. */
        default void asked(long argument) {
            throw new IllegalStateException("stored tables of a device that stores none");
        }

        /** A control word has come. */
        default void told(long control) {}

        default void routed(long packet, long cycle) {
            throw new IllegalStateException("a packet is routed by a device that routes none");
        }
    }

    private void misses(long cycle) {
        missesSwitches = true;
        missedAt = Math.max(missedAt, cycle);
    }

    /** Whether the manager reaches every switch, as far as its last discovery and all that came since tell. */
    private boolean reachesAll() {
        return !missesSwitches || foundFrom > missedAt;
    }

    /** Tables of a change are in force for the first time: what was asked before has been for these, or older ones. */
    private void begun(long change) {
        if (change > newest) {
            newest = change;
            long needed = separation.before().applyAsLong(change);
            asked.stream()
                    .filter(each -> each.claimed >= needed)
                    .forEach(each -> breaks(Promise.REPORTS_KEPT, each.at));
            asked.clear();
        }
    }

    /**
     * The manager asks a switch.
     *
     * @param claimed the last change that the switch had claimed by then
     */
    private record Asked(long claimed, long at) {}

    /** Notices that the manager does not reach every switch, which then need not claim anything. */
    private final class WatchedManager implements DeviceLog.Witness {
        private final Map<Long, Long> claims = new HashMap<>(); // by switch: the last change of any that came

        @Override
        public void fact(long cycle, Fact fact, long a, long b, long c) {
            if (fact == Fact.CONTROL_SENT && separation.asks().test(b) && !missesSwitches) {
                asked.add(new Asked(claims.getOrDefault(a, 0L), cycle));
            }
        }

        @Override
        public void event(long cycle, EventKind kind, long a, long b, long c, long d) {
            boolean isWhole = kind == EventKind.SWEEP_DONE && a == fabric.switchCount();
            boolean isMissing = kind == EventKind.SWEEP_DONE && !isWhole;
            if (kind == EventKind.TOOK_OVER) {
                inCharge = this;
                missedAt = missesSwitches ? Math.max(missedAt, cycle) : missedAt; // until this one has looked
            } else if (kind == EventKind.RETIRED) {
                claims.clear(); // if it takes over again, it has a copy of what the other one knows
            }
            if (kind == EventKind.UNREACHABLE || kind == EventKind.REDISCOVERY || isMissing) {
                misses(cycle);
            } else if (isWhole && inCharge == this) {
                foundFrom = d;
                foundAt = cycle;
            }
            if (kind == EventKind.REPORTED) {
                separation.report().apply(b).ifPresent(claim -> claims.merge(a, claim.change(), Math::max));
            }
            if (kind == EventKind.RECONFIGURED
                    && inCharge == this
                    && reachesAll()
                    && separation.atEnd().isPresent()) {
                int lane = separation.atEnd().getAsInt();
                long change = arguments.getOrDefault(a, 0L);
                if (switches.stream().anyMatch(each -> each.made.getOrDefault(lane, 0L) < change)) {
                    breaks(Promise.CLAIMS_AWAITED, cycle);
                }
            }
        }
    }

    /** Knows the epoch of a NIC. */
    private final class WatchedNic implements Watched {
        private final SeparatorSends sends;
        private final Map<Integer, Long> came = new HashMap<>(); // by VL: change of the separator, of one cycle
        private long cameAt;
        private long change;
        private long calledOff; // the last change that it has been told is over

        WatchedNic(int device) {
            this.sends = sends(device);
        }

        @Override
        public void appended(long cycle, int port, int lane, long mark) {
            sends.appended(port, lane, mark, cycle);
        }

        @Override
        public void told(long control) {
            if (separation.callsOff().test(control)) {
                calledOff = Math.max(calledOff, separation.change().applyAsLong(control));
            }
        }

        @Override
        public void step(long cycle, int kind, long place, long packet) {
            look(cycle);
            if (kind == DeviceLog.INJECTION) {
                for (int lane = 0; lane < lanes; lane++) {
                    sends.packet(lane, cycle); // a NIC repeats its separators on all VLs at once
                }
                sentBehind.put(packet, separation.behind() == Behind.ITS_TABLES ? change : NEVER_OLD);
            } else if (kind == DeviceLog.DELIVERY) {
                sentBehind.remove(packet);
            }
        }

        @Override
        public void event(long cycle, EventKind kind, long a, long b, long c, long d) {
            look(cycle);
            switch (kind) {
                case INSTALLED -> change = b == ManagerEffect.UNTOLD ? change : b;
                case CONTROL_HEARD -> sends.told(separation.change().applyAsLong(b));
                case SEPARATOR_SENT -> sends.sent((int) a, (int) b, c, cycle);
                case SEPARATOR_ARRIVED -> {
                    came.put((int) b, separation.change().applyAsLong(c));
                    cameAt = cycle;
                }
                case PORT_DOWN -> {
                    sends.down((int) a);
                    came.clear();
                }
                default -> {
                    // says nothing of what it sends
                }
            }
        }

        /** What came is answered when its cycle is over. */
        private void look(long cycle) {
            if (came.isEmpty() || cycle == cameAt) {
                return;
            }
            came.forEach((lane, of) -> {
                boolean isAnswered = sends.last(1, lane) >= of;
                boolean isOver = calledOff >= of || sends.newest() > of;
                if (separation.nicsAnswer() && !isAnswered && !isOver) {
                    breaks(Promise.SEPARATORS_ANSWERED, cameAt);
                }
            });
            came.clear();
        }
    }

    /**
     * Knows the packets in a switch that are not granted.
     *
     * @param channel by which it came
     * @param separator change of the last separator ahead of it there
     * @param tables change of the tables that were in force
     */
    private record Inside(int channel, long separator, long tables) {}

    /** A claim is looked at when its cycle is over: the steps of one cycle count as one. */
    private final class WatchedSwitch implements Watched {
        private final int device;
        private final long[] separators; // by channel
        private final boolean[] down; // by port
        private final long[] backUnder; // by port: change of the tables that were in force when it came up again
        private final boolean[] quiet; // by channel: nothing has come since the port came up again
        private final boolean[]
                assumed; // by channel: no separator has come since then, but packets count as behind one
        private final SeparatorSends sends;
        /** Changes whose tables came to be stored, since a restart. */
        private final Set<Long> storedFor = new HashSet<>();

        private final Map<Long, Inside> inside = new HashMap<>(); // by packet
        private final Map<Integer, Long> claimed = new HashMap<>(); // by VL: the last change
        private final Map<Integer, Long> made = new HashMap<>(); // by VL: the same, as soon as it is made
        private long said; // the last change of any claim
        private final List<Claim> claims = new ArrayList<>(); // of one cycle
        private long claimedAt;
        private long asked = NOT_ASKED; // argument of the stored tables, for the packet that is routed next
        private long tables;
        private long announced; // the last change that the switch has heard of, where control words name them
        private long begun; // the last change of any separator that has come

        WatchedSwitch(int device) {
            this.device = device;
            switches.add(this);
            this.sends = sends(device);
            this.separators = new long[fabric.portCount(device) * lanes];
            this.down = new boolean[fabric.portCount(device)];
            this.backUnder = new long[down.length];
            Arrays.fill(backUnder, NEVER_BACK);
            this.quiet = new boolean[separators.length];
            this.assumed = new boolean[separators.length];
            for (int port = 1; port <= down.length; port++) {
                int link = fabric.link(device, port);
                down[port - 1] = missing.contains(link);
            }
        }

        @Override
        public void step(long cycle, int kind, long place, long packet) {
            look(cycle);
            if (kind == DeviceLog.ARRIVAL) {
                int channel = (int) place;
                Long sent = sentBehind.get(packet);
                if (sent != null && sent < separators[channel]) {
                    breaks(Promise.SEPARATORS_IN_ORDER, cycle);
                }
                quiet[channel] = false;
                inside.put(packet, new Inside(channel, separators[channel], tables));
            } else if (kind == DeviceLog.GRANT) {
                sends.packet((int) (place & 0xffff), cycle);
                Inside left = inside.remove(packet);
                sentBehind.put(
                        packet,
                        left == null
                                ? NEVER_OLD
                                : switch (separation.behind()) {
                                    case THAT_SEPARATOR -> left.separator;
                                    case ITS_TABLES -> left.tables;
                                    case NOTHING -> NEVER_OLD;
                                });
            }
        }

        @Override
        public void appended(long cycle, int port, int lane, long mark) {
            sends.appended(port, lane, mark, cycle);
            long of = separation.change().applyAsLong(mark);
            if (separation.behind() == Behind.ITS_TABLES && of > tables) {
                breaks(Promise.SEPARATORS_IN_ORDER, cycle);
            }
            long first = firstAppended.computeIfAbsent(of, none -> cycle);
            boolean areAllMeant = !missesSwitches || reachesAll() && first >= foundAt; // not: some were left out
            boolean isEarly = areAllMeant && separation.needsTables().test(mark);
            if (isEarly && switches.stream().anyMatch(each -> !each.storedFor.contains(of))) {
                breaks(Promise.TABLES_BEFORE_SEPARATORS, cycle);
            }
        }

        @Override
        public void told(long control) {
            announced = Math.max(announced, control);
            sends.told(separation.change().applyAsLong(control));
        }

        @Override
        public void asked(long argument) {
            asked = argument;
        }

        /** The stored tables are those of the separator ahead of the packet; of a NIC's link, there may be none. */
        @Override
        public void routed(long packet, long cycle) {
            Inside held = inside.get(packet);
            boolean isKnown = held != null && (held.separator > 0 || leadsToSwitch(held.channel));
            if (asked != NOT_ASKED && isKnown && held.separator != asked) {
                breaks(Promise.ROUTED_BY_ITS_CHANGE, cycle);
            }
            asked = NOT_ASKED;
        }

        private boolean leadsToSwitch(int channel) {
            int peer = fabric.peer(device, channel / lanes + 1);
            return peer >= 0 && fabric.isSwitch(peer);
        }

        /** The switch goes by the tables of a change. Those of a bring-up are of none. */
        private void installed(long change, long argument, long cycle) {
            tables = argument;
            sends.installed();
            begun(argument);
            arguments.put(change, argument);
            long needed = separation.before().applyAsLong(argument);
            boolean isDue = needed == argument ? reachesAll() : !missesSwitches; // a switch that was missed claims anew
            if (isDue && switches.stream().anyMatch(each -> each.said < needed)) {
                breaks(Promise.CLAIMS_AWAITED, cycle);
            }
            separation.installed().apply(argument).ifPresent(claim -> claims(claim, cycle));
        }

        @Override
        public void event(long cycle, EventKind kind, long a, long b, long c, long d) {
            look(cycle);
            switch (kind) {
                case SEPARATOR_ARRIVED ->
                    arrived((int) (a - 1) * lanes + (int) b, separation.change().applyAsLong(c), cycle);
                case INSTALLED -> {
                    if (b != ManagerEffect.UNTOLD) {
                        installed(a, b, cycle);
                    }
                }
                case REPORT_SENT -> separation.report().apply(a).ifPresent(claim -> claims(claim, cycle));
                case TABLES_STORED -> storedFor.add(b);
                case SEPARATOR_SENT -> sends.sent((int) a, (int) b, c, cycle);
                case DROPPED -> lose(b);
                case DISCARDED -> {
                    if (isYoung(b)) {
                        breaks(Promise.LISTED_CASES_ONLY, cycle);
                    }
                    lose(b);
                }
                case PORT_DOWN -> {
                    down[(int) a - 1] = true;
                    sends.down((int) a);
                }
                case PORT_UP -> {
                    down[(int) a - 1] = false;
                    backUnder[(int) a - 1] = tables;
                    comesUp((int) (a - 1) * lanes);
                }
                case DEVICE_DOWN -> {
                    misses(cycle);
                    inside.clear();
                    claimed.clear();
                    made.clear();
                    claims.clear();
                    Arrays.fill(separators, 0);
                    tables = 0;
                    announced = 0;
                    begun = 0;
                    sends.restart();
                    storedFor.clear();
                }
                default -> {
                    // says nothing about separators
                }
            }
        }

        /**
         * Nothing waits ahead of a NIC's packets: where separators alone tell old packets, those of a NIC whose link
         * comes up are new for every change that the switch knows of.
         */
        private void comesUp(int channel) {
            boolean isNew = separation.behind() == Behind.THAT_SEPARATOR && !leadsToSwitch(channel);
            Arrays.fill(separators, channel, channel + lanes, isNew ? Math.max(begun, announced) : 0);
            Arrays.fill(assumed, channel, channel + lanes, isNew);
            Arrays.fill(quiet, channel, channel + lanes, true);
        }

        private void lose(long packet) {
            inside.remove(packet);
            sentBehind.remove(packet);
        }

        /**
         * Whether a packet was sent, and came in, under the tables that are in force here, or later ones of which the
         * switch has heard: one that a change went past may take its epoch for an older one.
         */
        private boolean isYoung(long packet) {
            Inside held = inside.get(packet);
            long sent = sentBehind.getOrDefault(packet, 0L);
            return separation.behind() == Behind.ITS_TABLES
                    && held != null
                    && held.tables >= tables
                    && sent >= tables
                    && sent <= Math.max(tables, announced);
        }

        private void arrived(int channel, long change, long cycle) {
            if (change < separators[channel] && !assumed[channel]) {
                breaks(Promise.SEPARATORS_IN_ORDER, cycle);
            }
            separators[channel] = change;
            begun = Math.max(begun, change);
            assumed[channel] = false;
            quiet[channel] = false;
        }

        private void claims(Claim claim, long cycle) {
            said = Math.max(said, claim.change());
            made.merge(claim.lane(), claim.change(), Math::max);
            claims.add(claim);
            claimedAt = cycle;
        }

        private void look(long cycle) {
            if (claims.isEmpty() || cycle == claimedAt) {
                return;
            }
            for (Claim claim : claims) {
                if (claim.change() > claimed.getOrDefault(claim.lane(), 0L)) { // else it repeats what was true then
                    claimed.put(claim.lane(), claim.change());
                    if (!isTrue(claim)) {
                        breaks(Promise.OLD_PACKETS_GONE, claimedAt);
                    }
                }
            }
            claims.clear();
        }

        /** Where packets are as old as the tables that routed them, the switch itself must have no older ones. */
        private boolean isTrue(Claim claim) {
            if (separation.behind() == Behind.ITS_TABLES && claim.change() > tables) {
                return false;
            }
            for (int channel = 0; channel < separators.length; channel++) {
                if (isMeant(claim, channel) && !down[channel / lanes] && separators[channel] < claim.change()) {
                    return false;
                }
            }
            return inside.values().stream()
                    .noneMatch(packet -> isMeant(claim, packet.channel) && packet.separator < claim.change());
        }

        /**
         * Whether a link came up when the change was in force here, and has brought nothing yet, or leads to a switch
         * that the change went past, or that has restarted: claims are not withdrawn then
         * (reconfig/docs/epoch-based-reconfiguration.md, what the guard does not cover).
         */
        private boolean isApart(Claim claim, int channel) {
            int port = channel / lanes;
            int peer = fabric.peer(device, port + 1);
            return backUnder[port] >= claim.change() && (quiet[channel] || missesSwitches && isBehind(claim, peer));
        }

        private boolean isBehind(Claim claim, int peer) {
            return switches.stream().anyMatch(other -> other.device == peer && other.tables < claim.change());
        }

        private boolean isMeant(Claim claim, int channel) {
            int peer = fabric.peer(device, channel / lanes + 1);
            return peer >= 0
                    && !isApart(claim, channel)
                    && (claim.lane() == Claim.ALL || claim.lane() == channel % lanes)
                    && (claim.ofNics() || fabric.isSwitch(peer));
        }
    }
}
