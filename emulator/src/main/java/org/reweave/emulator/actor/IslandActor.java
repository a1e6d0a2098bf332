package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.Signal;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.drive.Island;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.link.IslandInput;
import org.reweave.emulator.link.Wiring;
import org.reweave.emulator.sequential.SequentialDriver;

/**
 * An island of devices, most often just one, as an actor: takes frames and permits in, advances its devices as far as
 * they go, and sends frames to other islands and reports to the coordinator. All knowledge of networks is in
 * {@link Island}.
 */
final class IslandActor extends AbstractBehavior<IslandInput> {
    /** The messages that an island receives beside single frames. */
    sealed interface Command extends IslandInput permits Frames, Permit, Neighbours, Finish {}

    /** Several frames from one other island, in the order of their numbers. */
    record Frames(Frame[] frames) implements Command {}

    /** Devices may advance to this cycle, and measure from the other one on. */
    record Permit(long cycle, long measureFrom) implements Command {}

    /**
     * Where the other islands are; the first message of all.
     *
     * @param islands by number
     */
    record Neighbours(List<ActorRef<IslandInput>> islands) implements Command {}

    /** The run is over: hand in what was measured. */
    enum Finish implements Command {
        NOW
    }

    private final ActorRef<FabricCoordinator.Command> coordinator;
    private final Island island;
    private final Outgoing outgoing;
    private List<DeviceReport> reports = new ArrayList<>();
    private long reportedCut;

    static Behavior<IslandInput> create(
            List<Device> devices,
            Placement placement,
            Wiring wiring,
            long interval,
            HorizonPolicy policy,
            ActorRef<FabricCoordinator.Command> coordinator) {
        return Behaviors.setup(
                context -> new IslandActor(context, devices, placement, wiring, interval, policy, coordinator));
    }

    private IslandActor(
            ActorContext<IslandInput> context,
            List<Device> devices,
            Placement placement,
            Wiring wiring,
            long interval,
            HorizonPolicy policy,
            ActorRef<FabricCoordinator.Command> coordinator) {
        super(context);
        this.coordinator = coordinator;
        this.outgoing = new Outgoing(devices.size() == 1, placement);
        this.island = new Island(devices, placement, wiring, interval, policy, new Island.Outside() {
            @Override
            public void send(Frame frame) {
                outgoing.add(frame);
            }

            @Override
            public void report(long k, DeviceReport report) {
                collect(k, report);
            }
        });
    }

    /**
     * Frames are nearly all that ever comes, so they are recognised first and without the builder's list of handlers.
     */
    @Override
    public Receive<IslandInput> createReceive() {
        return new Receive<>() {
            @Override
            public Behavior<IslandInput> receiveMessage(IslandInput message) {
                return guarded(message);
            }

            @Override
            public Behavior<IslandInput> receiveSignal(Signal signal) {
                return Behaviors.unhandled();
            }
        };
    }

    /** A broken invariant, or no memory left, ends the run wherever it shows. */
    private Behavior<IslandInput> guarded(IslandInput message) {
        try {
            return on(message);
        } catch (RuntimeException | Error e) {
            coordinator.tell(new FabricCoordinator.Failed(e));
            return Behaviors.stopped();
        }
    }

    private Behavior<IslandInput> on(IslandInput message) {
        if (message instanceof Frame frame) {
            island.accept(frame);
            return advance();
        }
        if (message instanceof Frames several) {
            for (Frame frame : several.frames()) {
                island.accept(frame);
            }
            return advance();
        }
        if (message instanceof Permit permit) {
            island.permit(permit.cycle(), permit.measureFrom());
            return advance();
        }
        if (message instanceof Neighbours neighbours) {
            return onNeighbours(neighbours);
        }
        if (message == Finish.NOW) {
            return onFinish();
        }
        throw new IllegalStateException("an island does not understand " + message);
    }

    private Behavior<IslandInput> onNeighbours(Neighbours message) {
        outgoing.connect(message);
        return this;
    }

    private Behavior<IslandInput> onFinish() {
        coordinator.tell(
                new FabricCoordinator.Finished(SequentialDriver.latencies(island.devices()), outgoing.messages()));
        return Behaviors.stopped();
    }

    private Behavior<IslandInput> advance() {
        island.run();
        outgoing.flush();
        handInReports();
        return this;
    }

    private void collect(long k, DeviceReport report) {
        if (k != reportedCut) {
            handInReports();
            reportedCut = k;
        }
        reports.add(report);
    }

    private void handInReports() {
        if (!reports.isEmpty()) {
            coordinator.tell(new FabricCoordinator.Reports(reportedCut, reports));
            reports = new ArrayList<>();
        }
    }
}
