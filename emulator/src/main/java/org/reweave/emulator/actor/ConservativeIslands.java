package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
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
    private final AtomicReference<Throwable> failure;
    private final List<Channels> channels;

    /**
     * @param partition device numbers by island
     * @param interval cycles between cuts
     * @param failure of the first island that fails, noted without the memory that a message takes
     */
    ConservativeIslands(
            List<List<Integer>> partition,
            Wiring wiring,
            long interval,
            HorizonPolicy policy,
            AtomicReference<Throwable> failure) {
        this.placement = Placement.of(partition);
        this.wiring = wiring;
        this.interval = interval;
        this.policy = policy;
        this.failure = failure;
        this.channels = Channels.between(partition.size(), placement, wiring);
    }

    @Override
    public String dispatcher() {
        return "reweave.device-dispatcher";
    }

    @Override
    public Behavior<IslandActor.Command> create(
            int island, List<Device> devices, ActorRef<FabricCoordinator.Command> coordinator) {
        return IslandActor.create(
                devices, placement, channels.get(island), wiring, interval, policy, coordinator, failure);
    }

    @Override
    public void started(int island, ActorRef<IslandActor.Command> actor) {
        channels.get(island).doorbell().belongsTo(actor);
    }
}
