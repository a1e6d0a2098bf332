package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.nic.NicCore;
import org.reweave.emulator.lax.LaxIsland;
import org.reweave.emulator.lax.LinkFrame;

/**
 * An island of a lax run as an actor. Each step is triggered by a message that the actor sends to itself; frames that
 * have come before it is served are admitted first. So the order in which the threads serve the actors decides which
 * records come late. All that the actor knows of networks is in {@link LaxIsland}.
 */
final class LaxIslandActor extends AbstractBehavior<IslandActor.Command> {
    private final ActorRef<FabricCoordinator.Command> coordinator;
    private final CutReports cuts;
    private final FrameMailbox mailbox;
    private final LaxIsland island;
    private boolean parked = true; // nothing but a permit makes it go on
    private List<DeviceReport> reports = new ArrayList<>();
    private long messages;

    static Behavior<IslandActor.Command> create(
            LaxIslands all,
            int number,
            List<Device> devices,
            CutReports cuts,
            ActorRef<FabricCoordinator.Command> coordinator) {
        return Behaviors.setup(context -> new LaxIslandActor(context, all, number, devices, cuts, coordinator));
    }

    private LaxIslandActor(
            ActorContext<IslandActor.Command> context,
            LaxIslands all,
            int number,
            List<Device> devices,
            CutReports cuts,
            ActorRef<FabricCoordinator.Command> coordinator) {
        super(context);
        this.coordinator = coordinator;
        this.cuts = cuts;
        this.mailbox = all.mailbox(number);
        this.island = all.island(number, devices, new LaxIsland.Outside() {
            @Override
            public void send(LinkFrame frame) {
                messages += all.put(frame) ? 1 : 0;
            }

            @Override
            public void report(long k, DeviceReport report) {
                collect(k, report);
            }
        });
    }

    @Override
    public Receive<IslandActor.Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(IslandActor.Wake.class, message -> tick())
                .onMessage(IslandActor.Permit.class, this::permit)
                .onMessage(IslandActor.Finish.class, message -> finish())
                .build();
    }

    private Behavior<IslandActor.Command> permit(IslandActor.Permit permit) {
        island.permit(permit.cycle(), permit.measureFrom(), permit.checkpointAt());
        if (parked) {
            parked = false;
            next();
        }
        return this;
    }

    private void next() {
        getContext().getSelf().tell(IslandActor.Wake.UP);
    }

    private Behavior<IslandActor.Command> tick() {
        mailbox.deliver(island);
        if (!island.isPermitted()) {
            parked = true;
        } else if (island.isReady()) {
            island.step();
            next();
        } else if (!mailbox.sleep()) {
            next();
        }
        return this;
    }

    private void collect(long k, DeviceReport report) {
        reports.add(report);
        if (reports.size() == island.devices().size()) {
            cuts.add(k, reports).ifPresent(coordinator::tell);
            reports = new ArrayList<>();
        }
    }

    private Behavior<IslandActor.Command> finish() {
        coordinator.tell(new FabricCoordinator.Finished(
                NicCore.latencies(island.devices()), Optional.of(island.drift()), messages));
        return Behaviors.stopped();
    }
}
