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

        /** Every record that is sent to any neighbour from now on is stamped at this cycle or later. */
        void promise(long cycle);

        /** A report for a device to fill in: a new one, or an earlier one of this device that nobody reads any more. */
        default DeviceReport open(Device device) {
            return new DeviceReport(device);
        }

        /** A device stands exactly at cut {@code k}. */
        void report(long k, DeviceReport report);
    }

    /** Cycle of the next checkpoint when no checkpoint is due. */
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
        this(new Members(members, placement, wiring), placement, wiring, interval, policy, outside);
    }

    /** An island of devices that perhaps take their steps in another way than by being called. */
    public Island(
            Members members, Placement placement, Wiring wiring, long interval, HorizonPolicy policy, Outside outside) {
        this.members = members;
        this.number = placement.islandOf()[members.get(0).id()];
        this.outside = outside;
        this.policy = policy;
        this.interval = interval;
        this.now = members.get(0).now();
        this.nextCut = now + interval;
        this.exits = new Exits(members, wiring);
        this.border = new Border(members, exits, placement, wiring);
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
        border.accept(neighbour, frame);
    }

    /**
     * Takes in a neighbour's promise that every record it has not sent yet is stamped at a cycle or later.
     *
     * @param neighbour index in {@link #neighbours}
     */
    public void acceptPromise(int neighbour, long cycle) {
        border.acceptPromise(neighbour, cycle);
    }

    /** Advances until nothing here can go on without a frame or a permit from outside. */
    public void run() {
        run(NONE);
    }

    /** Advances the island as {@link #run()} does, but not beyond a cycle; a cut at that cycle is reported. */
    public void run(long to) {
        while (true) {
            long horizon = Math.min(Math.min(border.horizon(), to), Math.min(permit, nextCut));
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
        gathering |= now == checkpoint;
        return !gathering || !border.lacksAny(now + Device.MIN_REACTION);
    }

    private void advance(long to) {
        members.advance(to);
        now = to;
        long endOfCut = nextCut + Device.MIN_REACTION;
        border.send(endOfCut, outside);
        border.promise(Math.min(members.quietUntil(now, border.horizon()), endOfCut), outside);
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
        return DeviceState.of(members.get(member), channel -> exits.leaves(member, channel), now + Device.MIN_REACTION);
    }

    /** Whether only its neighbours keep the island from going on, not its permit. */
    public boolean needsNeighbours() {
        return permit > now || gathering;
    }

    /**
     * The horizon at which the island has something to do again: an event, a cut, or a promise that a neighbour may
     * wait for.
     *
     * <p>Islands that wait for their needed horizons never block each other. Let island A lack a promise of B: it needs
     * a horizon beyond B's promise + the latency between the two. B needs at most its promise + its shortest latency,
     * which is less. (At a checkpoint A needs promises beyond the cut; an island that has not given its own stands
     * before the cut.) So the needed horizons fall on every way from an island to one that it waits for, and the island
     * with the lowest one lacks nothing.
     */
    public long neededHorizon() {
        long news = Math.min(members.knownEvent(), border.promised() + border.shortestLatency());
        return Math.min(news, Math.min(permit, nextCut));
    }

    /**
     * Promise that the island needs from a neighbour: with this promise, that neighbour does not hold the island back.
     *
     * @param needed horizon, see {@link #neededHorizon}
     */
    public long neededPromise(int neighbour, long needed) {
        return gathering ? now + Device.MIN_REACTION : needed - border.latency(neighbour);
    }

    /** The numbers of the islands that links lead to, ascending; {@code neighbour} is an index in this array. */
    public int[] neighbours() {
        return border.neighbours();
    }

    /** Every event before this cycle is done. */
    public long now() {
        return now;
    }

    /** The devices, in the order given. */
    public List<Device> devices() {
        return members.list();
    }
}
