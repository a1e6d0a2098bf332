package org.reweave.emulator.race;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.PlannedFault;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.stats.Fact;
import org.reweave.reconfig.spi.Announcement;
import org.reweave.reconfig.spi.Promise;
import org.reweave.routing.topology.Fabric;

/**
 * Holds what switches broadcast about their ports against these ports, and the ways of packets against what their NICs
 * had been told: {@link Promise#ANNOUNCED_AS_IT_IS}, {@link Promise#ANNOUNCED_AGAIN},
 * {@link Promise#KNOWN_FAILURES_AVOIDED}. A NIC has been told before it injects, and injects before its packet is lost,
 * so that devices may be ahead of each other.
 */
final class AnnouncementWatch {
    /** A broadcast, by the switch and the number that the switch gives it. */
    private record Broadcast(long device, long number) {}

    /** What a NIC has been told by a switch, by the cycle: masks of ports that are down. */
    private record Told(int nic, long device) {}

    private record Sent(int nic, long at) {}

    private final Fabric fabric;
    private final Set<Integer> missing = new HashSet<>(); // links that are down at the start
    private final Announcement meaning;
    private final ObjLongConsumer<Promise> breaks;
    private final Map<Broadcast, Long> broadcasts = new HashMap<>(); // masks
    private final Set<Broadcast> ofReturns = new HashSet<>(); // those that say that a port is back
    private final Map<Told, TreeMap<Long, Long>> told = new HashMap<>();
    private final Map<Long, Sent> packets = new HashMap<>();

    /** @param breaks gets each broken promise with its cycle */
    AnnouncementWatch(Network network, Announcement meaning, ObjLongConsumer<Promise> breaks) {
        this.fabric = network.fabric();
        network.resolved().faults().stream()
                .filter(fault -> fault.at() == 0 && fault.element() == PlannedFault.Element.LINK)
                .forEach(fault -> missing.add(fault.number()));
        this.meaning = meaning;
        this.breaks = breaks;
    }

    /** The witness of a device. */
    DeviceLog.Witness of(int device) {
        return device < fabric.deviceCount() && fabric.isSwitch(device) ? new Switch(device) : new Nic(device);
    }

    private final class Nic implements DeviceLog.Witness {
        private final int device;

        Nic(int device) {
            this.device = device;
        }

        @Override
        public void step(long cycle, int kind, long place, long packet) {
            if (kind == DeviceLog.INJECTION) {
                packets.put(packet, new Sent(device, cycle));
            } else if (kind == DeviceLog.DELIVERY) {
                packets.remove(packet);
            }
        }

        @Override
        public void event(long cycle, EventKind kind, long a, long b, long c, long d) {
            if (kind == EventKind.BROADCAST_RECEIVED) {
                long mask = broadcasts.getOrDefault(new Broadcast(a, b), 0L);
                told.computeIfAbsent(new Told(device, a), none -> new TreeMap<>())
                        .put(cycle, mask);
            }
        }
    }

    /** Knows which ports of a switch are down. */
    private final class Switch implements DeviceLog.Witness {
        private static final long NEVER = -1;

        private final int device;
        private boolean hasBroadcast; // since it started
        private boolean isTimed; // its agent's timer runs, at whose end it broadcasts
        private long askedAt = NEVER; // a broadcast since which it has to broadcast, of the cycle under way
        private long down;
        private boolean isBack; // a port has come up since the last broadcast

        Switch(int device) {
            this.device = device;
            for (int port = 1; port <= fabric.portCount(device); port++) {
                int link = fabric.link(device, port);
                down |= link < 0 || missing.contains(link) ? bit(port) : 0;
            }
        }

        private long bit(long port) {
            return 1L << port - 1;
        }

        @Override
        public void fact(long cycle, Fact fact, long a, long b, long c) {
            look(cycle);
            switch (fact) {
                case FLOOD_TAKEN -> {
                    if (hasBroadcast && ofReturns.contains(new Broadcast(a, b))) {
                        askedAt = cycle;
                    }
                }
                case TIMER_SET -> isTimed = true;
                case TIMER_OVER -> isTimed = false;
                default -> {
                    // says nothing of broadcasts
                }
            }
        }

        @Override
        public void step(long cycle, int kind, long place, long packet) {
            look(cycle);
        }

        /** The cycle of a broadcast is over: the switch has broadcast since, or is about to. */
        private void look(long cycle) {
            if (askedAt != NEVER && cycle > askedAt) {
                if (!isTimed) {
                    breaks.accept(Promise.ANNOUNCED_AGAIN, askedAt);
                }
                askedAt = NEVER;
            }
        }

        @Override
        public void event(long cycle, EventKind kind, long a, long b, long c, long d) {
            look(cycle);
            switch (kind) {
                case PORT_DOWN -> down |= bit(a);
                case PORT_UP -> {
                    down &= ~bit(a);
                    isBack = true;
                }
                case DEVICE_DOWN -> {
                    isBack = false;
                    hasBroadcast = false;
                    isTimed = false;
                    askedAt = NEVER;
                }
                case ANNOUNCED -> {
                    if (meaning.down().applyAsLong(b) != down
                            || meaning.isBack().test(b) != isBack) {
                        breaks.accept(Promise.ANNOUNCED_AS_IT_IS, cycle);
                    }
                    isBack = false;
                    hasBroadcast = true;
                    askedAt = NEVER;
                    if (meaning.isBack().test(b)) {
                        ofReturns.add(new Broadcast(device, a));
                    }
                    broadcasts.put(new Broadcast(device, a), meaning.down().applyAsLong(b));
                }
                case DROPPED -> {
                    Sent sent = packets.remove(b);
                    boolean isAtDeadEnd = sent != null && DropCause.of((int) a) == DropCause.DEAD_OUTPUT;
                    if (isAtDeadEnd && (isKnown(sent, device, (int) d) || isKnownAtPeer(sent, (int) d))) {
                        breaks.accept(Promise.KNOWN_FAILURES_AVOIDED, cycle);
                    }
                }
                case DISCARDED -> packets.remove(b);
                default -> {
                    // says nothing of broadcasts
                }
            }
        }

        private boolean isKnownAtPeer(Sent sent, int port) {
            int peer = fabric.peer(device, port);
            return peer >= 0 && isKnown(sent, peer, fabric.peerPort(device, port));
        }

        /** Whether the NIC had been told, when the packet set out, that a port is down. */
        private boolean isKnown(Sent sent, int end, int port) {
            TreeMap<Long, Long> masks = told.get(new Told(sent.nic, end));
            Map.Entry<Long, Long> last = masks == null ? null : masks.lowerEntry(sent.at);
            return last != null && (last.getValue() & bit(port)) != 0;
        }
    }
}
