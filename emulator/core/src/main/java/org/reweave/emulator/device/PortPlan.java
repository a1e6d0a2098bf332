package org.reweave.emulator.device;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.reweave.emulator.link.Wiring;
import org.reweave.emulator.time.FlitTime;
import org.reweave.routing.topology.Sighting;

/**
 * Knowledge of a device about its ports and its planned failures before the run starts. Ports are indexed from 0 (port
 * 1), channels as {@link Wiring} does.
 *
 * @param latency of each channel, in cycles; at least 1, also for ports with nothing plugged in
 * @param flitTime of each port's link, both directions
 * @param wired whether a link is plugged in
 * @param trunk whether the link leads from a switch to a switch
 * @param neighbours what the device at the other end of each channel says of itself when the link comes up: its number
 *     and its port, see {@link Sighting#neighbour}; {@link Sighting#NONE} = no device of the fabric is there
 * @param outages per port: cycles at which its link goes down, up, down, .. in ascending order; a link that goes down
 *     at cycle 0 is absent at the start, which is no event
 * @param deviceOutages the same for the device as a whole; its ports' outages cover them
 * @param later the channels after those of the first cables
 */
public record PortPlan(
        int[] latency,
        FlitTime[] flitTime,
        boolean[] wired,
        boolean[] trunk,
        long[] neighbours,
        long[][] outages,
        long[] deviceOutages,
        Wiring.Later[] later) {
    /** Knowledge of a device each of whose ports has one cable at most. */
    public PortPlan(
            int[] latency,
            FlitTime[] flitTime,
            boolean[] wired,
            boolean[] trunk,
            long[] neighbours,
            long[][] outages,
            long[] deviceOutages) {
        this(latency, flitTime, wired, trunk, neighbours, outages, deviceOutages, new Wiring.Later[0]);
    }

    public int ports() {
        return flitTime.length;
    }

    public int channels() {
        return latency.length;
    }

    /** The port of each channel. */
    int[] portOf() {
        return IntStream.range(0, channels())
                .map(channel -> channel < ports() ? channel : later[channel - ports()].port())
                .toArray();
    }

    /** The channel of the cable that is in a port at a cycle, or was there last. */
    int channel(int port, long cycle) {
        int channel = port;
        for (int i = 0; i < later.length; i++) {
            channel = later[i].port() == port && later[i].from() <= cycle ? ports() + i : channel;
        }
        return channel;
    }

    /** By port: what the device at the other end of its cable says of itself; the links that are up count. */
    public long[] neighbours(long cycle) {
        long[] now = Arrays.copyOf(neighbours, ports());
        for (int i = 0; i < later.length; i++) {
            now[later[i].port()] = neighbours[channel(later[i].port(), cycle)];
        }
        return now;
    }

    /** Whether an element is not there when the run starts: its first outage begins at cycle 0. */
    static boolean isAbsent(long[] elementOutages) {
        return elementOutages.length > 0 && elementOutages[0] == 0;
    }

    /** Per port whether it has a working link when the run starts. */
    boolean[] upAtStart() {
        boolean[] up = wired.clone();
        for (int port = 0; port < up.length; port++) {
            up[port] &= !isAbsent(outages[port]);
        }
        return up;
    }
}
