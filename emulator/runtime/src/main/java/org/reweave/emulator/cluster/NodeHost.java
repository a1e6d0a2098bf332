package org.reweave.emulator.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.receptionist.Receptionist;
import akka.actor.typed.receptionist.ServiceKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.reweave.emulator.cluster.line.Lines;
import org.reweave.emulator.cluster.messages.Load;
import org.reweave.emulator.cluster.messages.RunOrder;
import org.reweave.emulator.cluster.messages.ToNode;
import org.reweave.emulator.cluster.messages.ToPart;
import org.reweave.emulator.cluster.messages.ToRun;
import org.reweave.emulator.cluster.protocol.NodeProtocol;
import org.reweave.emulator.cluster.protocol.NodeProtocol.Seat;
import org.reweave.emulator.cluster.protocol.Part;

/** A node's door: tells who it is, and hosts its part of one run at a time, as {@link NodeProtocol} says. */
final class NodeHost extends AbstractBehavior<ToNode> implements NodeProtocol.Outside {
    static final ServiceKey<ToNode> KEY = ServiceKey.create(ToNode.class, "reweave-node");
    private static final String RUN_DISPATCHER = "reweave.run-dispatcher";

    private final String address;
    private final int threads;
    private final Lines lines;
    private final AtomicReference<ToNode.Hosted> hosted; // for whoever asks from outside
    private final Map<Seat, ToNode.Prepare> orders = new HashMap<>();
    private final LastNetwork networks = new LastNetwork();
    private final Set<ActorRef<?>> runs = new HashSet<>(); // that are watched
    private NodeProtocol.State state;
    private ActorRef<ToPart> part; // the last one
    private ToNode.Move move; // the last one
    private Optional<Load> before = Optional.empty(); // the part has not said anything yet

    static Behavior<ToNode> create(
            String address, String software, int threads, Lines lines, AtomicReference<ToNode.Hosted> hosted) {
        return Behaviors.setup(context -> {
            context.getSystem().receptionist().tell(Receptionist.register(KEY, context.getSelf()));
            RunQueue.of(context.getSystem());
            return new NodeHost(context, address, software, threads, lines, hosted);
        });
    }

    private NodeHost(
            ActorContext<ToNode> context,
            String address,
            String software,
            int threads,
            Lines lines,
            AtomicReference<ToNode.Hosted> hosted) {
        super(context);
        this.address = address;
        this.state = NodeProtocol.State.of(software);
        this.threads = threads;
        this.lines = lines;
        this.hosted = hosted;
    }

    @Override
    public Receive<ToNode> createReceive() {
        return newReceiveBuilder()
                .onMessage(ToNode.Describe.class, this::onDescribe)
                .onMessage(ToNode.Prepare.class, this::onPrepare)
                .onMessage(ToNode.Move.class, this::onMove)
                .onMessage(ToNode.Hosts.class, this::onHosts)
                .onMessage(ToNode.Ended.class, this::onEnded)
                .onMessage(ToNode.RunEnded.class, this::onRunEnded)
                .build();
    }

    private Behavior<ToNode> advance(NodeProtocol.Input input) {
        NodeProtocol.Step step = NodeProtocol.step(state, input);
        state = step.next();
        step.effects().forEach(effect -> effect.perform(this));
        orders.keySet().removeIf(seat -> !state.knows(seat));
        return this;
    }

    private Behavior<ToNode> onDescribe(ToNode.Describe message) {
        message.replyTo()
                .tell(new ToNode.Description(
                        getContext().getSelf(),
                        address,
                        state.software(),
                        threads,
                        ProcessHandle.current().pid(),
                        state.hosted().map(Seat::run).orElse(""),
                        Runtime.getRuntime().totalMemory()
                                - Runtime.getRuntime().freeMemory(),
                        hosted.get()));
        return this;
    }

    private Behavior<ToNode> onPrepare(ToNode.Prepare message) {
        RunOrder order = message.order();
        Seat seat = new Seat(order.run(), message.replyTo().path().uid(), new Part(order.incarnation(), order.node()));
        orders.put(seat, message);
        return advance(new NodeProtocol.Prepare(seat, order.software()));
    }

    private Behavior<ToNode> onMove(ToNode.Move message) {
        move = message;
        return advance(new NodeProtocol.Move(message.run(), address));
    }

    private Behavior<ToNode> onHosts(ToNode.Hosts message) {
        hosted.set(new ToNode.Hosted(
                message.devices(),
                message.cycle(),
                message.load().carried(),
                NodeLoads.waiting(before, message.load(), threads),
                message.turnNanos() / 1e9));
        before = Optional.of(message.load());
        return this;
    }

    private Behavior<ToNode> onEnded(ToNode.Ended message) {
        before = Optional.empty();
        hosted.set(ToNode.Hosted.NOTHING);
        return advance(new NodeProtocol.Ended(message.seat()));
    }

    private Behavior<ToNode> onRunEnded(ToNode.RunEnded message) {
        runs.remove(message.run());
        networks.forget();
        return this;
    }

    @Override
    public void refuse(Seat seat, String reason) {
        orders.get(seat).replyTo().tell(new ToRun.Refused(seat.part(), reason));
    }

    @Override
    public void start(Seat seat) {
        ToNode.Prepare order = orders.get(seat);
        if (runs.add(order.replyTo())) {
            getContext().watchWith(order.replyTo(), new ToNode.RunEnded(order.replyTo()));
        }
        part = getContext()
                .spawnAnonymous(
                        RunHost.create(
                                order.order(),
                                networks,
                                lines,
                                order.replyTo(),
                                getContext().getSelf()),
                        DispatcherSelector.fromConfig(RUN_DISPATCHER));
        getContext().watchWith(part, new ToNode.Ended(seat));
    }

    @Override
    public void stop(Seat seat) {
        part.tell(new ToPart.Cancel());
    }

    @Override
    public void passOn(Seat seat) {
        orders.get(seat).replyTo().tell(new ToRun.Ordered(move));
    }

    @Override
    public void notHosted(String words) {
        move.replyTo().tell(new ToNode.Moved(false, words));
    }
}
