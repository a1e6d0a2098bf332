package org.reweave.emulator.drive;

import java.util.List;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.Workspace;
import org.reweave.emulator.link.ChannelRows;
import org.reweave.emulator.link.Wiring;
import org.reweave.emulator.time.Calendar;
import org.reweave.emulator.time.EventQueue;

/**
 * The devices of an island under one clock. Records between them go straight from sender to receiver, and a calendar
 * says which devices have anything to do.
 *
 * <p>An output is stamped at least {@link Device#MIN_REACTION} cycles after its cause and arrives a link latency later.
 * So nothing that a device does concerns another one in the same window of that many cycles, and the order in which
 * devices are advanced through a window changes nothing.
 */
public final class Members {
    /** Has the devices of an island take their steps: by calling them, unless each is an actor. */
    public interface Steps {
        /** Has the device at a position in the island do everything before a cycle. */
        void take(int member, long to);
    }

    private final Device[] devices;
    private final Steps steps;
    private final Placement placement;
    private final Calendar calendar; // null where there is but one device
    private final boolean[] inside; // by device of the network
    private final Calendar.Work work = this::advance;

    /** @param devices all devices of one island of the placement, in its order; their clocks stand at one cycle */
    public Members(List<Device> devices, Placement placement, Wiring wiring) {
        this(devices, placement, wiring, (member, to) -> devices.get(member).advance(to));
    }

    /** The same devices, which take their steps in another way. */
    public Members(List<Device> devices, Placement placement, Wiring wiring, Steps steps) {
        this.devices = devices.toArray(Device[]::new);
        this.steps = steps;
        this.placement = placement;
        this.inside = new boolean[wiring.devices()];
        devices.forEach(device -> inside[device.id()] = true);
        if (this.devices.length == 1) {
            this.calendar = null;
            connect(wiring);
            return;
        }
        this.calendar =
                new Calendar(this.devices.length, smallestLatency(wiring) + Device.MIN_REACTION, this.devices[0].now());
        int delay = devices.stream()
                .mapToInt(device -> device.links().longestDelay())
                .max()
                .orElseThrow();
        ChannelRows channels =
                new ChannelRows(devices.stream().mapToInt(Device::words).sum(), smallestLatency(wiring) + 1 + delay);
        Workspace workspace = new Workspace();
        for (int member = 0; member < this.devices.length; member++) {
            this.devices[member].attach(channels, member, workspace);
        }
        connect(wiring);
        channels.attach(calendar);
        for (int member = 0; member < this.devices.length; member++) {
            calendar.wake(member, this.devices[member].nextEvent());
        }
    }

    /** The smallest latency of a link between two members. */
    private int smallestLatency(Wiring wiring) {
        int smallest = wiring.largestLatency();
        for (Device device : devices) {
            int[] peers = wiring.peerDevice()[device.id()];
            for (int channel = 0; channel < peers.length; channel++) {
                if (isInside(peers[channel])) {
                    smallest = Math.min(smallest, wiring.latency()[device.id()][channel]);
                }
            }
        }
        return smallest;
    }

    private boolean isInside(int device) {
        return device >= 0 && inside[device];
    }

    private void connect(Wiring wiring) {
        for (Device device : devices) {
            int[] peers = wiring.peerDevice()[device.id()];
            for (int channel = 0; channel < peers.length; channel++) {
                if (isInside(peers[channel])) {
                    Device peer = devices[placement.indexIn()[peers[channel]]];
                    device.outbox().connect(channel, peer.inbox(), wiring.peerChannel()[device.id()][channel]);
                }
            }
        }
    }

    /** Has every device do everything before a cycle; a device without an event may be left behind. */
    public void advance(long to) {
        if (calendar == null) {
            steps.take(0, to);
        } else {
            calendar.advance(to, work);
        }
    }

    /** Brings devices that were left behind to a cycle before which everything is done. */
    public void catchUp(long to) {
        for (Device device : devices) {
            device.advance(to);
        }
    }

    private long advance(int member, long to) {
        steps.take(member, to);
        return devices[member].nextEvent();
    }

    /**
     * No record that the devices send later is stamped before this cycle.
     *
     * @param now every event before this cycle is done
     * @param horizon whatever has not been accepted yet arrives at this cycle or later
     */
    public long quietUntil(long now, long horizon) {
        return calendar == null ? devices[0].quietUntil(horizon) : now + Device.MIN_REACTION;
    }

    /** The end of the cycle of the next event; of several devices it is not looked for, which {@code NEVER} says. */
    public long knownEvent() {
        return calendar == null && devices[0].nextEvent() != EventQueue.NEVER
                ? devices[0].nextEvent() + 1
                : EventQueue.NEVER;
    }

    /** Statistics are over packets generated from a cycle on; see {@link Device#measureFrom}. */
    public void measureFrom(long cycle) {
        for (Device device : devices) {
            device.measureFrom(cycle);
        }
    }

    /** Whether a device of the network is one of these. */
    public boolean has(int device) {
        return inside[device];
    }

    /** How many they are. */
    public int count() {
        return devices.length;
    }

    /** A device by its position in the island. */
    public Device get(int member) {
        return devices[member];
    }

    /** The devices, in the order given. */
    public List<Device> list() {
        return List.of(devices);
    }
}
