package org.reweave.emulator.capture;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.reweave.emulator.link.LinkTap;
import org.reweave.emulator.link.PacketHeader;
import org.reweave.emulator.link.Wiring;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.emulator.stats.EventKind;
import org.reweave.emulator.timetravel.Past;
import org.reweave.emulator.timetravel.Rerun;

/**
 * Computes a run again and writes what crosses chosen links into a capture file, in the order of the cycles in which
 * each packet's first flit was on its link. A packet belongs to the capture when it has come to the far end before the
 * run ends.
 */
public final class LinkCapture {
    private static final long PS_PER_NS = 1000;
    private static final long NO_PACKET = -1;

    /**
     * Where a direction of a link ends.
     *
     * @param to device that receives
     * @param port of it, index from 0
     */
    private record End(int to, int port) {}

    /** A packet on a link; for an SMP {@link #packet} is {@link #NO_PACKET}. */
    private static final class Frame {
        private final int direction;
        private final long stamp;
        private final long packet;
        private final byte[] bytes;
        private final String attribute; // of an SMP
        private boolean broken;

        Frame(int direction, long stamp, long packet, byte[] bytes, String attribute, boolean broken) {
            this.direction = direction;
            this.stamp = stamp;
            this.packet = packet;
            this.bytes = bytes;
            this.attribute = attribute;
            this.broken = broken;
        }
    }

    /**
     * What a capture file holds.
     *
     * @param directions of links, twice the number of links
     * @param smps by attribute, answers apart
     * @param broken packets and SMPs that did not come over their link as a whole
     */
    public record Contents(int directions, long packets, Map<String, Long> smps, long broken) {
        /** SMPs of every attribute. */
        public long allSmps() {
            return smps.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    private final Network network;
    private final List<String> directions; // names
    private final Map<End, Integer> numbers = new HashMap<>(); // of directions, by where they end
    private final DataFrame dataFrame;
    private final SmpFrame smpFrame;
    private final long first;
    private final long last;
    private final List<Frame> open = new ArrayList<>(); // not written yet
    private final Map<String, Long> smps = new TreeMap<>();
    private long packets;
    private long broken;

    private LinkCapture(Network network, Set<Integer> links, Set<Integer> devices, long first, long last) {
        this.network = network;
        Map<End, String> named = directions(network, links, devices);
        this.directions = List.copyOf(named.values());
        named.keySet().forEach(end -> numbers.put(end, numbers.size()));
        Scenario scenario = network.resolved().scenario();
        this.dataFrame = new DataFrame(
                scenario.nics().transport().endToEnd(), scenario.time().flitBytes());
        this.smpFrame = new SmpFrame(network);
        this.first = first;
        this.last = last;
    }

    /**
     * Writes a capture.
     *
     * @param links of the fabric, by number
     * @param devices all of whose links are captured as well; the manager's goes to its NIC
     * @param first cycle
     * @param last cycle; beyond the run's end: to its end
     * @throws IOException when the file cannot be written
     * @throws org.reweave.emulator.timetravel.DifferentPastException when the run differs from its journal
     */
    public static Contents write(
            Past past, Set<Integer> links, Set<Integer> devices, long first, long last, CaptureFile file)
            throws IOException {
        LinkCapture capture = new LinkCapture(past.network(), links, devices, first, last);
        for (String direction : capture.directions) {
            file.addInterface(direction);
        }
        return capture.follow(past.at(first), file);
    }

    /**
     * Names of both directions of the links by where these end, in the order of their senders and the ports of these.
     * Cables that are in a port one after the other make one direction there.
     */
    private static Map<End, String> directions(Network network, Set<Integer> links, Set<Integer> devices) {
        Map<End, String> directions = new LinkedHashMap<>();
        Wiring wiring = network.wiring();
        for (int from = 0; from < wiring.devices(); from++) {
            for (int channel = 0; channel < wiring.channels(from); channel++) {
                int to = wiring.peerDevice()[from][channel];
                if (to < 0) {
                    continue;
                }
                boolean inFabric = from < network.fabric().deviceCount()
                        && channel < network.fabric().portCount(from);
                if (devices.contains(from)
                        || devices.contains(to)
                        || inFabric && links.contains(network.fabric().link(from, channel + 1))) {
                    int toPort = wiring.port(to, wiring.peerChannel()[from][channel]);
                    String sender = portName(network, from, wiring.port(from, channel));
                    directions.merge(
                            new End(to, toPort),
                            sender + " > " + portName(network, to, toPort),
                            (others, own) -> sender + " / " + others);
                }
            }
        }
        return directions;
    }

    private static String portName(Network network, int device, int port) {
        return network.names()[device] + "." + (port + 1);
    }

    private Contents follow(Rerun rerun, CaptureFile file) throws IOException {
        for (int device = 0; device < network.deviceCount(); device++) {
            int[] directionOf = directionsTo(device);
            if (Arrays.stream(directionOf).anyMatch(direction -> direction >= 0)) {
                listen(rerun, device, directionOf);
            }
        }
        long interval = network.resolved().scenario().run().cutInterval();
        long wire = network.wiring().largestLatency();
        long longest = wire + longestPacket();
        while (!rerun.isOver() && (last == Long.MAX_VALUE || rerun.cycle() <= last + longest)) {
            rerun.advance((rerun.cycle() / interval + 1) * interval);
            write(rerun.cycle() - longest, file);
        }
        write(Long.MAX_VALUE, file);
        return new Contents(directions.size(), packets, smps, broken);
    }

    /** The chosen direction that comes in by each port of a device; -1 = none. */
    private int[] directionsTo(int device) {
        int[] byPort = new int[network.wiring().ports(device)];
        Arrays.setAll(byPort, port -> numbers.getOrDefault(new End(device, port), -1));
        return byPort;
    }

    /** Cycles that the longest packet is on its slowest link. */
    private long longestPacket() {
        Scenario scenario = network.resolved().scenario();
        int flits =
                Math.max(scenario.nics().packets().packet(), scenario.manager().mostFlits());
        int longest = 0;
        for (int link = 0; link < network.fabric().linkCount(); link++) {
            longest = Math.max(longest, network.resolved().flitTime(link).cyclesFor(flits));
        }
        return longest;
    }

    /** Listens at a device by whose ports chosen links come in. */
    private void listen(Rerun rerun, int device, int[] directionOf) {
        rerun.tap(device, new LinkTap() {
            @Override
            public void packet(int port, PacketHeader packet, boolean lost) {
                if (isWithin(directionOf[port], packet.stamp)) {
                    byte[] bytes = dataFrame.bytes(packet);
                    open.add(new Frame(directionOf[port], packet.stamp, packet.packet, bytes, null, lost));
                }
            }

            @Override
            public void smp(int port, long[] words, long stamp, boolean lost) {
                if (isWithin(directionOf[port], stamp)) {
                    String kind = smpFrame.attribute(words).label() + (smpFrame.isAnswer(words) ? " answer" : "");
                    byte[] bytes = smpFrame.bytes(words);
                    open.add(new Frame(directionOf[port], stamp, NO_PACKET, bytes, kind, lost));
                }
            }
        });
        rerun.tell(device, new DeviceLog.Witness() {
            @Override
            public void step(long cycle, int kind, long place, long packet) {
                // links are listened to
            }

            @Override
            public void event(long cycle, EventKind kind, long a, long b, long c, long d) {
                if (kind == EventKind.PACKET_CUT) {
                    cut(directionOf[(int) b - 1], a);
                }
            }
        });
    }

    private boolean isWithin(int direction, long stamp) {
        return direction >= 0 && stamp >= first && stamp <= last;
    }

    private void cut(int direction, long packet) {
        for (Frame frame : open) {
            frame.broken |= frame.direction == direction && frame.packet == packet;
        }
    }

    /** Writes what was on its link before a cycle. */
    private void write(long before, CaptureFile file) throws IOException {
        List<Frame> ready = new ArrayList<>(
                open.stream().filter(frame -> frame.stamp < before).toList());
        ready.sort(Comparator.<Frame>comparingLong(frame -> frame.stamp).thenComparingInt(frame -> frame.direction));
        open.removeIf(frame -> frame.stamp < before);
        long cyclePs = network.resolved().scenario().time().cyclePs();
        for (Frame frame : ready) {
            long ns = Math.multiplyExact(frame.stamp, cyclePs) / PS_PER_NS;
            file.add(frame.direction, ns, frame.bytes, frame.broken);
            packets += frame.packet >= 0 ? 1 : 0;
            broken += frame.broken ? 1 : 0;
            if (frame.attribute != null) {
                smps.merge(frame.attribute, 1L, Long::sum);
            }
        }
    }
}
