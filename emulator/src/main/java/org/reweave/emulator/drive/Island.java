package org.reweave.emulator.drive;

import java.util.List;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.DeviceState;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.link.Wiring;

/**
 * Some devices of a network that are advanced by one thread at a time under one clock. Records between them go straight
 * from sender to receiver, and a calendar says which devices have anything to do; frames exist only on links to other
 * islands. The sequential driver is one island of everything; an island actor hosts a few devices or one.
 */
public final class Island {
    /** The services that an island needs from its driver. */
    public interface Outside {
        /**
         * A frame for a neighbour, to be filled and sent before another one is opened.
         *
         * @param neighbour index in {@link Island#neighbours}
         */
        Frame open(int neighbour);

        /** The frame that was opened for a neighbour is full. */
        void send(int neighbour, Frame frame);

        /** A report for a device to fill in: a new one, or an earlier one of this device that nobody reads any more. */
        default DeviceReport open(Device device) {
            return new DeviceReport(device);
        }

        /** A device stands exactly at cut {@code k}. */
        void report(long k, DeviceReport report);
    }

    /** In place of the cycle of a checkpoint: none is due. */
    public static final long NONE = Long.MAX_VALUE;

    private final Members members;
    private final Exits exits;
    private final Border border;
    private final int number;
    private final Outside outside;
    private final HorizonPolicy policy;
    private final long interval;
    private long now; // every event before this cycle is done
    private long nextCut;
    private long permit;
    private long checkpoint = NONE; // the cut at which devices report their states, too
    private boolean gathering; // for that, until all records stamped before the cut are here

    /**
     * @param members all devices of one island of the placement, in its order; their clocks stand at one cut
     * @param interval cycles between cuts
     */
    public Island(
            List<Device> members,
            Placement placement,
            Wiring wiring,
            long interval,
            HorizonPolicy policy,
            Outside outside) {
        this.members = new Members(members, placement, wiring);
        this.number = placement.islandOf()[members.get(0).id()];
        this.outside = outside;
        this.policy = policy;
        this.interval = interval;
        this.now = this.members.get(0).now();
        this.nextCut = now + interval;
        this.exits = new Exits(this.members, wiring);
        this.border = new Border(this.members, exits, placement, wiring);
    }

    /**
     * No device goes beyond this cycle until it is raised.
     *
     * @param measureFrom first cycle whose packets are measured; {@link org.reweave.emulator.governor.Warmup#UNKNOWN} =
     *     at or after this permit's end
     * @param checkpointAt cut, beyond the permit before, at which devices report their states; {@link #NONE} = at none
     */
    public void permit(long cycle, long measureFrom, long checkpointAt) {
        if (cycle < permit) {
            throw new IllegalStateException("permit lowered from " + permit + " to " + cycle);
        }
        permit = cycle;
        checkpoint = checkpointAt;
        members.measureFrom(measureFrom);
    }

    /**
     * Takes in a frame that a neighbour has sent.
     *
     * @param neighbour index in {@link #neighbours}
     */
    public void accept(int neighbour, Frame frame) {
        border.accept(neighbour, frame, now);
    }

    /** Advances until nothing here can go on without a frame or a permit from outside. */
    public void run() {
        while (true) {
            long horizon = Math.min(border.horizon(), Math.min(permit, nextCut));
            if (horizon > now) {
                advance(policy.target(number, now, horizon));
            } else if (now == nextCut && now <= permit && isComplete()) {
                report();
            } else {
                return;
            }
        }
    }

    /**
     * Whether nothing is missing for a report: at a checkpoint every record that was stamped before it, which is what
     * its sender does not hold any more. So neighbours wait for each other there, and nobody else does.
     */
    private boolean isComplete() {
        if (now == checkpoint && !gathering) {
            border.sendAll(now, outside);
            gathering = true;
        }
        return !gathering || !border.lacksAny(now + Device.MIN_REACTION);
    }

    private void advance(long to) {
        members.advance(to);
        now = to;
        border.send(now, outside);
    }

    private void report() {
        for (int member = 0; member < members.count(); member++) {
            Device device = members.get(member);
            device.advance(now); // those without events have been left behind
            DeviceReport report = outside.open(device);
            device.fillIn(report);
            if (gathering) {
                report.setState(state(member));
            }
            outside.report(nextCut / interval, report);
        }
        gathering = false;
        nextCut += interval;
    }

    private DeviceState state(int member) {
        return DeviceState.of(members.get(member), port -> exits.leaves(member, port), now + Device.MIN_REACTION);
    }

    /** Whether only a frame keeps the island from going on, not its permit. */
    public boolean needsFrames() {
        return permit > now || gathering;
    }

    /** The numbers of the islands that links lead to, ascending; {@code neighbour} is an index in this array. */
    public int[] neighbours() {
        return border.neighbours();
    }

    /** Whether a neighbour's next frame is one of those that this island needs to go on. */
    public boolean awaits(int neighbour) {
        return gathering ? border.lacks(neighbour, now + Device.MIN_REACTION) : border.awaits(neighbour);
    }

    /** The devices, in the order given. */
    public List<Device> devices() {
        return members.list();
    }
}
