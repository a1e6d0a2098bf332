package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.ChildFailed;
import akka.actor.typed.Signal;
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
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.drive.Island;
import org.reweave.emulator.drive.Members;
import org.reweave.emulator.drive.Placement;
import org.reweave.emulator.link.Frame;
import org.reweave.emulator.link.Wiring;

/**
 * An island of devices, perhaps just one, as an actor; where each device is an actor, too, the island is the parent of
 * these. A message says that the promises are there that the island waits for, or gives it a permit; the island then
 * takes all frames in, advances its devices as far as they go, and sends frames and promises to other islands and
 * reports to the coordinator. All it knows of networks is in {@link Island}.
 */
public final class IslandActor extends AbstractBehavior<IslandActor.Command> {
    /** Messages that an island receives. */
    public sealed interface Command permits Wake, Permit, Finish {}

    /** Every promise that the island sleeps for is in its channel, or it is its turn again. */
    public enum Wake implements Command {
        UP
    }

    /** Devices may advance to this cycle, measure from another one on, and report their states at the third one. */
    public record Permit(long cycle, long measureFrom, long checkpointAt) implements Command {}

    /** The run is over: hand in what was measured. */
    public enum Finish implements Command {
        NOW
    }

    /** Cycles of a turn, over all devices of the island: some ten to forty milliseconds where all are busy. */
    private static final long DEVICE_CYCLES_OF_A_TURN = 1 << 18;

    private final ActorRef<FabricCoordinator.Command> coordinator;
    private final Island island;
    private final long turn; // cycles
    private final Channels channels;
    private final CutReports cuts;
    private boolean expectsWake; // from neighbours or, for its next turn, from itself
    private List<DeviceReport> reports = new ArrayList<>();
    private long reportedCut;

    /** @param devicesAct whether each device is an actor that the island tells to take its steps */
    static Behavior<Command> create(
            List<Device> devices,
            Placement placement,
            Channels channels,
            Wiring wiring,
            long interval,
            HorizonPolicy policy,
            CutReports cuts,
            boolean devicesAct,
            ActorRef<FabricCoordinator.Command> coordinator) {
        return Behaviors.setup(context -> {
            Members members = devicesAct
                    ? new Members(devices, placement, wiring, new DeviceActors(devices, context))
                    : new Members(devices, placement, wiring);
            return new IslandActor(context, members, placement, channels, wiring, interval, policy, cuts, coordinator);
        });
    }

    private IslandActor(
            ActorContext<Command> context,
            Members members,
            Placement placement,
            Channels channels,
            Wiring wiring,
            long interval,
            HorizonPolicy policy,
            CutReports cuts,
            ActorRef<FabricCoordinator.Command> coordinator) {
        super(context);
        this.coordinator = coordinator;
        this.channels = channels;
        this.cuts = cuts;
        this.turn = Math.max(1, DEVICE_CYCLES_OF_A_TURN / members.count());
        this.island = new Island(members, placement, wiring, interval, policy, new Island.Outside() {
            @Override
            public Frame open(int neighbour) {
                return channels.open(neighbour);
            }

            @Override
            public void send(int neighbour, Frame frame) {
                channels.send(neighbour);
            }

            @Override
            public void promise(long cycle) {
                channels.promise(cycle);
            }

            @Override
            public void report(long k, DeviceReport report) {
                collect(k, report);
            }
        });
    }

    /** Wakes are nearly all that ever comes, so they are recognised without the builder's list of handlers. */
    @Override
    public Receive<Command> createReceive() {
        return new Receive<>() {
            @Override
            public Behavior<Command> receiveMessage(Command message) {
                try {
                    return on(message);
                } catch (DeviceActors.StepFailedException e) {
                    return untilReasonComes();
                }
            }

            @Override
            public Behavior<Command> receiveSignal(Signal signal) {
                return Behaviors.unhandled();
            }
        };
    }

    /** A device has failed. The signal that its actor has stopped says why, and comes behind messages that wait. */
    private Behavior<Command> untilReasonComes() {
        return Behaviors.receive(Command.class)
                .onAnyMessage(message -> Behaviors.same())
                .onSignal(ChildFailed.class, device -> {
                    throw Supervision.unchecked(device.cause());
                })
                .build();
    }

    private Behavior<Command> on(Command message) {
        if (message == Wake.UP) {
            return advance();
        }
        if (message instanceof Permit permit) {
            island.permit(permit.cycle(), permit.measureFrom(), permit.checkpointAt());
            return expectsWake ? this : advance();
        }
        if (message == Finish.NOW) {
            return onFinish();
        }
        throw new IllegalStateException("an island does not understand " + message);
    }

    private Behavior<Command> onFinish() {
        coordinator.tell(new FabricCoordinator.Finished(
                NicCore.latencies(island.devices()), Optional.empty(), channels.messages()));
        return Behaviors.stopped();
    }

    /**
     * Advances as far as neighbours and permit allow, but for a turn at most. The thread may have more to do: to take
     * permits, to run other islands, or to end this one.
     */
    private Behavior<Command> advance() {
        long endOfTurn = island.now() + turn;
        do {
            channels.deliver(island);
            island.run(endOfTurn);
            channels.signal();
            handInReports();
            if (island.now() == endOfTurn) {
                expectsWake = true;
                getContext().getSelf().tell(Wake.UP);
                return this;
            }
            expectsWake = island.needsNeighbours();
        } while (expectsWake && !channels.sleep(island));
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
            cuts.add(reportedCut, reports).ifPresent(coordinator::tell);
            reports = new ArrayList<>();
        }
    }
}
