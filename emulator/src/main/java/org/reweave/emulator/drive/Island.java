package org.reweave.emulator.drive;

import java.util.Arrays;
import java.util.List;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.link.Wiring;

/**
 * Some devices of a network that are advanced by one thread at a time: frames between them stay in memory, others go
 * out through a sink. The sequential driver is one island of everything; an island actor hosts a few devices or one.
 */
public final class Island {
    /** What an island cannot do itself. */
    public interface Outside {
        /** A frame for a device that is not in this island. */
        void send(Frame frame);

        /** A device stands exactly at cut {@code k}. */
        void report(long k, DeviceReport report);
    }

    private final FramedDevice[] devices;
    private final Placement placement;
    private final int number;
    private final Outside outside;
    private final HorizonPolicy policy;
    private final long interval;
    private final long[] nextCut;
    private final int[] runnable; // ring of local indices
    private final boolean[] queued;
    private int first;
    private int count;
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
        this.devices =
                members.stream().map(device -> new FramedDevice(device, wiring)).toArray(FramedDevice[]::new);
        this.placement = placement;
        this.number = placement.islandOf()[members.get(0).id()];
        this.outside = outside;
        this.policy = policy;
        this.interval = interval;
        this.nextCut = new long[devices.length];
        Arrays.fill(nextCut, interval);
        this.runnable = new int[devices.length];
        this.queued = new boolean[devices.length];
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
        for (int i = 0; i < devices.length; i++) {
            devices[i].device().measureFrom(measureFrom);
            enqueue(i);
        }
    }

    public void accept(Frame frame) {
        int local = placement.indexIn()[frame.device()];
        if (devices[local].accept(frame)) {
            enqueue(local);
        }
    }

    private void enqueue(int local) {
        if (!queued[local]) {
            queued[local] = true;
            runnable[(first + count++) % runnable.length] = local;
        }
    }

    /** Advances until nothing here can go on without a frame or a permit from outside. */
    public void run() {
        while (count > 0) {
            int local = runnable[first];
            first = first + 1 == runnable.length ? 0 : first + 1;
            count--;
            queued[local] = false;
            step(local);
        }
    }

    private void step(int local) {
        FramedDevice framed = devices[local];
        Device device = framed.device();
        while (true) {
            long limit = Math.min(permit, nextCut[local]);
            long horizon = Math.min(framed.horizon(), limit);
            if (horizon > device.now()) {
                framed.advance(policy.target(device.id(), device.now(), horizon), this::route);
            } else if (device.now() == nextCut[local] && device.now() <= permit) {
                outside.report(nextCut[local] / interval, device.report());
                nextCut[local] += interval;
            } else {
                return;
            }
        }
    }

    private void route(Frame frame) {
        if (placement.islandOf()[frame.device()] != number) {
            outside.send(frame);
        } else {
            accept(frame);
        }
    }

    /** The devices, in the order given. */
    public List<Device> devices() {
        return Arrays.stream(devices).map(FramedDevice::device).toList();
    }
}
