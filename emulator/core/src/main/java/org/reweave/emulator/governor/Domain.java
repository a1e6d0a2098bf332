package org.reweave.emulator.governor;

import java.util.Arrays;
import java.util.Collection;
import java.util.stream.IntStream;
import org.reweave.emulator.link.Wiring;

/** The devices of a run that one of its processes hosts, and the ports from which data goes to others. */
public final class Domain {
    private final int[] devices; // ascending
    private final boolean[] here; // by device
    private final long[] border; // device and port, ascending

    private Domain(int[] devices, boolean[] here, long[] border) {
        this.devices = devices;
        this.here = here;
        this.border = border;
    }

    /** All devices, and no border. */
    static Domain all(GovernorPlan plan) {
        return of(plan, IntStream.range(0, plan.wiring().devices()).boxed().toList());
    }

    /** No devices. */
    static Domain none() {
        return new Domain(new int[0], new boolean[0], new long[0]);
    }

    public static Domain of(GovernorPlan plan, Collection<Integer> devices) {
        Wiring wiring = plan.wiring();
        boolean[] here = new boolean[wiring.devices()];
        devices.forEach(device -> here[device] = true);
        int[] sorted =
                devices.stream().mapToInt(Integer::intValue).sorted().distinct().toArray();
        long[] border = Arrays.stream(sorted)
                .mapToObj(device -> IntStream.range(0, wiring.channels(device))
                        .filter(channel -> isBorder(plan, device, channel, here))
                        .mapToLong(channel -> key(device, wiring.port(device, channel))))
                .flatMapToLong(keys -> keys)
                .sorted()
                .distinct()
                .toArray();
        return new Domain(sorted, here, border);
    }

    private static boolean isBorder(GovernorPlan plan, int device, int channel, boolean[] here) {
        Wiring wiring = plan.wiring();
        int peer = wiring.peerDevice()[device][channel];
        if (peer < 0 || here[peer]) {
            return false;
        }
        int peerPort = wiring.port(peer, wiring.peerChannel()[device][channel]);
        return plan.capacityUnits()[device][wiring.port(device, channel)] > 0
                || plan.capacityUnits()[peer][peerPort] > 0;
    }

    private static long key(int device, int port) {
        return (long) device << Integer.SIZE | port;
    }

    /** The devices, ascending. Do not change them. */
    public int[] devices() {
        return devices;
    }

    boolean has(int device) {
        return device >= 0 && device < here.length && here[device];
    }

    /** Ports of the border: those that have a cable for data to a device elsewhere at some time. */
    int borderPorts() {
        return border.length;
    }

    int borderDevice(int i) {
        return (int) (border[i] >> Integer.SIZE);
    }

    int borderPort(int i) {
        return (int) border[i];
    }

    /** The place of a port of the border among these; below 0 = the port is none. */
    int borderAt(int device, int port) {
        return Arrays.binarySearch(border, key(device, port));
    }
}
