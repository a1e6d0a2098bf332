package org.reweave.emulator.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.List;
import org.reweave.emulator.actor.FabricCoordinator;
import org.reweave.emulator.actor.IslandActor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stands for a node in the process that coordinates a run: permits go out through it, and reports come in. */
final class RemoteNode extends AbstractBehavior<RemoteNode.Command> {
    /** What stands for a node receives. */
    interface Command {}

    /** The node cannot go on. */
    record Failed(String reason) implements Command, ControlMessage {}

    /** Another node has not answered it for some seconds. */
    record Silence(int peer, long seconds) implements Command, ControlMessage {}

    private record FromCoordinator(IslandActor.Command message) implements Command {}

    private static final Logger LOG = LoggerFactory.getLogger("reweave");

    private final String name;
    private final String address;
    private final List<String> addresses; // by node
    private final ActorRef<RunHost.RemoteCommand> host;
    private final ActorRef<FabricCoordinator.Command> coordinator;
    private final NodeLoads loads;
    private final ParcelBox box;
    private boolean finished;

    /**
     * @param addresses {@code host:port} of all nodes
     * @param node number of this one
     * @param ferries that lead to it, by the node that they are on; null = no links lead there
     * @param loads takes how busy it is
     */
    static Behavior<IslandActor.Command> create(
            List<String> addresses,
            int node,
            long incarnation,
            ActorRef<RunHost.RemoteCommand> host,
            List<ActorRef<Ferry.Command>> ferries,
            ActorRef<FabricCoordinator.Command> coordinator,
            NodeLoads loads) {
        Behavior<Command> behavior = Behaviors.setup(context -> {
            context.watch(host);
            host.tell(new RunHost.Connect(ferries, context.getSelf()));
            return new RemoteNode(context, addresses, node, incarnation, host, coordinator, loads);
        });
        return Behaviors.transformMessages(
                IslandActor.Command.class,
                behavior,
                builder -> builder.match(IslandActor.Command.class, FromCoordinator::new));
    }

    private RemoteNode(
            ActorContext<Command> context,
            List<String> addresses,
            int node,
            long incarnation,
            ActorRef<RunHost.RemoteCommand> host,
            ActorRef<FabricCoordinator.Command> coordinator,
            NodeLoads loads) {
        super(context);
        this.addresses = addresses;
        this.address = addresses.get(node);
        this.name = "node " + address;
        this.box = new ParcelBox(name, incarnation);
        this.host = host;
        this.coordinator = coordinator;
        this.loads = loads;
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Parcel.class, this::onParcel)
                .onMessage(FromCoordinator.class, this::onCoordinator)
                .onMessage(NodeLoads.Load.class, this::onLoad)
                .onMessage(Silence.class, this::onSilence)
                .onMessage(
                        Failed.class,
                        message -> fail(new ClusterException(name + " cannot go on: " + message.reason())))
                .onSignal(Terminated.class, message -> onLost())
                .build();
    }

    private Behavior<Command> onCoordinator(FromCoordinator message) {
        if (message.message() instanceof IslandActor.Permit permit) {
            host.tell(new RunHost.Permit(permit.cycle(), permit.measureFrom(), permit.checkpointAt()));
        } else if (message.message() == IslandActor.Finish.NOW) {
            host.tell(new RunHost.Finish());
        }
        return this;
    }

    private Behavior<Command> onSilence(Silence message) {
        LOG.warn(
                "{} has had no answer from node {} for {} s; the run waits for it",
                name,
                addresses.get(message.peer()),
                message.seconds());
        return this;
    }

    private Behavior<Command> onLoad(NodeLoads.Load load) {
        loads.say(address, load);
        return this;
    }

    private Behavior<Command> onParcel(Parcel parcel) {
        try {
            box.add(parcel).map(ParcelSender::read).ifPresent(this::report);
        } catch (IllegalStateException | ClusterException e) {
            return fail(new ClusterException("what " + name + " reports cannot be used: " + e.getMessage()));
        }
        return this;
    }

    private void report(FabricCoordinator.Command content) {
        finished |= content instanceof FabricCoordinator.Finished;
        coordinator.tell(content);
    }

    private Behavior<Command> onLost() {
        return finished ? this : fail(new NodeLostException(address, name + " is lost"));
    }

    private Behavior<Command> fail(ClusterException cause) {
        coordinator.tell(new FabricCoordinator.Failed(cause));
        return Behaviors.stopped();
    }

    /** An exception in a message. */
    static String oneLine(Throwable e) {
        return e.toString().replaceAll("\\R", " ");
    }
}
