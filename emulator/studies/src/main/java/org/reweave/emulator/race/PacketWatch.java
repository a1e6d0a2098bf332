package org.reweave.emulator.race;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.reweave.emulator.link.PacketId;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.EventLines;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;
import org.reweave.routing.topology.Fabric;

/**
 * Follows the data packets of a sequential run step by step. Devices may be ahead of each other, so steps are kept by
 * their cycles until a cut at which all devices have arrived.
 */
final class PacketWatch {
    /** @param destination number of the NIC */
    private record Sent(int destination, long at) {}

    private record Pair(int source, int destination) {}

    /** @param nic number of the NIC that sent the packet */
    record Overtaken(int nic, long cycle) {}

    private final Network network;
    private final Fabric fabric;
    private final int lanes;
    private final Map<Long, Sent> packets = new HashMap<>();
    private final List<Long> entered = new ArrayList<>(); // cycles since the last cut
    private final List<Long> left = new ArrayList<>();
    private final Map<String, Long> lost = new HashMap<>(); // cycle of the injection, by packet
    private long before; // packets in the fabric at the last cut
    private boolean isWrongNic;
    private final Map<Long, BitSet> switches = new HashMap<>(); // that a packet has been in
    private final List<Long> revisits = new ArrayList<>(); // cycles
    private final Map<Pair, Long> lastInOrder = new HashMap<>(); // injection of the last packet delivered
    private final List<Overtaken> overtaken = new ArrayList<>();
    private final List<Long> wrongCuts = new ArrayList<>(); // cycles

    PacketWatch(Network network) {
        this.network = network;
        this.fabric = network.fabric();
        this.lanes = network.resolved().scenario().switches().lanes();
    }

    /** The witness of a device. */
    DeviceLog.Witness of(int device) {
        boolean isNic = device < fabric.deviceCount() && !fabric.isSwitch(device);
        boolean isSwitch = device < fabric.deviceCount() && fabric.isSwitch(device);
        long[] lastCame = new long[isSwitch ? fabric.portCount(device) * lanes : 0]; // by channel: the packet
        return new DeviceLog.Witness() {
            @Override
            public void step(long cycle, int kind, long place, long packet) {
                if (isNic && kind == DeviceLog.INJECTION) {
                    packets.put(packet, new Sent((int) place, cycle));
                    entered.add(cycle);
                } else if (isNic && kind == DeviceLog.ARRIVAL) {
                    Sent sent = packets.get(packet);
                    isWrongNic |= sent != null && fabric.nicDevice(sent.destination) != device;
                } else if (isNic && kind == DeviceLog.DELIVERY) {
                    Sent sent = packets.remove(packet);
                    switches.remove(packet);
                    left.add(cycle);
                    int from = PacketId.nic(packet);
                    if (sent != null && isOvertaken(new Pair(from, sent.destination), sent.at)) {
                        overtaken.add(new Overtaken(from, cycle));
                    }
                } else if (isSwitch && kind == DeviceLog.ARRIVAL) {
                    lastCame[(int) place] = packet;
                    BitSet visited = switches.computeIfAbsent(packet, first -> new BitSet());
                    if (visited.get(device)) {
                        revisits.add(cycle);
                    }
                    visited.set(device);
                }
            }

            @Override
            public void event(long cycle, EventKind kind, long a, long b, long c, long d) {
                if (kind == EventKind.DROPPED || kind == EventKind.DISCARDED) {
                    Sent sent = packets.remove(b);
                    switches.remove(b);
                    left.add(cycle);
                    if (sent != null) {
                        lost.put(EventLines.packet(network, b), sent.at);
                    }
                } else if (isSwitch && kind == EventKind.PACKET_CUT && !comesBy((int) b, a)) {
                    wrongCuts.add(cycle);
                }
            }

            private boolean comesBy(int port, long packet) {
                return LongStream.of(lastCame)
                        .skip((long) (port - 1) * lanes)
                        .limit(lanes)
                        .anyMatch(last -> last == packet);
            }
        };
    }

    private boolean isOvertaken(Pair pair, long injectedAt) {
        return lastInOrder.merge(pair, injectedAt, Math::max) > injectedAt;
    }

    /** Packets that came out behind one that their NIC had injected later for the same NIC. */
    List<Overtaken> overtaken() {
        return overtaken;
    }

    /** When packets were taken for cut by a link by which others had come since, or which had brought none of them. */
    List<Long> wrongCuts() {
        return wrongCuts;
    }

    /** Whether a packet came to a NIC that it was not for. */
    boolean isWrongNic() {
        return isWrongNic;
    }

    /** When packets came to a switch that they had been in. */
    List<Long> revisits() {
        return revisits;
    }

    /** Packets in the fabric at a cycle since the last cut. */
    long inFabric(long cycle) {
        return before
                + entered.stream().filter(at -> at < cycle).count()
                - left.stream().filter(at -> at <= cycle).count();
    }

    /** When a packet that was lost was injected; empty = the watch has not seen that. */
    OptionalLong injectedAt(String packet) {
        Long at = lost.get(packet);
        return at == null ? OptionalLong.empty() : OptionalLong.of(at);
    }

    /** All events up to a cut have been judged. */
    void passed(long cut) {
        before += entered.stream().filter(at -> at <= cut).count();
        before -= left.stream().filter(at -> at <= cut).count();
        entered.removeIf(at -> at <= cut);
        left.removeIf(at -> at <= cut);
    }
}
