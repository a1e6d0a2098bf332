package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import java.util.List;
import java.util.SortedMap;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.link.Wiring;

/** Islands that wait for what their neighbours send. */
final class ConservativeIslands implements IslandActors {
    private final Placement placement;
    private final Wiring wiring;
    private final long interval;
    private final HorizonPolicy policy;
    private final IslandChannels channels;
    private final CutReports reports;
    private final boolean devicesAct;

    /**
     * @param partition device numbers by island
     * @param hosting which of them are here
     * @param interval cycles between cuts
     * @param start cycle at which the run begins
     * @param threads whether each island has one to itself
     * @param devicesAct whether each device is an actor
     */
    ConservativeIslands(
            List<List<Integer>> partition,
            Hosting hosting,
            Wiring wiring,
            long interval,
            HorizonPolicy policy,
            long start,
            ThreadShare threads,
            boolean devicesAct) {
        this.placement = Placement.of(partition);
        this.wiring = wiring;
        this.interval = interval;
        this.devicesAct = devicesAct;
        this.reports = new CutReports(hosting.count());
        this.channels = new IslandChannels(hosting, placement, wiring, start, threads);
        this.policy = threads.isEarly() ? policy.inSteps(halfWay()) : policy;
    }

    /**
     * Half of the cycles that an island may go without news. Its neighbour then knows of the first half while it is at
     * the second one; with whole ways each would wait for the slower one every time.
     */
    private int halfWay() {
        return (channels.shortestLatency() + Device.MIN_REACTION + 1) / 2;
    }

    @Override
    public String dispatcher() {
        return "reweave.device-dispatcher";
    }

    @Override
    public Behavior<IslandActor.Command> create(
            int island, List<Device> devices, ActorRef<FabricCoordinator.Command> coordinator) {
        return IslandActor.create(
                devices, placement, channels.of(island), wiring, interval, policy, reports, devicesAct, coordinator);
    }

    @Override
    public SortedMap<Integer, FrameCrossing> crossings() {
        return channels.crossings();
    }

    @Override
    public void started(int island, ActorRef<IslandActor.Command> actor) {
        channels.of(island).doorbell().belongsTo(actor);
    }
}
