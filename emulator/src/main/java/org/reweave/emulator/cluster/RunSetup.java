package org.reweave.emulator.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.receptionist.Receptionist;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.reweave.emulator.actor.FabricCoordinator;
import org.reweave.emulator.actor.IslandActor;
import org.reweave.emulator.actor.RunParts;
import org.reweave.emulator.governor.Governor;
import org.reweave.emulator.governor.RunListener;

/**
 * Finds the nodes of a run, has each prepare its part, and then starts the run's coordinator as its child. It lives as
 * long as the run: nodes give their parts up when it ends.
 */
final class RunSetup extends AbstractBehavior<RunSetup.Command> {
    /** What it receives. */
    interface Command {}

    private record Listed(Receptionist.Listing nodes) implements Command {}

    private record Described(NodeHost.Description node) implements Command {}

    private record TooLate() implements Command {}

    /** A node that this process has started has ended. */
    record NodeEnded(String how) implements Command {}

    /**
     * What to run.
     *
     * @param nodes that it takes
     * @param order what all of them are told, given the nodes in order
     * @param patience to wait for nodes, and again for them to be ready
     */
    record Plan(
            int nodes,
            Function<List<NodeHost.Description>, List<RunOrder>> order,
            Duration patience,
            Governor governor,
            RunListener listener) {}

    private final Plan plan;
    private final CompletableFuture<FabricCoordinator.Gathered> done;
    private final Carried carried;
    private final Set<ActorRef<NodeHost.Command>> asked = new HashSet<>();
    private final List<NodeHost.Description> nodes = new ArrayList<>();
    private final List<RunHost.Ready> ready = new ArrayList<>();
    private List<RunOrder> orders = List.of(); // empty = the nodes are not chosen yet
    private boolean started;

    static Behavior<Command> create(
            Plan plan, CompletableFuture<FabricCoordinator.Gathered> done, Carried carried) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            timers.startTimerWithFixedDelay(new TooLate(), plan.patience());
            ActorRef<Receptionist.Listing> listings =
                    context.messageAdapter(Receptionist.Listing.class, Listed::new);
            context.getSystem().receptionist().tell(Receptionist.subscribe(NodeHost.KEY, listings));
            return new RunSetup(context, plan, done, carried);
        }));
    }

    private RunSetup(
            ActorContext<Command> context,
            Plan plan,
            CompletableFuture<FabricCoordinator.Gathered> done,
            Carried carried) {
        super(context);
        this.plan = plan;
        this.done = done;
        this.carried = carried;
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Listed.class, this::onListed)
                .onMessage(Described.class, this::onDescribed)
                .onMessage(RunHost.Ready.class, this::onReady)
                .onMessage(RunHost.Refused.class, this::onRefused)
                .onMessage(TooLate.class, message -> onTooLate())
                .onMessage(NodeEnded.class, message -> fail(new ClusterException(message.how())))
                .build();
    }

    private Behavior<Command> onListed(Listed message) {
        ActorRef<NodeHost.Description> self = getContext().messageAdapter(NodeHost.Description.class, Described::new);
        for (ActorRef<NodeHost.Command> host : message.nodes().getServiceInstances(NodeHost.KEY)) {
            if (asked.add(host)) {
                host.tell(new NodeHost.Describe(self));
            }
        }
        return this;
    }

    private Behavior<Command> onDescribed(Described message) {
        if (!orders.isEmpty()) {
            return this;
        }
        nodes.add(message.node());
        if (nodes.size() == plan.nodes()) {
            nodes.sort(Comparator.comparing(NodeHost.Description::address));
            try {
                orders = plan.order().apply(nodes);
            } catch (RuntimeException | Error e) {
                return fail(e);
            }
            for (int i = 0; i < orders.size(); i++) {
                nodes.get(i)
                        .host()
                        .tell(new NodeHost.Prepare(
                                orders.get(i), getContext().getSelf().narrow()));
            }
        }
        return this;
    }

    private Behavior<Command> onReady(RunHost.Ready message) {
        ready.add(message);
        if (ready.size() < orders.size()) {
            return this;
        }
        ready.sort(Comparator.comparing(RunHost.Ready::node));
        started = true;
        getContext()
                .spawn(
                        FabricCoordinator.create(plan.governor(), plan.listener(), parts(), permit -> permit, done),
                        "run");
        return this;
    }

    private RunParts parts() {
        return (context, coordinator) -> {
            List<ActorRef<IslandActor.Command>> parts = new ArrayList<>();
            for (RunHost.Ready part : ready) {
                List<ActorRef<Ferry.Command>> ferries = new ArrayList<>();
                ready.forEach(other -> ferries.add(other.ferries().get(part.node())));
                parts.add(context.spawn(
                        RemoteNode.create(
                                name(part.node()),
                                orders.get(part.node()).incarnation(),
                                part.host(),
                                ferries,
                                coordinator,
                                carried::add),
                        "node-" + part.node()));
            }
            return parts;
        };
    }

    private String name(int node) {
        return "node " + nodes.get(node).address();
    }

    private Behavior<Command> onRefused(RunHost.Refused message) {
        return fail(new NodeRefusedException(name(message.node()) + " " + message.reason()));
    }

    private Behavior<Command> onTooLate() {
        if (started) {
            return this;
        }
        String seconds = plan.patience().toSeconds() + " s";
        return fail(new ClusterException(
                orders.isEmpty()
                        ? nodes.size() + " of " + plan.nodes() + " nodes have joined within " + seconds
                        : ready.size() + " of " + plan.nodes() + " nodes were ready after " + seconds));
    }

    private Behavior<Command> fail(Throwable cause) {
        done.completeExceptionally(cause);
        return Behaviors.stopped();
    }
}
