package org.reweave.emulator.cluster;

import akka.actor.AddressFromURIString;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.actor.typed.receptionist.Receptionist;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Down;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.reweave.emulator.actor.FabricCoordinator;
import org.reweave.emulator.actor.IslandActor;
import org.reweave.emulator.actor.RunParts;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the nodes of a run, has each prepare its part, and then starts the run's coordinator as its child. When a node
 * is lost, the coordinator ends, and another one begins from the last checkpoint on the nodes that are left: another
 * incarnation of the run. Whatever still comes from the one before is known by its number and dropped.
 */
final class RunSetup extends AbstractBehavior<RunSetup.Command> {
    /** What it receives. */
    interface Command {}

    private record Listed(Receptionist.Listing nodes) implements Command {}

    private record Described(NodeHost.Description node) implements Command {}

    /** What is waited for has not come. */
    private enum TooLate implements Command {
        NOW
    }

    private record Over(long incarnation, FabricCoordinator.Gathered gathered, Throwable failure) implements Command {}

    /** The run has a checkpoint, from which its devices can move. */
    private record Checkpointed() implements Command {}

    private record HostGone(ActorRef<NodeHost.Command> host) implements Command {}

    /**
     * A node that this process has started has ended.
     *
     * @param process its number
     * @param how in words
     */
    record NodeEnded(long process, String how) implements Command {}

    /**
     * What the nodes of an incarnation are told.
     *
     * @param orders by node
     * @param cutLinks links from node to node
     * @param imbalance as {@link NodePlacement#imbalance}
     */
    record Orders(NodePlacement placement, List<RunOrder> orders, long cutLinks, double imbalance) {}

    /** Tells nodes what to do. */
    interface Planner {
        /** @param nodes in their order */
        Orders orders(List<NodeHost.Description> nodes, long incarnation);
    }

    /**
     * What to run.
     *
     * @param run its id
     * @param nodes that it takes
     * @param patience to wait until that many have joined and are ready
     * @param queue of the runs that use the same nodes, in which this one waits for its turn; empty = there are none
     * @param stop cycle at which its traffic ends
     */
    record Plan(
            String run,
            String scenario,
            int nodes,
            Planner planner,
            Duration patience,
            Recovery recovery,
            Optional<Function<ActorSystem<?>, ActorRef<RunQueue.Command>>> queue,
            long stop) {}

    private record InTurn(RunQueue.Turn turn) implements Command {}

    /** Time to announce the run to the queue again. */
    private record AnnounceAgain() implements Command {}

    private static final Logger LOG = LoggerFactory.getLogger("reweave");

    private final Plan plan;
    private final CompletableFuture<FabricCoordinator.Gathered> done;
    private final NodeLoads loads;
    private final TimerScheduler<Command> timers;
    private final Set<ActorRef<NodeHost.Command>> asked = new HashSet<>();
    private final Set<ActorRef<NodeHost.Command>> watched = new HashSet<>();
    private final List<NodeHost.Description> nodes = new ArrayList<>(); // those that there are, then those of the run
    private final List<RunHost.Ready> ready = new ArrayList<>();
    private Optional<Orders> orders = Optional.empty(); // the nodes are not chosen yet
    private Optional<ActorRef<FabricCoordinator.Command>> coordinator = Optional.empty();
    private boolean ending; // the coordinator of the incarnation before has not ended yet
    private long incarnation;
    private boolean begun; // some incarnation had all its nodes ready
    private Optional<Move> ordered = Optional.empty(); // it waits for a checkpoint
    private Optional<Move> moving = Optional.empty(); // it waits for its nodes to be ready
    private Optional<ActorRef<RunQueue.Command>> queue = Optional.empty();
    private Optional<Turns.Entry> turn = Optional.empty(); // the queue has not answered yet
    private int ahead = -1; // runs, as the queue has said last; below 0 = it has not

    static Behavior<Command> create(Plan plan, CompletableFuture<FabricCoordinator.Gathered> done, NodeLoads loads) {
        return Behaviors.withTimers(
                timers -> Behaviors.setup(context -> new RunSetup(context, plan, done, loads, timers)));
    }

    private RunSetup(
            ActorContext<Command> context,
            Plan plan,
            CompletableFuture<FabricCoordinator.Gathered> done,
            NodeLoads loads,
            TimerScheduler<Command> timers) {
        super(context);
        this.plan = plan;
        this.done = done;
        this.loads = loads;
        this.timers = timers;
        ActorRef<Command> self = context.getSelf();
        plan.recovery().whenKept(() -> self.tell(new Checkpointed()));
        beImpatient();
        if (plan.queue().isPresent()) {
            queue = Optional.of(plan.queue().get().apply(context.getSystem()));
            announce();
        } else {
            findNodes();
        }
    }

    /** Every node that there is or will be describes itself. */
    private void findNodes() {
        ActorRef<Receptionist.Listing> listings = getContext().messageAdapter(Receptionist.Listing.class, Listed::new);
        getContext().getSystem().receptionist().tell(Receptionist.subscribe(NodeHost.KEY, listings));
    }

    private Behavior<Command> announce() {
        if (done.isDone()) {
            return this; // the queue knows that the run is over
        }
        Turns.Entry entry = new Turns.Entry(
                plan.run(),
                plan.scenario(),
                turn.map(Turns.Entry::ticket).orElse(Turns.NO_TICKET),
                turn.map(Turns.Entry::underWay).orElse(false),
                plan.recovery().seenCycle(),
                plan.stop());
        queue.orElseThrow().tell(new RunQueue.Announce(entry, turns()));
        getContext().scheduleOnce(RunQueue.ANNOUNCED_EVERY, getContext().getSelf(), new AnnounceAgain());
        return this;
    }

    private ActorRef<RunQueue.Turn> turns() {
        return getContext().messageAdapter(RunQueue.Turn.class, InTurn::new);
    }

    private Behavior<Command> onTurn(InTurn message) {
        boolean isBegun = turn.map(Turns.Entry::underWay).orElse(false);
        turn = Optional.of(message.turn().entry());
        if (isBegun) {
            return this;
        }
        beImpatient();
        if (turn.get().underWay()) {
            findNodes();
        } else if (message.turn().ahead() > 0 && message.turn().ahead() != ahead) {
            LOG.warn(
                    "waiting for its turn on the cluster: {} ahead",
                    message.turn().ahead());
        }
        ahead = message.turn().ahead();
        return this;
    }

    /** What comes next is waited for so long; the wait before is over. */
    private void beImpatient() {
        timers.startSingleTimer(TooLate.NOW, plan.patience());
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Listed.class, this::onListed)
                .onMessage(Described.class, this::onDescribed)
                .onMessage(RunHost.NeedsStates.class, this::onNeedsStates)
                .onMessage(RunHost.Ready.class, this::onReady)
                .onMessage(RunHost.Refused.class, this::onRefused)
                .onMessage(InTurn.class, this::onTurn)
                .onMessage(AnnounceAgain.class, message -> announce())
                .onMessage(TooLate.class, message -> onTooLate())
                .onMessage(NodeEnded.class, this::onNodeEnded)
                .onMessage(Over.class, this::onOver)
                .onMessage(Move.class, this::onMove)
                .onMessage(Checkpointed.class, message -> onCheckpointed())
                .onMessage(HostGone.class, this::onHostGone)
                .onSignal(Terminated.class, ended -> onEnded())
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
        if (orders.isPresent()) {
            return this; // the run goes on with the nodes that it has
        }
        nodes.add(message.node());
        return nodes.size() == plan.nodes() ? prepare() : this;
    }

    /** Has the nodes get ready for another incarnation. */
    private Behavior<Command> prepare() {
        nodes.sort(Comparator.comparing(NodeHost.Description::address));
        ready.clear();
        incarnation++;
        beImpatient();
        try {
            orders = Optional.of(plan.planner().orders(nodes, incarnation));
        } catch (RuntimeException | Error e) {
            return fail(e);
        }
        loads.begin(
                orders.get().orders().get(0).threads(),
                orders.get().cutLinks(),
                orders.get().imbalance());
        for (RunOrder order : orders.get().orders()) {
            NodeHost.Description node = nodes.get(order.node());
            if (watched.add(node.host())) {
                getContext().watchWith(node.host(), new HostGone(node.host()));
            }
            node.host()
                    .tell(new NodeHost.Prepare(
                            order,
                            getContext().getSelf().narrow(),
                            getContext().getSelf().narrow()));
        }
        return this;
    }

    private Behavior<Command> onNeedsStates(RunHost.NeedsStates message) {
        if (message.incarnation() < incarnation) {
            message.host().tell(new RunHost.Cancel());
            return this;
        }
        Checkpoint checkpoint = plan.recovery().checkpoint().orElseThrow();
        List<Integer> devices = orders.orElseThrow().placement().devicesOn(message.node());
        StateParcels.of(checkpoint, devices, incarnation)
                .forEach(parcel -> message.host().tell(parcel));
        return this;
    }

    private Behavior<Command> onReady(RunHost.Ready message) {
        if (message.incarnation() < incarnation) {
            message.host().tell(new RunHost.Cancel());
            return this;
        }
        ready.add(message);
        if (ready.size() < nodes.size()) {
            return this;
        }
        timers.cancel(TooLate.NOW);
        ready.sort(Comparator.comparing(RunHost.Ready::node));
        CompletableFuture<FabricCoordinator.Gathered> over = new CompletableFuture<>();
        ActorRef<FabricCoordinator.Command> actor = getContext()
                .spawn(
                        FabricCoordinator.create(
                                plan.recovery().begin(), plan.recovery().listener(), parts(), permit -> permit, over),
                        "run-" + incarnation);
        getContext().watch(actor);
        coordinator = Optional.of(actor);
        begun = true;
        long begins = incarnation;
        getContext().pipeToSelf(over, (gathered, failure) -> new Over(begins, gathered, failure));
        if (ordered.isPresent()) {
            plan.recovery().wantCheckpoint();
        }
        answer(moving, true, inWords());
        moving = Optional.empty();
        return this;
    }

    private static void answer(Optional<Move> move, boolean moved, String words) {
        move.ifPresent(one -> one.replyTo().tell(new Move.Outcome(moved, words)));
    }

    /** Where the run's devices are. */
    private String inWords() {
        return String.format(
                Locale.ROOT,
                "run %s goes on from cycle %d on %s: %d links cut, the most loaded node at %.2f times the mean",
                plan.run(),
                plan.recovery().checkpoint().map(Checkpoint::cycle).orElse(0L),
                nodes.stream().map(NodeHost.Description::address).collect(Collectors.joining(", ")),
                orders.orElseThrow().cutLinks(),
                orders.orElseThrow().imbalance());
    }

    private Behavior<Command> onMove(Move message) {
        Optional<String> obstacle = obstacle(message);
        if (obstacle.isPresent()) {
            answer(Optional.of(message), false, obstacle.get());
            return this;
        }
        ordered = Optional.of(message);
        if (coordinator.isPresent()) {
            plan.recovery().wantCheckpoint();
        }
        return this;
    }

    /** Why devices cannot move. */
    private Optional<String> obstacle(Move message) {
        if (done.isDone()) {
            return Optional.of("run " + plan.run() + " is over");
        }
        if (ordered.isPresent() || moving.isPresent()) {
            return Optional.of("devices of run " + plan.run() + " are to move already; try again when they have");
        }
        if (!plan.recovery().isPossible()) {
            return Optional.of(
                    "run " + plan.run()
                            + " is lax, and its devices stay where they are, since nothing would repeat what schedulers have decided");
        }
        try {
            plan.planner().orders(message.nodes(), incarnation);
            return Optional.empty();
        } catch (ClusterException e) {
            return Optional.of(e.getMessage());
        }
    }

    private Behavior<Command> onCheckpointed() {
        if (ordered.isEmpty() || coordinator.isEmpty() || done.isDone()) {
            return this;
        }
        takeMove();
        LOG.warn(
                "devices move to {}, from cycle {} on",
                nodes.stream().map(NodeHost.Description::address).collect(Collectors.joining(", ")),
                plan.recovery().checkpoint().orElseThrow().cycle());
        return beginAgain();
    }

    private void takeMove() {
        ordered.ifPresent(move -> {
            nodes.clear();
            nodes.addAll(move.nodes());
            moving = ordered;
            ordered = Optional.empty();
        });
    }

    private RunParts parts() {
        return (context, actor) -> {
            List<ActorRef<IslandActor.Command>> parts = new ArrayList<>();
            List<String> addresses =
                    nodes.stream().map(NodeHost.Description::address).toList();
            for (RunHost.Ready part : ready) {
                List<ActorRef<Ferry.Command>> ferries = new ArrayList<>();
                ready.forEach(other -> ferries.add(other.ferries().get(part.node())));
                parts.add(context.spawn(
                        RemoteNode.create(addresses, part.node(), incarnation, part.host(), ferries, actor, loads),
                        "node-" + part.node()));
            }
            return parts;
        };
    }

    private Behavior<Command> onOver(Over message) {
        if (message.failure() instanceof NodeLostException lost) {
            boolean isKnown = nodes.stream().noneMatch(node -> node.address().equals(lost.address()));
            return isKnown || message.incarnation() < incarnation ? this : onLost(lost);
        }
        if (message.failure() != null) {
            return fail(message.failure());
        }
        done.complete(message.gathered());
        giveUpMoves();
        queue.ifPresent(there -> there.tell(new RunQueue.End(plan.run(), "done")));
        return this; // the nodes give up their parts when the driver ends this actor
    }

    private Behavior<Command> onNodeEnded(NodeEnded message) {
        if (done.isDone()) {
            return this;
        }
        Optional<NodeHost.Description> node =
                nodes.stream().filter(one -> one.process() == message.process()).findFirst();
        node.ifPresent(gone -> Cluster.get(getContext().getSystem())
                .manager()
                .tell(new Down(AddressFromURIString.parse(NodeSettings.uri(gone.address())))));
        return node.isEmpty()
                ? fail(new ClusterException(message.how() + " before it had joined"))
                : onLost(new NodeLostException(node.get().address(), message.how()));
    }

    private Behavior<Command> onHostGone(HostGone message) {
        Optional<String> address = nodes.stream()
                .filter(node -> node.host().equals(message.host()))
                .map(NodeHost.Description::address)
                .findFirst();
        return done.isDone() || address.isEmpty()
                ? this
                : onLost(new NodeLostException(address.get(), "node " + address.get() + " is lost"));
    }

    /** Goes on without a node, if the run can. */
    private Behavior<Command> onLost(NodeLostException lost) {
        Recovery recovery = plan.recovery();
        takeMove();
        nodes.removeIf(node -> node.address().equals(lost.address()));
        if (orders.isEmpty()) {
            return fail(lost);
        }
        String where = lost.getMessage() + ", at cycle " + recovery.seenCycle() + " or later";
        if (!recovery.isPossible()) {
            return fail(new ClusterException(where
                    + "; a lax run cannot go on without it, since no other node could repeat what it has decided"));
        }
        if (nodes.isEmpty()) {
            return fail(new ClusterException(where + "; no node is left"));
        }
        LOG.warn(
                "{}; the run goes on from cycle {} on {} of its nodes",
                where,
                recovery.checkpoint().map(Checkpoint::cycle).orElse(0L),
                nodes.size());
        return beginAgain();
    }

    /** Places the devices anew, from the last checkpoint, as soon as the present incarnation has ended. */
    private Behavior<Command> beginAgain() {
        ready.forEach(part -> part.host().tell(new RunHost.Cancel()));
        if (coordinator.isPresent()) {
            ending = true;
            beImpatient();
            getContext().stop(coordinator.get());
            coordinator = Optional.empty();
        }
        return ending ? this : prepare();
    }

    /** The coordinator of the incarnation before has ended, and the run's listener with it. */
    private Behavior<Command> onEnded() {
        if (!ending) {
            return this;
        }
        ending = false;
        return prepare();
    }

    private Behavior<Command> onRefused(RunHost.Refused message) {
        if (message.incarnation() < incarnation) {
            return this;
        }
        NodeHost.Description node = nodes.get(message.node());
        NodeRefusedException refusal = new NodeRefusedException("node " + node.address() + " " + message.reason());
        return begun ? goOnWithout(List.of(node), refusal) : fail(refusal);
    }

    /** A run that was under way does not end because a node to which its devices should move cannot take them. */
    private Behavior<Command> goOnWithout(List<NodeHost.Description> unfit, RuntimeException reason) {
        nodes.removeAll(unfit);
        if (nodes.isEmpty()) {
            return fail(reason);
        }
        LOG.warn("{}; the run goes on without it", reason.getMessage());
        return beginAgain();
    }

    private Behavior<Command> onTooLate() {
        String seconds = plan.patience().toSeconds() + " s";
        if (ending) {
            return fail(new ClusterException("the journal or the folder of run " + plan.run()
                    + " has not taken the cut that it was given last within " + seconds));
        }
        if (queue.isPresent() && turn.filter(Turns.Entry::underWay).isEmpty()) {
            return fail(new ClusterException("the cluster's queue of runs has not answered within " + seconds));
        }
        ClusterException late = new ClusterException(
                orders.isEmpty()
                        ? nodes.size() + " of " + plan.nodes() + " nodes have joined within " + seconds
                        : ready.size() + " of " + nodes.size() + " nodes were ready after " + seconds);
        if (begun && !ready.isEmpty()) {
            Set<Integer> inTime = ready.stream().map(RunHost.Ready::node).collect(Collectors.toSet());
            return goOnWithout(
                    IntStream.range(0, nodes.size())
                            .filter(node -> !inTime.contains(node))
                            .mapToObj(nodes::get)
                            .toList(),
                    late);
        }
        return fail(late);
    }

    private void giveUpMoves() {
        String words = "run " + plan.run() + " is over";
        answer(ordered, false, words);
        answer(moving, false, words);
        ordered = Optional.empty();
        moving = Optional.empty();
    }

    private Behavior<Command> fail(Throwable cause) {
        queue.ifPresent(there -> there.tell(new RunQueue.End(plan.run(), "failed: " + cause.getMessage())));
        done.completeExceptionally(cause);
        giveUpMoves();
        return Behaviors.stopped();
    }
}
