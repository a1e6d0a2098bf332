package org.reweave.emulator.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.reweave.emulator.actor.Crossing;
import org.reweave.emulator.actor.FabricCoordinator;
import org.reweave.emulator.actor.HostedIslands;
import org.reweave.emulator.actor.Hosting;
import org.reweave.emulator.actor.IslandActor;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;

/**
 * A node's part of a run: builds the network, starts the islands that are placed here and a ferry to each node that
 * their links lead to, passes permits on to the islands, and sends their reports to the coordinator.
 */
final class RunHost extends AbstractBehavior<RunHost.Command> {
    /** What a part of a run receives. */
    interface Command {}

    /** From another process. */
    interface RemoteCommand extends Command, ControlMessage {}

    /**
     * All nodes are ready: these are their ferries.
     *
     * @param ferries to this node, by the number of the node that they are on; null = no links lead there
     * @param coordinator takes reports; when it ends, the run is over
     */
    record Connect(List<ActorRef<Ferry.Command>> ferries, ActorRef<RemoteNode.Command> coordinator)
            implements RemoteCommand {}

    /** As {@link IslandActor.Permit}. */
    record Permit(long cycle, long measureFrom, long checkpointAt) implements RemoteCommand {}

    /** The run is over: hand in what was measured. */
    record Finish() implements RemoteCommand {}

    /** The run is given up. */
    record Cancel() implements RemoteCommand {}

    /** Time to say how busy this node is. */
    private record SayLoad() implements Command {}

    private record FromIsland(FabricCoordinator.Command message) implements Command {}

    private record FerryFailed(Throwable cause) implements Command {}

    private record PeerSilent(int peer) implements Command {}

    /** How a node answers an order. */
    interface Answer extends RunSetup.Command, ControlMessage {}

    /**
     * The part is ready.
     *
     * @param ferries of the node, by the number of the node that they lead to; null = no links lead there
     */
    record Ready(long incarnation, int node, ActorRef<RemoteCommand> host, List<ActorRef<Ferry.Command>> ferries)
            implements Answer {}

    /** The part waits for the states of its devices, in parcels. */
    record NeedsStates(long incarnation, int node, ActorRef<Command> host) implements Answer {}

    /** @param reason goes on after the node's name */
    record Refused(long incarnation, int node, String reason) implements Answer {}

    private static final Duration LOAD_EVERY = Duration.ofSeconds(1);

    private final RunOrder order;
    private final ActorRef<Answer> setup;
    private final ActorRef<NodeHost.Command> node;
    private final Network network;
    private final NodePlacement placement;
    private final int devices;
    private final ParcelBox states;
    private HostedIslands islands; // null = the states of the devices are still to come
    private final SortedMap<Integer, ActorRef<Ferry.Command>> ferries = new TreeMap<>();
    private final Map<Integer, Ferry.Load> loads =
            new ConcurrentHashMap<>(); // written by the ferries, bundle by bundle
    private List<ActorRef<IslandActor.Command>> actors = List.of();
    private ParcelSender parcels; // null = the coordinator is not known yet
    private ActorRef<RemoteNode.Command> coordinator;
    private final Measured measured = new Measured();
    private int finished;
    private BusyThreads busy; // null = the islands have not begun
    private long beganAt;
    private long busyBefore;
    private final long cpuBefore = BusyThreads.ofProcess();

    /** @param node takes word of what the part does */
    static Behavior<Command> create(RunOrder order, ActorRef<Answer> replyTo, ActorRef<NodeHost.Command> node) {
        return Behaviors.setup(context -> {
            context.watchWith(replyTo, new Cancel());
            try {
                return new RunHost(context, order, replyTo, node);
            } catch (ScenarioException e) {
                replyTo.tell(new Refused(
                        order.incarnation(), order.node(), "cannot run it: " + String.join("; ", e.problems())));
            } catch (ClusterException e) {
                replyTo.tell(new Refused(order.incarnation(), order.node(), e.getMessage()));
            } catch (RuntimeException | Error e) {
                replyTo.tell(new Refused(order.incarnation(), order.node(), "cannot run it: " + RemoteNode.oneLine(e)));
            }
            return Behaviors.stopped();
        });
    }

    private RunHost(
            ActorContext<Command> context, RunOrder order, ActorRef<Answer> replyTo, ActorRef<NodeHost.Command> node) {
        super(context);
        this.node = node;
        this.order = order;
        this.setup = replyTo;
        this.states = new ParcelBox("the coordinator", order.incarnation());
        this.network =
                new Network(ResolvedScenario.of(ScenarioLoader.parse(order.name(), order.scenarioText(), List.of())));
        RunDigests.of(network).requireSame(order.digests());
        this.placement = NodePlacement.of(network, order.islandSize(), order.threads(), order.economies());
        if (!placement.digest().equals(order.placementDigest())) {
            throw new ClusterException("places devices otherwise: digest " + placement.digest() + " here, "
                    + order.placementDigest() + " there; start both from one version");
        }
        this.devices = placement.devicesOn(order.node()).size();
        if (order.fromCheckpoint()) {
            setup.tell(new NeedsStates(order.incarnation(), order.node(), context.getSelf()));
        } else {
            start(Start.atZero(network));
        }
    }

    private void start(Start start) {
        islands = HostedIslands.ofNode(start, placement.islands(), new Hosting(placement.nodeOf(), order.node()));
        ActorRef<FabricCoordinator.Command> self =
                getContext().messageAdapter(FabricCoordinator.Command.class, FromIsland::new);
        actors = islands.start(getContext(), self);
        islands.crossings().forEach(this::startFerry);
        setup.tell(new Ready(
                order.incarnation(), order.node(), getContext().getSelf().narrow(), Arrays.asList(ferriesByNode())));
    }

    private Behavior<Command> onStates(Parcel parcel) {
        try {
            states.add(parcel)
                    .ifPresent(all -> start(Start.at(network, StateParcels.read(all, network.deviceCount()))));
            return this;
        } catch (RuntimeException | Error e) {
            setup.tell(new Refused(
                    order.incarnation(), order.node(), "cannot go on from a checkpoint: " + RemoteNode.oneLine(e)));
            return Behaviors.stopped();
        }
    }

    private void startFerry(int peer, Crossing crossing) {
        ActorRef<Command> self = getContext().getSelf();
        ferries.put(
                peer,
                getContext()
                        .spawn(
                                Ferry.create(
                                        crossing,
                                        order.incarnation(),
                                        order.node(),
                                        "node " + peer,
                                        order.economies().bundling() ? Ferry.FULL : Ferry.ONE_FRAME,
                                        cause -> self.tell(new FerryFailed(cause)),
                                        load -> loads.put(peer, load),
                                        () -> self.tell(new PeerSilent(peer))),
                                "ferry-" + peer,
                                DispatcherSelector.fromConfig(islands.dispatcher())));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of actors, for its gaps
    private ActorRef<Ferry.Command>[] ferriesByNode() {
        ActorRef<Ferry.Command>[] byNode = new ActorRef[order.threads().length];
        ferries.forEach((peer, ferry) -> byNode[peer] = ferry);
        return byNode;
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(FromIsland.class, message -> onIsland(message.message()))
                .onMessage(Permit.class, this::onPermit)
                .onMessage(PeerSilent.class, this::onPeerSilent)
                .onMessage(Connect.class, this::onConnect)
                .onMessage(Parcel.class, this::onStates)
                .onMessage(SayLoad.class, message -> onSayLoad())
                .onMessage(Finish.class, message -> onFinish())
                .onMessage(Cancel.class, message -> Behaviors.stopped())
                .onMessage(FerryFailed.class, message -> fail(message.cause()))
                .onSignal(Terminated.class, message -> Behaviors.stopped())
                .build();
    }

    private Behavior<Command> onConnect(Connect message) {
        coordinator = message.coordinator();
        getContext().watch(coordinator);
        parcels = new ParcelSender(order.incarnation(), coordinator);
        ferries.forEach(
                (peer, ferry) -> ferry.tell(new Ferry.Connect(message.ferries().get(peer))));
        busy = new BusyThreads(islands.dispatcher());
        busyBefore = busy.nanos();
        beganAt = System.nanoTime();
        sayLoadLater();
        return this;
    }

    private void sayLoadLater() {
        getContext().scheduleOnce(LOAD_EVERY, getContext().getSelf(), new SayLoad());
    }

    private Behavior<Command> onSayLoad() {
        sayLoad();
        sayLoadLater();
        return this;
    }

    private void sayLoad() {
        NodeLoads.Load load = new NodeLoads.Load(
                loads.values().stream().reduce(Ferry.Load.NONE, Ferry.Load::plus),
                System.nanoTime() - beganAt,
                busy.nanos() - busyBefore,
                BusyThreads.ofProcess() - cpuBefore);
        coordinator.tell(load);
        node.tell(new NodeHost.Hosts(devices, load));
    }

    private Behavior<Command> onPermit(Permit message) {
        IslandActor.Permit permit =
                new IslandActor.Permit(message.cycle(), message.measureFrom(), message.checkpointAt());
        actors.forEach(actor -> actor.tell(permit));
        return this;
    }

    private Behavior<Command> onFinish() {
        actors.forEach(actor -> actor.tell(IslandActor.Finish.NOW));
        return this;
    }

    private Behavior<Command> onPeerSilent(PeerSilent message) {
        coordinator.tell(new RemoteNode.Silence(message.peer(), Ferry.LOOK.toSeconds() * Ferry.SILENT));
        return this;
    }

    private Behavior<Command> onIsland(FabricCoordinator.Command message) {
        if (message instanceof FabricCoordinator.Reports cut) {
            parcels.reports(cut.k(), cut.reports());
            return this;
        }
        if (message instanceof FabricCoordinator.Finished island) {
            measured.add(island);
            if (++finished < actors.size()) {
                return this;
            }
            sayLoad();
            parcels.measured(measured);
            return Behaviors.same(); // the coordinator ends when all nodes have handed in theirs, and with it this part
        }
        if (message instanceof FabricCoordinator.Failed failure) {
            return fail(failure.cause());
        }
        throw new IllegalStateException("an island tells its coordinator " + message);
    }

    private Behavior<Command> fail(Throwable cause) {
        if (coordinator != null) {
            coordinator.tell(new RemoteNode.Failed(RemoteNode.oneLine(cause)));
        }
        return Behaviors.stopped();
    }
}
