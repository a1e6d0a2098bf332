package org.reweave.emulator.cluster;

import akka.actor.AddressFromURIString;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.eventstream.EventStream;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.reweave.emulator.actor.FabricCoordinator;
import org.reweave.emulator.actor.IslandActor;
import org.reweave.emulator.actor.RunParts;
import org.reweave.emulator.cluster.line.LineEnd;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.cluster.messages.RunOrder;
import org.reweave.emulator.cluster.messages.ToNode;
import org.reweave.emulator.cluster.messages.ToPart;
import org.reweave.emulator.cluster.messages.ToQueue;
import org.reweave.emulator.cluster.messages.ToRun;
import org.reweave.emulator.cluster.messages.ToWatcher;
import org.reweave.emulator.cluster.protocol.Node;
import org.reweave.emulator.cluster.protocol.Part;
import org.reweave.emulator.cluster.protocol.RunEffect;
import org.reweave.emulator.cluster.protocol.RunInput;
import org.reweave.emulator.cluster.protocol.RunProtocol;
import org.reweave.emulator.cluster.protocol.Turns;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leads a run on nodes, as {@link RunProtocol} says: messages become the protocol's inputs, and this actor performs the
 * protocol's effects. The coordinator of each incarnation is a child.
 */
final class RunSetup extends AbstractBehavior<ToRun> implements RunEffect.Outside {
    /**
     * The instructions for the nodes of an incarnation.
     *
     * @param orders by node
     * @param cutLinks links from node to node
     * @param imbalance as {@link NodePlacement#imbalance}
     */
    record Orders(NodePlacement placement, List<RunOrder> orders, long cutLinks, double imbalance) {}

    /** Tells nodes what to do. */
    interface Planner {
        /** @param nodes in their order */
        Orders orders(List<ToNode.Description> nodes, long incarnation);
    }

    /**
     * The run to be set up.
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
            Optional<Function<ActorSystem<?>, ActorRef<ToQueue>>> queue,
            long stop) {}

    private static final Logger LOG = LoggerFactory.getLogger("reweave");

    private final Plan plan;
    private final CompletableFuture<FabricCoordinator.Gathered> done;
    private final NodeLoads loads;
    private final TimerScheduler<ToRun> timers;
    private final Optional<ActorRef<ToQueue>> queue;
    private final ActorRef<ToQueue.Turn> turns; // takes the queue's answers
    private final Map<Node, ToNode.Description> nodes = new HashMap<>();
    private final Set<ActorRef<ToNode>> asked = new HashSet<>();
    private final Set<Node> watched = new HashSet<>();
    private final Map<Part, ActorRef<ToPart>> parts = new HashMap<>();
    private final Map<Part, List<LineEnd>> ends = new HashMap<>();
    private final Map<Part, String> obstacles = new HashMap<>(); // between a part and the run's folder; empty = none
    private final Map<Long, ToNode.Move> moves = new HashMap<>(); // that are not answered yet
    private RunProtocol.State state;
    private Behavior<ToRun> next = this;
    private Orders orders; // of the last incarnation; null = there is none yet
    private ActorRef<FabricCoordinator.Command> coordinator; // of the last incarnation; null = there is none yet
    private FabricCoordinator.Gathered gathered; // null = not yet
    private long lastMove;

    static Behavior<ToRun> create(Plan plan, CompletableFuture<FabricCoordinator.Gathered> done, NodeLoads loads) {
        return Behaviors.withTimers(
                timers -> Behaviors.setup(context -> new RunSetup(context, plan, done, loads, timers).begin()));
    }

    private RunSetup(
            ActorContext<ToRun> context,
            Plan plan,
            CompletableFuture<FabricCoordinator.Gathered> done,
            NodeLoads loads,
            TimerScheduler<ToRun> timers) {
        super(context);
        this.plan = plan;
        this.done = done;
        this.loads = loads;
        this.timers = timers;
        this.queue = plan.queue().map(find -> find.apply(context.getSystem()));
        ActorRef<ToRun> self = context.getSelf();
        this.turns = context.messageAdapter(ToQueue.Turn.class, ToRun.Turned::new);
        context.getSystem().eventStream().tell(new EventStream.Subscribe<>(ToRun.CalledLost.class, self.narrow()));
        plan.recovery().whenKept(() -> self.tell(new ToRun.CheckpointKept()));
    }

    private Behavior<ToRun> begin() {
        return perform(RunProtocol.begin(new RunProtocol.Plan(
                plan.run(),
                plan.nodes(),
                plan.patience(),
                queue.isPresent(),
                plan.recovery().isPossible(),
                this::obstacle)));
    }

    private Optional<String> obstacle(List<Node> places) {
        try {
            plan.planner().orders(described(places), state.incarnation());
            return Optional.empty();
        } catch (ClusterException e) {
            return Optional.of(e.getMessage());
        }
    }

    private List<ToNode.Description> described(List<Node> some) {
        return some.stream().map(nodes::get).toList();
    }

    private Behavior<ToRun> advance(RunInput input) {
        return perform(RunProtocol.step(state, input, plan.recovery().reached()));
    }

    private Behavior<ToRun> perform(RunProtocol.Step step) {
        state = step.next();
        step.effects().forEach(effect -> effect.perform(this));
        return next;
    }

    @Override
    public Receive<ToRun> createReceive() {
        return newReceiveBuilder()
                .onMessage(ToRun.Listed.class, this::onListed)
                .onMessage(ToRun.Described.class, this::onDescribed)
                .onMessage(ToRun.NeedsStates.class, this::onNeedsStates)
                .onMessage(ToRun.Ready.class, this::onReady)
                .onMessage(
                        ToRun.Refused.class, message -> advance(new RunInput.Refused(message.part(), message.reason())))
                .onMessage(
                        ToRun.Broken.class,
                        message -> advance(new RunInput.Broken(message.part().incarnation(), message.line())))
                .onMessage(ToRun.Turned.class, this::onTurned)
                .onMessage(ToRun.AnnounceDue.class, message -> advance(new RunInput.AnnounceDue()))
                .onMessage(ToRun.TooLate.class, message -> advance(new RunInput.TooLate()))
                .onMessage(
                        ToRun.ProcessEnded.class,
                        message -> advance(new RunInput.ProcessEnded(message.process(), message.how())))
                .onMessage(ToRun.Over.class, this::onOver)
                .onMessage(ToRun.Ordered.class, message -> onOrdered(message.move()))
                .onMessage(ToRun.CheckpointKept.class, message -> advance(new RunInput.CheckpointKept()))
                .onMessage(ToRun.NodeLost.class, message -> advance(new RunInput.NodeLost(message.node())))
                .onMessage(ToRun.CalledLost.class, this::onCalledLost)
                .onMessage(ToRun.Gone.class, message -> advance(new RunInput.Gone(message.node())))
                .onMessage(
                        ToRun.CoordinatorEnded.class,
                        message -> advance(new RunInput.CoordinatorEnded(message.incarnation())))
                .build();
    }

    private Behavior<ToRun> onListed(ToRun.Listed message) {
        ActorRef<ToNode.Description> self = getContext().messageAdapter(ToNode.Description.class, ToRun.Described::new);
        message.nodes().getServiceInstances(NodeHost.KEY).stream()
                .filter(asked::add)
                .forEach(host -> host.tell(new ToNode.Describe(self)));
        return this;
    }

    private Behavior<ToRun> onDescribed(ToRun.Described message) {
        Node node = message.node().node();
        nodes.put(node, message.node());
        return advance(new RunInput.Joined(node));
    }

    private Behavior<ToRun> onTurned(ToRun.Turned message) {
        Turns.Entry entry = message.turn().entry();
        return advance(new RunInput.Turned(
                entry.ticket(), entry.underWay(), message.turn().ahead()));
    }

    private Behavior<ToRun> onNeedsStates(ToRun.NeedsStates message) {
        parts.put(message.part(), message.host());
        obstacles.put(message.part(), message.obstacle());
        LOG.info("the network is built in {}", message.part());
        return advance(new RunInput.NeedsStates(message.part()));
    }

    private Behavior<ToRun> onReady(ToRun.Ready message) {
        parts.put(message.part(), message.host());
        ends.put(message.part(), message.ends());
        obstacles.put(message.part(), message.obstacle());
        LOG.info("the islands are ready in {}", message.part());
        return advance(new RunInput.Ready(message.part()));
    }

    private Behavior<ToRun> onCalledLost(ToRun.CalledLost message) {
        List.copyOf(nodes.keySet()).stream()
                .filter(node -> node.address().equals(message.address()))
                .forEach(node -> advance(new RunInput.NodeLost(node)));
        return next;
    }

    private Behavior<ToRun> onOrdered(ToNode.Move move) {
        moves.put(++lastMove, move);
        move.nodes().forEach(node -> nodes.put(node.node(), node));
        return advance(new RunInput.Ordered(new RunInput.Order(
                lastMove, move.nodes().stream().map(ToNode.Description::node).toList())));
    }

    private Behavior<ToRun> onOver(ToRun.Over message) {
        if (message.failure() == null) {
            gathered = message.gathered();
            return advance(new RunInput.Completed(message.incarnation()));
        }
        if (message.failure() instanceof NodeLostException lost) {
            return advance(new RunInput.PartLost(new Part(message.incarnation(), lost.node())));
        }
        return advance(
                message.failure() instanceof LinkBrokenException broken
                        ? new RunInput.Broken(message.incarnation(), broken.getMessage())
                        : new RunInput.Failed(message.failure()));
    }

    @Override
    public void announce(long ticket, boolean underWay) {
        leads(underWay);
        Turns.Entry entry = new Turns.Entry(
                plan.run(), plan.scenario(), ticket, underWay, plan.recovery().seenCycle(), plan.stop());
        queue.orElseThrow().tell(new ToQueue.Announce(entry, turns));
        getContext().scheduleOnce(RunProtocol.ANNOUNCED_EVERY, getContext().getSelf(), new ToRun.AnnounceDue());
    }

    /** The run decides about nodes while it is under way. */
    private void leads(boolean underWay) {
        getContext().getSystem().eventStream().tell(new EventStream.Publish<>(new ToWatcher.Leads(underWay)));
    }

    @Override
    public void endTurn(String how) {
        leads(false);
        queue.orElseThrow().tell(new ToQueue.End(plan.run(), turns.path().uid(), how));
    }

    @Override
    public void findNodes() {
        ActorRef<Receptionist.Listing> listings =
                getContext().messageAdapter(Receptionist.Listing.class, ToRun.Listed::new);
        getContext().getSystem().receptionist().tell(Receptionist.subscribe(NodeHost.KEY, listings));
    }

    @Override
    public void await() {
        timers.startSingleTimer(ToRun.TooLate.NOW, plan.patience());
    }

    @Override
    public void stopWaiting() {
        timers.cancel(ToRun.TooLate.NOW);
    }

    @Override
    public void prepare(long incarnation, List<Node> places) {
        parts.clear();
        ends.clear();
        obstacles.clear();
        try {
            orders = plan.planner().orders(described(places), incarnation);
        } catch (RuntimeException | Error e) {
            advance(new RunInput.Unplannable(e));
            return;
        }
        LOG.info("incarnation {} is placed on {} nodes", incarnation, places.size());
        loads.begin(orders.orders().get(0).threads(), orders.cutLinks(), orders.imbalance());
        for (RunOrder order : orders.orders()) {
            Node place = places.get(order.node());
            ActorRef<ToNode> host = nodes.get(place).host();
            if (watched.add(place)) {
                getContext().watchWith(host, new ToRun.NodeLost(place));
            }
            host.tell(new ToNode.Prepare(order, getContext().getSelf().narrow()));
        }
    }

    @Override
    public void sendStates(Part part) {
        List<Integer> devices = orders.placement().devicesOn(part.node());
        try {
            plan.recovery()
                    .parcels(devices, obstacles.get(part).isEmpty(), part.incarnation())
                    .forEach(parcel -> parts.get(part).tell(new ToPart.States(parcel)));
        } catch (ClusterException e) {
            advance(new RunInput.Failed(e));
        }
    }

    @Override
    public void cancel(Part part) {
        parts.remove(part).tell(new ToPart.Cancel());
    }

    @Override
    public void begin(long incarnation, List<Node> places) {
        CompletableFuture<FabricCoordinator.Gathered> over = new CompletableFuture<>();
        coordinator = getContext()
                .spawn(
                        FabricCoordinator.create(
                                plan.recovery().begin(incarnation, orders.placement()),
                                plan.recovery().listener(),
                                parts(incarnation, places),
                                permit -> permit,
                                over),
                        "run-" + incarnation);
        getContext().watchWith(coordinator, new ToRun.CoordinatorEnded(incarnation));
        getContext().pipeToSelf(over, (all, failure) -> new ToRun.Over(incarnation, all, failure));
    }

    /** Whether all nodes of the incarnation write the states of their devices at checkpoints. */
    private boolean writes(long incarnation, List<Node> places) {
        boolean writes = !plan.recovery().place().isNone();
        for (int node = 0; writes && node < places.size(); node++) {
            String obstacle = obstacles.get(new Part(incarnation, node));
            if (!obstacle.isEmpty()) {
                LOG.warn(
                        "node {} {}: checkpoints stay in the memory of the run's process; give the run a folder (--out)"
                                + " that all nodes reach under the same path",
                        places.get(node).address(),
                        obstacle);
                writes = false;
            }
        }
        return writes;
    }

    private RunParts parts(long incarnation, List<Node> places) {
        List<String> addresses = places.stream().map(Node::address).toList();
        boolean writes = writes(incarnation, places);
        return (context, actor) -> {
            List<ActorRef<IslandActor.Command>> remote = new ArrayList<>();
            for (int node = 0; node < places.size(); node++) {
                List<LineEnd> towards = new ArrayList<>();
                for (int other = 0; other < places.size(); other++) {
                    towards.add(ends.get(new Part(incarnation, other)).get(node));
                }
                ActorRef<ToPart> host = parts.get(new Part(incarnation, node));
                int number = node;
                RemoteNode.Files files = (cut, file) -> plan.recovery().written(incarnation, number, cut, file);
                ReportCodec.Reader reports = new ReportCodec.Reader(
                        plan.recovery().network(), orders.placement().devicesOn(node));
                remote.add(context.spawn(
                        RemoteNode.create(
                                addresses, node, incarnation, host, towards, writes, files, actor, loads, reports),
                        "node-" + node));
            }
            return remote;
        };
    }

    @Override
    public void stopCoordinator() {
        getContext().stop(coordinator);
    }

    @Override
    public void wantCheckpoint() {
        plan.recovery().wantCheckpoint();
    }

    @Override
    public void moved(RunInput.Order order) {
        moves.remove(order.number()).replyTo().tell(new ToNode.Moved(true, inWords()));
    }

    /** The nodes that host the run's devices. */
    private String inWords() {
        return String.format(
                Locale.ROOT,
                "run %s goes on from cycle %d on %s: %d links cut, the most loaded node at %.2f times the mean",
                plan.run(),
                plan.recovery().reached().checkpointCycle(),
                state.nodes().stream().map(Node::address).collect(Collectors.joining(", ")),
                orders.cutLinks(),
                orders.imbalance());
    }

    @Override
    public void notMoved(RunInput.Order order, String words) {
        moves.remove(order.number()).replyTo().tell(new ToNode.Moved(false, words));
    }

    @Override
    public void down(Node node) {
        Cluster.get(getContext().getSystem())
                .manager()
                .tell(new Down(AddressFromURIString.parse(NodeSettings.uri(node.address()))));
    }

    @Override
    public void lookAfter(List<Node> nodes) {
        ActorRef<ToRun> self = getContext().getSelf();
        Presence.look(nodes, node -> self.tell(new ToRun.Gone(node)));
    }

    @Override
    public void say(String line) {
        LOG.warn(line);
    }

    @Override
    public void complete() {
        done.complete(gathered); // the nodes give up their parts when the driver ends this actor
    }

    @Override
    public void fail(String line) {
        failBy(new ClusterException(line));
    }

    @Override
    public void failRefused(String line) {
        failBy(new NodeRefusedException(line));
    }

    @Override
    public void failBy(Throwable cause) {
        done.completeExceptionally(cause);
        next = Behaviors.stopped();
    }
}
