package org.reweave.emulator.timetravel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.device.nic.NicCore;
import org.reweave.emulator.journal.format.CoordinatorEvent.CheckpointCompleted;
import org.reweave.emulator.link.PacketId;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.EventKind;

/**
 * Follows one packet through a run, in two passes: the first one looks for its injection and its end, the second one
 * stops at every cycle of its life and asks the device that holds its head what it waits for.
 */
public final class PacketTrace {
    private static final long NEVER = -1;

    /**
     * A packet in a device.
     *
     * @param inPort by which it came, from 1
     * @param arrived cycle in which its head arrived
     * @param granted cycle in which it got its output; -1 = it did not, or the device is its destination
     * @param outPort that it got; 0 = none
     * @param waits cycles by what the packet did or waited for there, as the device's description has it
     */
    public record Hop(
            String device,
            int inPort,
            int vl,
            long arrived,
            long granted,
            int outPort,
            int outVl,
            Map<String, Long> waits) {}

    /**
     * The life of a packet.
     *
     * @param source NIC that injected it
     * @param waits cycles between generation and injection, by what the NIC waited for
     * @param end {@code delivered}, {@code dropped}, {@code discarded}, or {@code in flight} when run or journal end
     * @param where device where it ended, or to which its head has come
     * @param cause of a drop, or the case of the scheme's rule; else null
     * @param ended cycle; -1 = it did not
     */
    public record Life(
            String packet,
            String source,
            long generated,
            long injected,
            Map<String, Long> waits,
            List<Hop> hops,
            String end,
            String where,
            String cause,
            long ended) {}

    /** A hop while the packet is there. */
    private static final class Stay {
        private final int device;
        private final int inPort;
        private final int vl;
        private final long arrived;
        private long granted = NEVER;
        private int outPort;
        private int outVl;
        private final Map<String, Long> waits = new LinkedHashMap<>();

        Stay(int device, int inPort, int vl, long arrived) {
            this.device = device;
            this.inPort = inPort;
            this.vl = vl;
            this.arrived = arrived;
        }
    }

    private final Past past;
    private final Network network;
    private final long packet;
    private final int source; // device
    private final List<Stay> stays = new ArrayList<>();
    private final Map<String, Long> atSource = new LinkedHashMap<>();
    private long generated = NEVER;
    private long injected = NEVER;
    private long ended = NEVER;
    private String end = "in flight";
    private String cause;
    private int where;

    private PacketTrace(Past past, int nic, long number) {
        this.past = past;
        this.network = past.network();
        this.packet = PacketId.of(nic, number);
        this.source = network.fabric().nicDevice(nic);
        this.where = source;
    }

    /**
     * Follows a packet.
     *
     * @param number among those that the NIC injected, from 0
     * @return empty when the NIC never injected it
     */
    public static Optional<Life> of(Past past, int nic, long number) {
        return new PacketTrace(past, nic, number).follow(number);
    }

    /** The same without what the packet waited for at each hop, in one pass. */
    public static Optional<Life> courseOf(Past past, int nic, long number) {
        PacketTrace trace = new PacketTrace(past, nic, number);
        return trace.find(number) < 0 ? Optional.empty() : Optional.of(trace.life());
    }

    private Optional<Life> follow(long number) {
        long last = find(number);
        if (last < 0) {
            return Optional.empty();
        }
        ended = NEVER;
        stays.clear();
        look(past.at(generated), last);
        return Optional.of(life());
    }

    /**
     * Notes the course of the packet.
     *
     * @return cycle of its end, or of the last cut if it has none; -1 = the NIC never injected it
     */
    private long find(long number) {
        Optional<Checkpoint> begin = beforeInjection(number);
        Rerun first = past.from(begin, begin.map(Checkpoint::cycle).orElse(0L));
        witness(first);
        long interval = network.resolved().scenario().run().cutInterval();
        while (ended == NEVER && !first.isOver()) {
            first.advance(first.cycle() + interval);
        }
        if (injected == NEVER) {
            return -1;
        }
        return ended == NEVER ? first.cycle() : ended;
    }

    /** The last checkpoint at which the NIC had not injected the packet. */
    private Optional<Checkpoint> beforeInjection(long number) {
        List<CheckpointCompleted> all = past.checkpoints();
        for (int i = all.size() - 1; i >= 0; i--) {
            Optional<Checkpoint> found = past.before(all.get(i).cycle());
            if (found.isPresent()
                    && ((NicCore) Start.at(network, found.get()).device(source)).injectedPackets() <= number) {
                return found;
            }
        }
        return Optional.empty();
    }

    private void witness(Rerun rerun) {
        for (int device = 0; device < network.deviceCount(); device++) {
            int number = device;
            rerun.tell(device, new DeviceLog.Witness() {
                @Override
                public void step(long cycle, int kind, long place, long what) {
                    if (what == packet) {
                        PacketTrace.this.step(rerun, number, cycle, kind, place);
                    }
                }

                @Override
                public void event(long cycle, EventKind kind, long a, long b, long c, long d) {
                    if (kind == EventKind.DROPPED && b == packet) {
                        end("dropped", DropCause.of((int) a).label(), number, cycle);
                    } else if (kind == EventKind.DISCARDED && b == packet) {
                        end("discarded", "case " + a, number, cycle);
                    }
                }
            });
        }
    }

    private void step(Rerun rerun, int device, long cycle, int kind, long place) {
        int lanes = rerun.device(device).lanes();
        boolean isNic = rerun.device(device) instanceof NicCore;
        switch (kind) {
            case DeviceLog.INJECTION -> {
                injected = cycle;
                generated = ((NicCore) rerun.device(device)).generatedOfInjected();
            }
            case DeviceLog.ARRIVAL ->
                stays.add(new Stay(
                        device,
                        (int) (isNic ? place : place / lanes) + 1,
                        isNic ? (stays.isEmpty() ? 0 : last().outVl) : (int) (place % lanes),
                        cycle));
            case DeviceLog.GRANT -> {
                last().granted = cycle;
                last().outPort = (int) (place & 0xffff) / lanes + 1;
                last().outVl = (int) (place & 0xffff) % lanes;
            }
            case DeviceLog.DELIVERY -> end("delivered", null, device, cycle);
            default -> {
                // steps of others
            }
        }
    }

    private Stay last() {
        return stays.get(stays.size() - 1);
    }

    private void end(String how, String why, int device, long cycle) {
        if (ended == NEVER) {
            end = how;
            cause = why;
            where = device;
            ended = cycle;
        }
    }

    private void look(Rerun rerun, long until) {
        witness(rerun);
        String name = network.names()[source] + "#" + PacketId.number(packet);
        while (rerun.cycle() <= until && !rerun.isOver()) {
            long cycle = rerun.cycle();
            rerun.advance(cycle + 1);
            if (injected >= cycle) {
                if (injected > cycle) {
                    count(atSource, rerun.describe(source).get("state").toString());
                }
            } else if (!stays.isEmpty() && network.fabric().isSwitch(last().device)) {
                state(rerun.describe(last().device), name).ifPresent(state -> count(last().waits, state));
            }
        }
    }

    private static void count(Map<String, Long> waits, String state) {
        waits.merge(state, 1L, Long::sum);
    }

    private static Optional<String> state(Map<String, Object> device, String packet) {
        for (Object port : (List<?>) device.get("ports")) {
            for (Object lane : (List<?>) ((Map<?, ?>) port).get("vls")) {
                for (String queue : List.of("output", "input")) {
                    for (Object one : (List<?>) ((Map<?, ?>) lane).get(queue)) {
                        if (packet.equals(((Map<?, ?>) one).get("packet"))) {
                            return Optional.of((queue.equals("output") ? "in the output buffer: " : "")
                                    + ((Map<?, ?>) one).get("state"));
                        }
                    }
                }
            }
        }
        return Optional.empty();
    }

    private Life life() {
        String[] names = network.names();
        return new Life(
                names[source] + "#" + PacketId.number(packet),
                names[source],
                generated,
                injected,
                atSource,
                stays.stream()
                        .map(stay -> new Hop(
                                names[stay.device],
                                stay.inPort,
                                stay.vl,
                                stay.arrived,
                                stay.granted,
                                stay.outPort,
                                stay.outVl,
                                stay.waits))
                        .toList(),
                end,
                names[ended == NEVER && !stays.isEmpty() ? last().device : where],
                cause,
                ended);
    }
}
