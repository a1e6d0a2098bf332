package org.reweave.emulator.drive;

import org.reweave.emulator.device.Device;
import org.reweave.emulator.link.Wiring;

/**
 * What holds between an island and a neighbour.
 *
 * @param latency the smallest of their links' latencies, in cycles
 * @param frameCycles the least growth of a promise that is worth a frame
 */
public record Terms(int latency, int frameCycles) {
    public static final Terms NO_LINK = new Terms(Integer.MAX_VALUE, Integer.MAX_VALUE);

    /** With one more link, on which the port of a device sends. */
    public Terms with(Wiring wiring, int device, int port) {
        return new Terms(
                Math.min(latency, wiring.latency()[device][port]),
                Math.min(frameCycles, wiring.frameCycles()[device][port]));
    }

    /** The largest number of cycles by which a receiver's clock is behind what it was promised. */
    public long mostAhead() {
        return 2L * (latency + Device.MIN_REACTION);
    }

    /** The largest number of frames that are ever under way; a checkpoint sends one before its time. */
    public int mostFrames() {
        return (int) ((mostAhead() + frameCycles - 1) / frameCycles) + 3;
    }
}
