package org.reweave.emulator.lax;

import java.util.List;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.drive.Exits;
import org.reweave.emulator.drive.Members;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.link.Wiring;

/**
 * Some devices of a lax run, usually one, under one clock that goes on in steps. Before each step the island admits
 * frames of its neighbours, which {@link Admissions} decides; inside the island nothing is ever late.
 *
 * <p>Whatever is admitted when, a record takes effect at its stamp plus the link's latency or later. So a cut, at which
 * every device reports at the same cycle of its own clock, has no record that was received and not sent, and everything
 * that holds at the cuts of a conservative run holds here: emulator/docs/lax.md.
 */
public final class LaxIsland {
    /** The services that an island needs from its driver. */
    public interface Outside {
        /** The frame of a step, for a device that is not in this island. */
        void send(LinkFrame frame);

        /** A device stands exactly at cut {@code k}. */
        void report(long k, DeviceReport report);
    }

    private final Members members;
    private final Placement placement;
    private final LaxBorder border;
    private final Laxity laxity;
    private final Admissions admissions;
    private final Outside outside;
    private final long interval;
    private final Drift drift = new Drift();
    private long nextStep;
    private long permit;

    /**
     * @param members all devices of one island of the placement, in its order
     * @param interval cycles between cuts, a multiple of the step
     */
    public LaxIsland(
            List<Device> members,
            Placement placement,
            Wiring wiring,
            long interval,
            Laxity laxity,
            Admissions admissions,
            Outside outside) {
        if (interval % laxity.step() != 0) {
            throw new IllegalArgumentException(
                    "steps of " + laxity.step() + " cycles do not divide the cut interval of " + interval);
        }
        this.members = new Members(members, placement, wiring);
        this.placement = placement;
        this.laxity = laxity;
        this.admissions = admissions;
        this.outside = outside;
        this.interval = interval;
        this.border = new LaxBorder(new Exits(this.members, wiring), laxity, admissions, drift);
    }

    /**
     * No device goes beyond this cycle until it is raised.
     *
     * @param measureFrom as in {@link org.reweave.emulator.drive.Island#permit}
     */
    public void permit(long cycle, long measureFrom) {
        permit = cycle;
        members.measureFrom(measureFrom);
    }

    /** A frame has come; it is admitted before one of the next steps. */
    public void accept(LinkFrame frame) {
        border.accept(placement.indexIn()[frame.device()], frame);
    }

    /** Whether the next step lies within the permit. */
    public boolean isPermitted() {
        return (nextStep + 1) * laxity.step() <= permit;
    }

    /** Whether the next step, which is permitted, lacks no frame that it must not do without. */
    public boolean isReady() {
        return border.isReady(nextStep);
    }

    /** Takes the next step, which is permitted and ready. */
    public void step() {
        border.admit(nextStep);
        long to = (nextStep + 1) * laxity.step();
        members.advance(to);
        border.send(nextStep, outside);
        nextStep++;
        if (to % interval == 0) {
            report(to);
        }
    }

    private void report(long cycle) {
        long[] noted = admissions.take();
        for (int member = 0; member < members.count(); member++) {
            Device device = members.get(member);
            device.advance(cycle); // those without events have been left behind
            DeviceReport report = device.report();
            if (member == 0) {
                report.setAdmissions(noted);
            }
            outside.report(cycle / interval, report);
        }
    }

    /** How far this island was apart from others so far. */
    public Drift drift() {
        return drift;
    }

    /** The devices, in the order given. */
    public List<Device> devices() {
        return members.list();
    }
}
