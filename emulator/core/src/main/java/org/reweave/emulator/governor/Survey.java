package org.reweave.emulator.governor;

import org.reweave.emulator.device.DeviceReport;

/**
 * Looks at what the devices of one process report at a cut: checks the links between these, and sums up what the
 * governor needs of them.
 */
public final class Survey {
    private final GovernorPlan plan;
    private final Domain domain;
    private final Conservation conservation;
    private final DeadlockDetector detector;

    public Survey(GovernorPlan plan, Domain domain) {
        this(plan, domain, new DeadlockDetector(plan, domain));
    }

    Survey(GovernorPlan plan, Domain domain, DeadlockDetector detector) {
        this.plan = plan;
        this.domain = domain;
        this.conservation = new Conservation(plan);
        this.detector = detector;
    }

    /**
     * The share of these devices in a cut.
     *
     * @param byDevice their reports
     * @throws IllegalStateException naming a link between two of them on which room is not conserved
     */
    public CutPart look(DeviceReport[] byDevice) {
        CutPart part = share(byDevice);
        check(byDevice);
        return part;
    }

    CutPart share(DeviceReport[] byDevice) {
        CutPart part = new CutPart(plan, domain);
        LinkEnds ends = new ReportedEnds(byDevice, plan.lanes());
        for (int device : domain.devices()) {
            part.add(byDevice[device]);
        }
        part.look(ends, plan.lanes());
        part.setHeads(detector.remaining(byDevice, domain, ends));
        return part;
    }

    void check(DeviceReport[] byDevice) {
        LinkEnds ends = new ReportedEnds(byDevice, plan.lanes());
        for (int device : domain.devices()) {
            for (int port = 0; port < plan.wiring().ports(device); port++) {
                conservation.checkCredits(device, port, ends, byDevice[device].cycle());
            }
        }
    }
}
