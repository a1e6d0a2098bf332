package org.reweave.emulator.device;

import org.reweave.emulator.link.Transmitter;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Sends the messages of a device's agent to the manager, back along the way by which the manager's last packet came.
 * They are not repeated: a protocol that misses one asks again. Of two managers that which took over later counts.
 */
public final class AgentReports {
    private final int device;
    private final Transmitter links;
    private final DeviceLog log;
    private long[] path = new long[0]; // the last request's words without its payload
    private int port;
    private final Smp smp = new Smp();

    public AgentReports(int device, Transmitter links, DeviceLog log) {
        this.device = device;
        this.links = links;
        this.log = log;
    }

    /** A request of the manager has come in by a port (from 0). */
    void noteWay(Smp request, int by) {
        if (request.term() < term()) {
            return;
        }
        path = request.withoutPayload();
        port = by;
    }

    /** A request has come in that tells nothing but who sends it: a manager that has taken over is the manager. */
    void noteSuccessor(Smp request, int by) {
        if (request.term() > term()) {
            noteWay(request, by);
        }
    }

    /** A request is answered: an earlier manager hears that another one has taken over. */
    void tellLaterTerm(Smp answer) {
        if (answer.term() < term()) {
            answer.tellLaterTerm(term());
        }
    }

    /** How often managers had taken over when the one was in charge that is the manager here. */
    public long term() {
        return path.length == 0 ? 0 : Smp.term(path);
    }

    public void send(long message, long cycle) {
        boolean knowsWay = path.length > 0;
        if (knowsWay) {
            smp.report(path, device, message);
            links.queueSmp(port, smp.words(), smp.length(), cycle);
        }
        log.events().reportSent(cycle, message, knowsWay);
    }

    /** The device restarts. */
    public void clear() {
        path = new long[0];
    }

    public void visit(StateVisitor state) {
        path = state.array(path);
        port = state.value(port);
    }
}
