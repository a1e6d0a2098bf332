package org.reweave.emulator.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.ChildFailed;
import akka.actor.typed.PostStop;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.reweave.emulator.actor.Crossing;
import org.reweave.emulator.actor.EndOfMemory;
import org.reweave.emulator.actor.FabricCoordinator;
import org.reweave.emulator.actor.HostedIslands;
import org.reweave.emulator.actor.Hosting;
import org.reweave.emulator.actor.IslandActor;
import org.reweave.emulator.actor.Supervision;
import org.reweave.emulator.checkpoint.CheckpointPart;
import org.reweave.emulator.checkpoint.DamagedStateException;
import org.reweave.emulator.checkpoint.PartStates;
import org.reweave.emulator.cluster.line.LineEnd;
import org.reweave.emulator.cluster.line.Lines;
import org.reweave.emulator.cluster.messages.Carried;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.cluster.messages.Load;
import org.reweave.emulator.cluster.messages.Parcel;
import org.reweave.emulator.cluster.messages.RunOrder;
import org.reweave.emulator.cluster.messages.ToNode;
import org.reweave.emulator.cluster.messages.ToPart;
import org.reweave.emulator.cluster.messages.ToRemoteNode;
import org.reweave.emulator.cluster.messages.ToRun;
import org.reweave.emulator.cluster.protocol.BundleProtocol;
import org.reweave.emulator.cluster.protocol.Part;
import org.reweave.emulator.cluster.protocol.PartProtocol;
import org.reweave.emulator.device.DeviceReport;
import org.reweave.emulator.device.DeviceState;
import org.reweave.emulator.disk.FileFailure;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.scenario.ScenarioException;

/**
 * A node's part of a run, as {@link PartProtocol} says: builds the network, starts the islands that are placed here and
 * a ferry to each node that their links lead to, over a line of its own, passes permits on to the islands, and sends
 * the coordinator the sum of their reports.
 */
final class RunHost extends AbstractBehavior<ToPart> implements PartProtocol.Outside {
    private static final Duration PULSE_EVERY = Duration.ofSeconds(1);

    private final RunOrder order;
    private final ActorRef<ToRun.Remote> run;
    private final ActorRef<ToNode> node;
    private final Network network;
    private final NodePlacement placement;
    private final int devices;
    private final ReportCodec.Writer reports;
    private final ParcelBox box = new ParcelBox();
    private final SortedMap<Integer, Ferry> ferries = new TreeMap<>(); // by the other node
    private final SortedMap<Integer, LineEnd> ends = new TreeMap<>(); // by the node that is to connect
    private final Lines lines;
    private final Map<Integer, Carried> carried = new ConcurrentHashMap<>(); // by the ferries, bundle by bundle
    private final Measured measured = new Measured();
    private final long cpuBefore = BusyThreads.ofProcess();
    private PartProtocol.State state;
    private Behavior<ToPart> next = this;
    private Optional<byte[]> states = Optional.empty(); // of the devices at the checkpoint
    private Parcel arrived; // the last one
    private Runnable work; // the last order
    private List<? extends ToRemoteNode> content = List.of(); // about to be sent
    private final Optional<String> obstacle; // between this process and the run's folder
    private boolean writes; // the states of the devices at checkpoints; else they are reported
    private HostedIslands islands; // null = the states of the devices are still to come
    private List<ActorRef<IslandActor.Command>> actors = List.of();
    private ActorRef<ToRemoteNode> coordinator; // null = not known yet
    private BusyThreads busy; // null = the islands have not begun
    private long beganAt;
    private long busyBefore;
    private long reportedCut;

    /**
     * @param networks of this process
     * @param lines of this process
     * @param run takes word of what the part is ready for
     * @param node takes word of what the part does
     */
    static Behavior<ToPart> create(
            RunOrder order, LastNetwork networks, Lines lines, ActorRef<ToRun.Remote> run, ActorRef<ToNode> node) {
        return Behaviors.withTimers(timers -> Behaviors.setup(context -> {
            context.watchWith(run, new ToPart.Cancel());
            timers.startTimerWithFixedDelay(new ToPart.PulseDue(), PULSE_EVERY);
            try {
                RunHost host = new RunHost(context, order, networks, lines, run, node);
                return host.perform(PartProtocol.begin(order.incarnation(), order.fromCheckpoint()));
            } catch (RuntimeException | Error e) {
                run.tell(new ToRun.Refused(new Part(order.incarnation(), order.node()), reason(e)));
                return Behaviors.stopped();
            }
        }));
    }

    /** Why the part cannot begin; goes on after the node's name. */
    private static String reason(Throwable e) {
        if (e instanceof ScenarioException problems) {
            return "cannot run it: " + String.join("; ", problems.problems());
        }
        return e instanceof ClusterException ? e.getMessage() : "cannot run it: " + RemoteNode.oneLine(e);
    }

    private RunHost(
            ActorContext<ToPart> context,
            RunOrder order,
            LastNetwork networks,
            Lines lines,
            ActorRef<ToRun.Remote> run,
            ActorRef<ToNode> node) {
        super(context);
        this.lines = lines;
        this.node = node;
        this.order = order;
        this.run = run;
        this.network = networks.of(order);
        this.placement = NodePlacement.of(network, order.islandSize(), order.threads(), order.economies());
        if (!placement.digest().equals(order.placementDigest())) {
            throw new ClusterException("places devices otherwise: digest " + placement.digest() + " here, "
                    + order.placementDigest() + " there; start both from one version");
        }
        List<Integer> here = placement.devicesOn(order.node());
        this.devices = here.size();
        this.reports = new ReportCodec.Writer(network, here);
        this.obstacle = order.checkpoints().isNone()
                ? Optional.empty()
                : CheckpointFolder.obstacle(order.checkpoints(), part());
    }

    @Override
    public Receive<ToPart> createReceive() {
        return newReceiveBuilder()
                .onMessage(ToPart.FromIsland.class, message -> onIsland(message.message()))
                .onMessage(ToPart.Permit.class, this::onPermit)
                .onMessage(ToPart.PulseDue.class, message -> onPulseDue())
                .onMessage(ToPart.Connect.class, this::onConnect)
                .onMessage(ToPart.Inquiry.class, message -> advance(new PartProtocol.Asked(message.orders())))
                .onMessage(ToPart.States.class, this::onStates)
                .onMessage(ToPart.Finish.class, this::onFinish)
                .onMessage(ToPart.Written.class, this::onWritten)
                .onMessage(ToPart.PeerSilent.class, this::onPeerSilent)
                .onMessage(ToPart.FerryBroken.class, message -> advance(new PartProtocol.FerryBroken(message.line())))
                .onMessage(ToPart.Cancel.class, message -> advance(new PartProtocol.Cancelled()))
                .onMessage(ToPart.FerryFailed.class, message -> fail(message.cause()))
                .onSignal(ChildFailed.class, child -> fail(Supervision.reason(child)))
                .onSignal(Terminated.class, child -> this)
                .onSignal(PostStop.class, over -> closeLines())
                .build();
    }

    private Behavior<ToPart> advance(PartProtocol.Input input) {
        return perform(PartProtocol.step(state, input));
    }

    private Behavior<ToPart> perform(PartProtocol.Step step) {
        state = step.next();
        step.effects().forEach(effect -> effect.perform(this));
        return next;
    }

    private Behavior<ToPart> onStates(ToPart.States message) {
        arrived = message.parcel();
        try {
            return advance(new PartProtocol.StatesCame(arrived.incarnation(), arrived.number(), arrived.last()));
        } catch (DamagedStateException e) {
            return advance(new PartProtocol.Failed("cannot go on: " + e.getMessage()));
        } catch (RuntimeException | Error e) {
            return advance(new PartProtocol.Failed("cannot go on from a checkpoint: " + RemoteNode.oneLine(e)));
        }
    }

    private Behavior<ToPart> onPulseDue() {
        ferries.values().forEach(Ferry::look);
        return advance(new PartProtocol.PulseDue());
    }

    private Behavior<ToPart> closeLines() {
        ends.values().forEach(lines::forget);
        ferries.values().forEach(Ferry::close);
        return this;
    }

    private Behavior<ToPart> onConnect(ToPart.Connect message) {
        return obey(message.number(), PartProtocol.Order.CONNECT, () -> {
            coordinator = message.coordinator();
            writes = message.writes();
            getContext().watchWith(coordinator, new ToPart.Cancel());
            ferries.forEach((peer, ferry) ->
                    Optional.ofNullable(message.ends().get(peer)).ifPresent(end -> lines.connect(end, ferry)));
            busy = new BusyThreads(islands.dispatcher());
            busyBefore = busy.nanos();
            beganAt = System.nanoTime();
        });
    }

    private Behavior<ToPart> onPermit(ToPart.Permit message) {
        IslandActor.Permit permit =
                new IslandActor.Permit(message.cycle(), message.measureFrom(), message.checkpointAt());
        return obey(message.number(), PartProtocol.Order.PERMIT, () -> actors.forEach(actor -> actor.tell(permit)));
    }

    private Behavior<ToPart> onFinish(ToPart.Finish message) {
        return obey(
                message.number(),
                PartProtocol.Order.FINISH,
                () -> actors.forEach(actor -> actor.tell(IslandActor.Finish.NOW)));
    }

    private Behavior<ToPart> obey(long number, PartProtocol.Order kind, Runnable how) {
        work = how;
        return advance(new PartProtocol.Ordered(number, kind));
    }

    private Behavior<ToPart> onPeerSilent(ToPart.PeerSilent message) {
        coordinator.tell(new ToRemoteNode.Silence(message.peer(), Ferry.LOOK.toSeconds() * BundleProtocol.SILENT));
        return this;
    }

    private Behavior<ToPart> onIsland(FabricCoordinator.Command message) {
        if (message instanceof FabricCoordinator.Reports cut) {
            reportedCut = Math.max(reportedCut, cut.k());
            if (writes && cut.reports().get(0).state() != null) {
                write(cut);
            }
            return share(cut);
        }
        if (message instanceof FabricCoordinator.Finished island) {
            measured.add(island);
            return advance(new PartProtocol.IslandFinished());
        }
        throw new IllegalStateException("an island tells its coordinator " + message);
    }

    /** Writes the states in a thread of its own; they are no part of the reports any more. */
    private void write(FabricCoordinator.Reports cut) {
        List<DeviceState> states =
                cut.reports().stream().map(DeviceReport::state).toList();
        cut.reports().forEach(report -> report.setState(null));
        advance(new PartProtocol.Writing());
        ActorRef<ToPart> self = getContext().getSelf();
        Path folder = Path.of(order.checkpoints().folder());
        Thread writer = new Thread(
                () -> {
                    try {
                        CheckpointPart file = PartStates.write(
                                folder, cut.k(), order.incarnation(), order.node(), states, network.wiring());
                        self.tell(new ToPart.Written(cut.k(), file, null));
                    } catch (IOException | RuntimeException | Error e) { // the run learns of it
                        self.tell(new ToPart.Written(cut.k(), null, e));
                    }
                },
                "checkpoint-writer");
        writer.setDaemon(true);
        writer.start();
    }

    private Behavior<ToPart> onWritten(ToPart.Written message) {
        if (message.failure() != null) {
            return advance(new PartProtocol.Failed("cannot write its part of a checkpoint into "
                    + order.checkpoints().folder() + ": "
                    + (EndOfMemory.isReasonOf(message.failure())
                            ? "out of memory"
                            : FileFailure.reason(message.failure()))));
        }
        content =
                List.of(new ToRemoteNode.Written(order.incarnation(), state.parcels(), message.cut(), message.file()));
        return advance(new PartProtocol.Written());
    }

    private Behavior<ToPart> share(FabricCoordinator.Reports cut) {
        byte[] share;
        try {
            share = reports.share(cut.k(), cut.reports());
        } catch (IllegalStateException e) {
            return fail(e);
        }
        return handOver(share);
    }

    private Behavior<ToPart> handOver(byte[] bytes) {
        content = Parcel.split(bytes, order.incarnation(), state.parcels()).stream()
                .map(ToRemoteNode.Report::new)
                .toList();
        return advance(new PartProtocol.Sending(content.size()));
    }

    private Behavior<ToPart> fail(Throwable cause) {
        return advance(new PartProtocol.Failed(RemoteNode.oneLine(cause)));
    }

    private Part part() {
        return new Part(order.incarnation(), order.node());
    }

    @Override
    public void sayNeedsStates() {
        run.tell(new ToRun.NeedsStates(part(), getContext().getSelf(), obstacle.orElse("")));
    }

    @Override
    public void keepStates() {
        states = box.add(arrived);
    }

    @Override
    public void startIslands() {
        Start start = states.map(this::start).orElseGet(() -> Start.atZero(network));
        states = Optional.empty();
        islands = HostedIslands.ofNode(
                start,
                placement.islands(),
                new Hosting(placement.nodeOf(), order.node()),
                order.threads()[order.node()],
                order.islandSize());
        actors = islands.start(
                getContext(), getContext().messageAdapter(FabricCoordinator.Command.class, ToPart.FromIsland::new));
        islands.crossings().forEach(this::startFerry);
        advance(new PartProtocol.Started(actors.size()));
    }

    private Start start(byte[] sent) {
        return Start.at(
                network,
                StateParcels.read(
                        sent,
                        placement.devicesOn(order.node()),
                        network.deviceCount(),
                        Path.of(order.checkpoints().folder())));
    }

    /** Of two nodes the one with the lower number connects. */
    private void startFerry(int peer, Crossing crossing) {
        ActorRef<ToPart> self = getContext().getSelf();
        Ferry ferry = new Ferry(
                crossing,
                order.incarnation(),
                "node " + peer,
                order.economies().bundling() ? Ferry.FULL : Ferry.ONE_FRAME,
                islands.areLax() ? lines::run : Runnable::run,
                new Ferry.Part() {
                    @Override
                    public void carried(Carried load) {
                        carried.put(peer, load);
                    }

                    @Override
                    public void silent() {
                        self.tell(new ToPart.PeerSilent(peer));
                    }

                    @Override
                    public void broken(String line) {
                        self.tell(new ToPart.FerryBroken(line));
                    }

                    @Override
                    public void failed(Throwable cause) {
                        self.tell(new ToPart.FerryFailed(cause));
                    }
                });
        ferries.put(peer, ferry);
        if (peer < order.node()) {
            ends.put(peer, lines.expect(ferry));
        }
    }

    @Override
    public void sayReady() {
        LineEnd[] byNode = new LineEnd[order.threads().length];
        ends.forEach((peer, end) -> byNode[peer] = end);
        run.tell(new ToRun.Ready(part(), getContext().getSelf(), Arrays.asList(byNode), obstacle.orElse("")));
    }

    @Override
    public void obey() {
        work.run();
    }

    @Override
    public void send() {
        content.forEach(coordinator::tell);
    }

    @Override
    public void handIn() {
        advance(new PartProtocol.PulseDue()); // loads are complete before what was measured is
        handOver(ReportCodec.measured(measured));
    }

    @Override
    public void pulse(long parcels) {
        Load load = new Load(
                carried.values().stream().reduce(Carried.NONE, Carried::plus),
                System.nanoTime() - beganAt,
                busy.nanos() - busyBefore,
                BusyThreads.ofProcess() - cpuBefore);
        coordinator.tell(new ToRemoteNode.Pulse(parcels, load));
        long cycle = reportedCut * network.governorPlan().interval();
        node.tell(new ToNode.Hosts(devices, cycle, islands.turns().longestNanos(System.nanoTime()), load));
    }

    @Override
    public void sayBroken(String line) {
        run.tell(new ToRun.Broken(part(), line));
    }

    @Override
    public void sayFailed(String line) {
        coordinator.tell(new ToRemoteNode.Failed(line));
    }

    @Override
    public void sayRefused(String line) {
        run.tell(new ToRun.Refused(part(), line));
    }

    @Override
    public void stop() {
        next = Behaviors.stopped();
    }
}
