package org.reweave.emulator.lax;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.DeviceState;
import org.reweave.emulator.drive.Exits;
import org.reweave.emulator.drive.Island;
import org.reweave.emulator.drive.Members;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.link.Wiring;
import org.reweave.reconfig.state.ByteReader;
import org.reweave.reconfig.state.ByteWriter;
import org.reweave.reconfig.state.StateVisitor;

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
    private long now; // every event before this cycle is done
    private long permit;
    private long checkpoint = Island.NONE; // the cut at which devices report their states, too
    private boolean gathering; // for that, until all frames sent before the cut are here

    /**
     * @param members all devices of one island of the placement, in its order; their clocks stand at one cut
     * @param borders by device: the state of its links at that cut; empty = the run begins there
     * @param interval cycles between cuts, a multiple of the step
     */
    public LaxIsland(
            List<Device> members,
            IntFunction<Optional<byte[]>> borders,
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
        this.now = members.get(0).now();
        this.nextStep = now / laxity.step();
        for (int member = 0; member < members.size(); member++) {
            restore(member, borders.apply(members.get(member).id()));
        }
        if (nextStep > 0) {
            border.resume(nextStep);
        }
    }

    private void restore(int member, Optional<byte[]> state) {
        if (state.isPresent()) {
            ByteReader reader = new ByteReader(state.get());
            visitBorder(member, reader);
            reader.end();
        }
    }

    /** Saves or restores what belongs to a member and is not in it; the first member has what is the island's. */
    private void visitBorder(int member, StateVisitor state) {
        members.get(member).outbox().visit(state);
        border.visit(member, nextStep, state);
        if (member == 0) {
            drift.visit(state);
        }
    }

    /**
     * No device goes beyond this cycle until it is raised.
     *
     * @param measureFrom as in {@link Island#permit}, and so is the next one
     */
    public void permit(long cycle, long measureFrom, long checkpointAt) {
        permit = cycle;
        checkpoint = checkpointAt;
        members.measureFrom(measureFrom);
    }

    /** A frame has come; it is admitted before one of the next steps. */
    public void accept(LinkFrame frame) {
        border.accept(placement.indexIn()[frame.device()], frame);
    }

    /** Whether the next step lies within the permit; a report that waits for frames counts as a step. */
    public boolean isPermitted() {
        return gathering || (nextStep + 1) * laxity.step() <= permit;
    }

    /** Whether the next step, which is permitted, lacks no frame that it must not do without. */
    public boolean isReady() {
        return gathering ? border.hasAllBefore(nextStep) : border.isReady(nextStep);
    }

    /** Takes the next step, which is permitted and ready. */
    public void step() {
        if (gathering) {
            report(now);
        } else {
            advance((nextStep + 1) * laxity.step());
        }
    }

    /**
     * Goes on within the next step, which is permitted and ready.
     *
     * @param to no more than the end of the step
     */
    public void advance(long to) {
        if (now == nextStep * laxity.step()) {
            members.catchUp(now); // the checks of admissions are over devices that stand here
            border.admit(nextStep);
        }
        members.advance(to);
        now = to;
        if (to < (nextStep + 1) * laxity.step()) {
            return;
        }
        border.send(nextStep, outside);
        nextStep++;
        gathering = to == checkpoint;
        if (to % interval == 0 && !gathering) {
            report(to);
        }
    }

    private void report(long cycle) {
        long[] noted = admissions.take();
        members.catchUp(cycle);
        for (int member = 0; member < members.count(); member++) {
            Device device = members.get(member);
            DeviceReport report = device.report();
            if (member == 0) {
                report.setAdmissions(noted);
            }
            if (gathering) {
                report.setState(state(member));
            }
            outside.report(cycle / interval, report);
        }
        gathering = false;
    }

    private DeviceState state(int member) {
        ByteWriter own = new ByteWriter();
        visitBorder(member, own);
        return DeviceState.ofLax(members.get(member), own.toArray());
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
