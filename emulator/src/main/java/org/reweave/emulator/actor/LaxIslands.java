package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.lax.Admissions;
import org.reweave.emulator.lax.LaxIsland;
import org.reweave.emulator.lax.Laxity;
import org.reweave.emulator.link.Wiring;

/** Islands of a lax run, or of its replay. */
final class LaxIslands implements IslandActors {
    private final Placement placement;
    private final Wiring wiring;
    private final long interval;
    private final Laxity laxity;
    private final IntFunction<Admissions> admissions;
    private final AtomicReference<Throwable> failure;
    private final List<FrameMailbox> mailboxes;

    /**
     * @param partition device numbers by island
     * @param interval cycles between cuts
     * @param admissions by island
     * @param failure of the first island that fails, noted without the memory that a message takes
     */
    LaxIslands(
            List<List<Integer>> partition,
            Wiring wiring,
            long interval,
            Laxity laxity,
            IntFunction<Admissions> admissions,
            AtomicReference<Throwable> failure) {
        this.placement = Placement.of(partition);
        this.wiring = wiring;
        this.interval = interval;
        this.laxity = laxity;
        this.admissions = admissions;
        this.failure = failure;
        this.mailboxes = IntStream.range(0, partition.size())
                .mapToObj(i -> new FrameMailbox())
                .toList();
    }

    @Override
    public String dispatcher() {
        return "reweave.lax-dispatcher";
    }

    @Override
    public Behavior<IslandActor.Command> create(
            int island, List<Device> devices, ActorRef<FabricCoordinator.Command> coordinator) {
        return LaxIslandActor.create(this, island, devices, coordinator);
    }

    @Override
    public void started(int island, ActorRef<IslandActor.Command> actor) {
        mailboxes.get(island).belongsTo(actor);
    }

    AtomicReference<Throwable> failure() {
        return failure;
    }

    FrameMailbox mailbox(int island) {
        return mailboxes.get(island);
    }

    FrameMailbox mailboxOfDevice(int device) {
        return mailboxes.get(placement.islandOf()[device]);
    }

    LaxIsland island(int island, List<Device> devices, LaxIsland.Outside outside) {
        return new LaxIsland(devices, placement, wiring, interval, laxity, admissions.apply(island), outside);
    }
}
