package org.reweave.emulator.drive;

import java.util.List;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.link.Wiring;
import org.reweave.emulator.time.Calendar;

/**
 * Some devices of a network that are advanced by one thread at a time under one clock. Records between them go straight
 * from sender to receiver, and a calendar says which devices have anything to do; frames exist only on links to other
 * islands. The sequential driver is one island of everything; an island actor hosts a few devices or one.
 *
 * <p>An output is stamped at least {@link Device#MIN_REACTION} cycles after its cause and arrives a link latency later.
 * So nothing that a device does concerns another one in the same window of that many cycles, and the order in which
 * devices are advanced through a window changes nothing.
 */
public final class Island {
    /** The services that an island needs from its driver. */
    public interface Outside {
        /** A frame for a device that is not in this island. */
        void send(Frame frame);

        /** A device stands exactly at cut {@code k}. */
        void report(long k, DeviceReport report);
    }

    private final Device[] devices;
    private final Calendar calendar;
    private final Border border;
    private final Placement placement;
    private final int number;
    private final Outside outside;
    private final HorizonPolicy policy;
    private final long interval;
    private long now; // every event before this cycle is done
    private long nextCut;
    private long permit;

    /**
     * @param members all devices of one island of the placement, in its order
     * @param interval cycles between cuts
     */
    public Island(
            List<Device> members,
            Placement placement,
            Wiring wiring,
            long interval,
            HorizonPolicy policy,
            Outside outside) {
        this.devices = members.toArray(Device[]::new);
        this.placement = placement;
        this.number = placement.islandOf()[members.get(0).id()];
        this.outside = outside;
        this.policy = policy;
        this.interval = interval;
        this.nextCut = interval;
        boolean[] inside = new boolean[wiring.devices()];
        members.forEach(device -> inside[device.id()] = true);
        this.border = new Border(devices, wiring, inside);
        this.calendar = new Calendar(devices.length, connect(wiring, inside) + Device.MIN_REACTION);
        for (int member = 0; member < devices.length; member++) {
            devices[member].inbox().attach(calendar, member);
            calendar.wake(member, devices[member].nextEvent());
        }
    }

    /** @return the smallest latency of a link between two members */
    private int connect(Wiring wiring, boolean[] inside) {
        int smallest = wiring.largestLatency();
        for (Device device : devices) {
            int[] peers = wiring.peerDevice()[device.id()];
            for (int port = 0; port < peers.length; port++) {
                if (peers[port] >= 0 && inside[peers[port]]) {
                    Device peer = devices[placement.indexIn()[peers[port]]];
                    device.outbox().connect(port, peer.inbox(), wiring.peerPort()[device.id()][port]);
                    smallest = Math.min(smallest, wiring.latency()[device.id()][port]);
                }
            }
        }
        return smallest;
    }

    /**
     * No device goes beyond this cycle until it is raised.
     *
     * @param measureFrom first cycle whose packets are measured; {@link org.reweave.emulator.governor.Warmup#UNKNOWN} =
     *     at or after this permit's end
     */
    public void permit(long cycle, long measureFrom) {
        if (cycle < permit) {
            throw new IllegalStateException("permit lowered from " + permit + " to " + cycle);
        }
        permit = cycle;
        for (Device device : devices) {
            device.measureFrom(measureFrom);
        }
    }

    public void accept(Frame frame) {
        border.accept(placement.indexIn()[frame.device()], frame, now);
    }

    /** Advances until nothing here can go on without a frame or a permit from outside. */
    public void run() {
        while (true) {
            long horizon = Math.min(border.horizon(), Math.min(permit, nextCut));
            if (horizon > now) {
                advance(policy.target(number, now, horizon));
            } else if (now == nextCut && now <= permit) {
                report();
            } else {
                return;
            }
        }
    }

    private void advance(long to) {
        calendar.advance(to, (member, until) -> {
            devices[member].advance(until);
            return devices[member].nextEvent();
        });
        now = to;
        border.send(now, outside::send);
    }

    private void report() {
        for (Device device : devices) {
            device.advance(now); // those without events have been left behind
            outside.report(nextCut / interval, device.report());
        }
        nextCut += interval;
    }

    /** Whether only a frame keeps the island from going on, not its permit. */
    public boolean needsFrames() {
        return permit > now;
    }

    /** Whether another island's next frame is one of those that this one needs to go on. */
    public boolean awaits(int island) {
        return border.awaits(island, placement.islandOf());
    }

    /** The largest number of frames that are ever under way on the link that comes in by a port. */
    public static int mostFrames(Wiring wiring, int device, int port) {
        return Border.backlogLimit(wiring, device, port) + 1;
    }

    /** The devices, in the order given. */
    public List<Device> devices() {
        return List.of(devices);
    }
}
