package org.reweave.emulator.device;

import org.reweave.emulator.state.StateReader;
import org.reweave.emulator.state.StateWriter;

/**
 * Sends the messages of a device's agent to the manager, back along the way by which the manager's last packet came.
 * They are not repeated: a protocol that misses one asks again.
 */
public final class Reports {
    private final Device device;
    private long[] path = new long[0]; // the last request's words without its payload
    private int port;
    private final Smp smp = new Smp();

    public Reports(Device device) {
        this.device = device;
    }

    /** A request of the manager has come in by a port (from 0). */
    public void noteWay(Smp request, int by) {
        path = request.withoutPayload();
        port = by;
    }

    public void send(long message, long cycle) {
        if (path.length > 0) {
            smp.report(path, device.id(), message);
            device.links().queueSmp(port, smp.words(), smp.length(), cycle);
        }
    }

    /** The device restarts. */
    public void clear() {
        path = new long[0];
    }

    public void encode(StateWriter out) {
        out.longs(path);
        out.value(port);
    }

    public void decode(StateReader in) {
        path = in.longs();
        port = in.integer();
    }
}
