package org.reweave.emulator.drive;

import org.reweave.emulator.device.Device;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.link.Wiring;

/**
 * A device and the clocks of its links: how far each neighbour has promised, and which frame goes out next on each
 * port.
 *
 * <p>The device may advance to its horizon, the smallest {@code to + latency} over its in-links; frame k of a link is
 * sent once {@code now + reaction >= (k + 1) Q}.
 */
final class FramedDevice {
    /** Takes frames to their receivers. */
    interface Sink {
        void send(Frame frame);
    }

    private final Device device;
    private final int[] peerDevice;
    private final int[] peerPort;
    private final int[] latency;
    private final int[] frameCycles;
    private final long[] promised; // per port: the neighbour has sent everything before this cycle
    private final long[] framesTaken;
    private final long[] sentTo;
    private final long[] framesSent;
    private final int[] backlogLimit;

    FramedDevice(Device device, Wiring wiring) {
        int id = device.id();
        int ports = wiring.ports(id);
        this.device = device;
        this.peerDevice = wiring.peerDevice()[id];
        this.peerPort = wiring.peerPort()[id];
        this.latency = wiring.latency()[id];
        this.frameCycles = wiring.frameCycles()[id];
        this.promised = new long[ports];
        this.framesTaken = new long[ports];
        this.sentTo = new long[ports];
        this.framesSent = new long[ports];
        this.backlogLimit = new int[ports];
        for (int port = 0; port < ports; port++) {
            if (peerDevice[port] >= 0) {
                int theirFrames = wiring.frameCycles()[peerDevice[port]][peerPort[port]];
                backlogLimit[port] = ceil(2 * latency[port] + 2 * Device.MIN_REACTION, theirFrames) + 1;
            }
        }
    }

    private static int ceil(int a, int b) {
        return (a + b - 1) / b;
    }

    Device device() {
        return device;
    }

    /**
     * Takes a frame in.
     *
     * @return whether the device was waiting for it
     */
    boolean accept(Frame frame) {
        int port = frame.port();
        if (frame.number() != framesTaken[port]) {
            throw new IllegalStateException(device.name() + "." + (port + 1) + ": frame " + frame.number() + " after "
                    + framesTaken[port] + " frames; one is missing or came twice");
        }
        framesTaken[port]++;
        boolean waiting = promised[port] + latency[port] <= device.now();
        device.accept(port, frame.words(), 0, frame.words().length);
        long length = frame.to() - promised[port];
        promised[port] = frame.to();
        long ahead = promised[port] + latency[port] - device.now();
        if (ahead >= (backlogLimit[port] + 1) * length) {
            throw new IllegalStateException(device.name() + "." + (port + 1) + ": " + ahead / length
                    + " unconsumed frames at cycle " + device.now() + ", more than the bound of " + backlogLimit[port]);
        }
        return waiting;
    }

    /** Exclusive: events before this cycle are all known. */
    long horizon() {
        long horizon = Long.MAX_VALUE;
        for (int port = 0; port < promised.length; port++) {
            if (peerDevice[port] >= 0) {
                horizon = Math.min(horizon, promised[port] + latency[port]);
            }
        }
        return horizon;
    }

    /** Advances to a cycle within the horizon and sends the frames that this completes. */
    void advance(long to, Sink sink) {
        device.advance(to);
        long certain = to + Device.MIN_REACTION;
        for (int port = 0; port < sentTo.length; port++) {
            if (peerDevice[port] < 0) {
                continue;
            }
            while (sentTo[port] + frameCycles[port] <= certain) {
                sentTo[port] += frameCycles[port];
                long[] words = device.outbox().take(port, sentTo[port]);
                sink.send(new Frame(peerDevice[port], peerPort[port], framesSent[port]++, sentTo[port], words));
            }
        }
    }
}
