package org.reweave.emulator.device;

import org.reweave.emulator.link.Transmitter;

/**
 * The requests of managers, which switches and NICs answer by the same rules: which manager they follow, and whether an
 * SMP goes back. A manager that has taken over is the manager from its first request on; a discovery by an earlier one
 * is answered all the same, and the answer tells of the later one.
 */
public final class ManagerRequests {
    /** What a kind of device does with requests that are for itself. */
    public interface Site {
        /** @return whether the update is answered */
        boolean update(Smp update, long cycle);

        /** A control packet comes for the first time. */
        void takeControl(Smp control, long cycle);

        /** Whether the device has restarted and no tables have come since. */
        boolean isBlank();
    }

    private final int device;
    private final PortPlan plan;
    private final AgentReports reports;
    private final Floods floods;
    private final PacketCounts counts;
    private final Transmitter links;
    private final Site site;

    public ManagerRequests(
            DeviceIdentity identity,
            AgentReports reports,
            Floods floods,
            PacketCounts counts,
            Transmitter links,
            Site site) {
        this.device = identity.id();
        this.plan = identity.plan();
        this.reports = reports;
        this.floods = floods;
        this.counts = counts;
        this.links = links;
        this.site = site;
    }

    /**
     * Treats a request; may write the answer into it.
     *
     * @param port by which the request came, from 0
     * @return whether the SMP goes back as the answer
     * @throws IllegalStateException naming the attribute of an SMP that is no request of a manager
     */
    public boolean answer(Smp request, int port, long cycle) {
        boolean answers = treat(request, port, cycle);
        if (answers) {
            reports.tellLaterTerm(request);
        }
        return answers;
    }

    private boolean treat(Smp request, int port, long cycle) {
        switch (request.attribute()) {
            case Smp.NODE_INFO -> {
                reports.noteSuccessor(request, port);
                floods.noteTerm(reports.term());
                request.answer(links.sighting(device, plan.neighbours(cycle)), site.isBlank());
            }
            case Smp.UPDATE -> {
                reports.noteWay(request, port);
                floods.noteTerm(reports.term());
                return site.update(request, cycle);
            }
            case Smp.CONTROL -> {
                reports.noteWay(request, port);
                if (floods.isNewControl(request, cycle)) {
                    site.takeControl(request, cycle);
                }
            }
            case Smp.COUNTS -> counts.answer(request);
            default ->
                throw new IllegalStateException("port " + (port + 1) + ": SMP with attribute " + request.attribute());
        }
        return true;
    }

    /** A control packet for all devices has come by a port (from 0), for the first time. */
    public void receiveBroadcast(Smp control, int port, long cycle) {
        reports.noteWay(control, port);
        site.takeControl(control, cycle);
    }
}
