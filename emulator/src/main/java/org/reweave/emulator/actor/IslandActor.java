package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.sequential.HorizonPolicy;
import org.reweave.emulator.sequential.Island;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.emulator.time.Frame;
import org.reweave.emulator.time.Wiring;

/** An island of devices, most often just one, as an actor: takes frames and permits in, advances its devices as far as they go, and sends
 *  frames to other islands and reports to the coordinator. All it knows of networks is in {@link Island}. */
final class IslandActor extends AbstractBehavior<IslandActor.Command> {
    /** What an island receives. */
    sealed interface Command permits Frames, Permit, Neighbours, Finish {}

    /** Frames from one other island, in the order of their numbers. */
    record Frames(Frame[] frames) implements Command {}

    /** Devices may advance to this cycle. */
    record Permit(long cycle) implements Command {}

    /** Where the other islands are; the first message of all.
     *  @param islandOfDevice number of the island of each device
     *  @param islands by number */
    record Neighbours(int[] islandOfDevice, List<ActorRef<Command>> islands) implements Command {}

    /** The run is over: hand in what was measured. */
    enum Finish implements Command {
        NOW
    }

    private final ActorRef<FabricCoordinator.Command> coordinator;
    private final Island island;
    private final Outgoing outgoing = new Outgoing();
    private List<DeviceReport> reports = new ArrayList<>();
    private long reportedCut;

    static Behavior<Command> create(
            List<Device> devices,
            Wiring wiring,
            long interval,
            HorizonPolicy policy,
            ActorRef<FabricCoordinator.Command> coordinator) {
        return Behaviors.setup(context -> new IslandActor(context, devices, wiring, interval, policy, coordinator));
    }

    private IslandActor(
            ActorContext<Command> context,
            List<Device> devices,
            Wiring wiring,
            long interval,
            HorizonPolicy policy,
            ActorRef<FabricCoordinator.Command> coordinator) {
        super(context);
        this.coordinator = coordinator;
        this.island = new Island(devices, wiring, interval, policy, new Island.Outside() {
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

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Frames.class, this::onFrames)
                .onMessage(Permit.class, this::onPermit)
                .onMessage(Neighbours.class, this::onNeighbours)
                .onMessage(Finish.class, this::onFinish)
                .build();
    }

    private Behavior<Command> onFrames(Frames message) {
        return guarded(() -> {
            for (Frame frame : message.frames()) {
                island.accept(frame);
            }
            advance();
        });
    }

    private Behavior<Command> onPermit(Permit message) {
        return guarded(() -> {
            island.permit(message.cycle());
            advance();
        });
    }

    private Behavior<Command> onNeighbours(Neighbours message) {
        outgoing.connect(message);
        return this;
    }

    private Behavior<Command> onFinish(Finish message) {
        coordinator.tell(
                new FabricCoordinator.Finished(SequentialDriver.latencies(island.devices()), outgoing.messages()));
        return Behaviors.stopped();
    }

    private void advance() {
        island.run();
        outgoing.flush();
        handInReports();
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

    /** A broken invariant ends the run, wherever it shows. */
    private Behavior<Command> guarded(Runnable step) {
        try {
            step.run();
            return this;
        } catch (RuntimeException e) {
            coordinator.tell(new FabricCoordinator.Failed(e));
            return Behaviors.stopped();
        }
    }

    /** Frames on their way out, collected per island so that one message carries all that one step made for it. */
    private static final class Outgoing {
        private static final Frame[] NONE = new Frame[0];
        private int[] islandOfDevice = new int[0];
        private List<ActorRef<Command>> islands = List.of();
        private List<List<Frame>> waiting = List.of();
        private final List<Integer> touched = new ArrayList<>();
        private long messages;

        void connect(Neighbours neighbours) {
            islandOfDevice = neighbours.islandOfDevice();
            islands = neighbours.islands();
            waiting = new ArrayList<>();
            islands.forEach(island -> waiting.add(new ArrayList<>(2)));
        }

        void add(Frame frame) {
            int to = islandOfDevice[frame.device()];
            List<Frame> frames = waiting.get(to);
            if (frames.isEmpty()) {
                touched.add(to);
            }
            frames.add(frame);
        }

        void flush() {
            for (int to : touched) {
                List<Frame> frames = waiting.get(to);
                islands.get(to).tell(new Frames(frames.toArray(NONE)));
                frames.clear();
                messages++;
            }
            touched.clear();
        }

        long messages() {
            return messages;
        }
    }
}
