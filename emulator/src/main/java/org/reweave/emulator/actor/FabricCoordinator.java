package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.GovernorPlan;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.stats.Latencies;

/**
 * Starts the islands of a network, gives the governor their reports and them its permits, and gathers what they
 * measured.
 */
final class FabricCoordinator extends AbstractBehavior<FabricCoordinator.Command> {
    /** What the coordinator receives. */
    sealed interface Command permits Reports, Finished, Failed {}

    /** Devices of one island at cut {@code k}. */
    record Reports(long k, List<DeviceReport> reports) implements Command {}

    /** What an island measured, and the messages that it sent to others, to tell them of frames. */
    record Finished(Latencies latencies, long messages) implements Command {}

    /** An invariant is broken; the run cannot go on. */
    record Failed(RuntimeException cause) implements Command {}

    /**
     * What a finished run left behind.
     *
     * @param messages that told islands of frames
     */
    record Gathered(Latencies latencies, long messages) {}

    static final String DEVICE_DISPATCHER = "reweave.device-dispatcher";

    private final Governor governor;
    private final CompletableFuture<Gathered> done;
    private final List<ActorRef<IslandActor.Command>> islands = new ArrayList<>();
    private final Latencies latencies = new Latencies();
    private long messages;
    private int unfinished;
    private boolean finishing;
    private long permitted;

    static Behavior<Command> create(
            Network network,
            GovernorPlan plan,
            Governor governor,
            List<List<Integer>> partition,
            HorizonPolicy policy,
            CompletableFuture<Gathered> done) {
        return Behaviors.setup(
                context -> new FabricCoordinator(context, network, plan, governor, partition, policy, done));
    }

    private FabricCoordinator(
            ActorContext<Command> context,
            Network network,
            GovernorPlan plan,
            Governor governor,
            List<List<Integer>> partition,
            HorizonPolicy policy,
            CompletableFuture<Gathered> done) {
        super(context);
        this.governor = governor;
        this.done = done;
        this.unfinished = partition.size();
        Placement placement = Placement.of(partition);
        List<Channels> channels = Channels.between(partition.size(), placement, network.wiring());
        for (int i = 0; i < partition.size(); i++) {
            List<Device> devices =
                    partition.get(i).stream().map(network::create).toList();
            islands.add(context.spawn(
                    IslandActor.create(
                            devices,
                            placement,
                            channels.get(i),
                            network.wiring(),
                            plan.interval(),
                            policy,
                            context.getSelf()),
                    "island-" + i,
                    DispatcherSelector.fromConfig(DEVICE_DISPATCHER)));
            channels.get(i).doorbell().belongsTo(islands.get(i));
        }
        givePermits();
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Reports.class, this::onReports)
                .onMessage(Finished.class, this::onFinished)
                .onMessage(Failed.class, this::onFailed)
                .build();
    }

    private Behavior<Command> onReports(Reports message) {
        try {
            for (DeviceReport report : message.reports()) {
                governor.report(message.k(), report);
            }
        } catch (RuntimeException e) {
            return onFailed(new Failed(e));
        }
        if (governor.isOver() && !finishing) {
            finishing = true;
            islands.forEach(island -> island.tell(IslandActor.Finish.NOW));
        } else {
            givePermits();
        }
        return this;
    }

    private void givePermits() {
        long permit = governor.permit();
        if (permit > permitted) {
            permitted = permit;
            IslandActor.Permit message = new IslandActor.Permit(permit, governor.measureFrom());
            islands.forEach(island -> island.tell(message));
        }
    }

    private Behavior<Command> onFinished(Finished message) {
        latencies.add(message.latencies());
        messages += message.messages();
        if (--unfinished > 0) {
            return this;
        }
        done.complete(new Gathered(latencies, messages));
        return Behaviors.stopped();
    }

    private Behavior<Command> onFailed(Failed message) {
        done.completeExceptionally(message.cause());
        return Behaviors.stopped();
    }
}
