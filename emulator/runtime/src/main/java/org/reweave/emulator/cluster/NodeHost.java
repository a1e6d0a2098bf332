package org.reweave.emulator.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.receptionist.Receptionist;
import akka.actor.typed.receptionist.ServiceKey;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;

/** A node's door: tells who it is, and hosts its part of one run at a time. */
final class NodeHost extends AbstractBehavior<NodeHost.Command> {
    /** What a node receives. */
    sealed interface Command extends ControlMessage permits Describe, Prepare, Move, Hosts {}

    /** Who are you? */
    record Describe(ActorRef<Description> replyTo) implements Command {}

    /**
     * A node describes itself.
     *
     * @param host that answers
     * @param address {@code host:port}
     * @param software version
     * @param threads that run devices
     * @param process its number on its machine
     * @param run that it hosts a part of, or empty
     * @param heapBytes in use
     * @param devices of the run that it hosts
     * @param waiting share of the last second in which its threads have run no device
     */
    record Description(
            ActorRef<Command> host,
            String address,
            String software,
            int threads,
            long process,
            String run,
            long heapBytes,
            int devices,
            double waiting)
            implements ControlMessage {}

    /** What the node's part of a run does at the moment, as the part says every second. */
    record Hosts(int devices, NodeLoads.Load load) implements Command {}

    /**
     * Get ready to host a part of a run; {@link RunHost} answers.
     *
     * @param moves takes orders to the run
     */
    record Prepare(RunOrder order, ActorRef<RunHost.Answer> replyTo, ActorRef<Move> moves) implements Command {}

    static final ServiceKey<Command> KEY = ServiceKey.create(Command.class, "reweave-node");
    private static final String RUN_DISPATCHER = "reweave.run-dispatcher";

    private final String address;
    private final String software;
    private final int threads;
    private final AtomicBoolean hosting; // for whoever asks from outside
    private final Queue<Prepare> waiting = new ArrayDeque<>(); // for the run before to give way
    private Optional<Prepare> hosted = Optional.empty();
    private Optional<Hosts> before = Optional.empty(); // the word before the last one
    private Optional<Hosts> last = Optional.empty(); // the part has not said anything yet

    static Behavior<Command> create(String address, String software, int threads, AtomicBoolean hosting) {
        return Behaviors.setup(context -> {
            context.getSystem().receptionist().tell(Receptionist.register(KEY, context.getSelf()));
            RunQueue.of(context.getSystem());
            return new NodeHost(context, address, software, threads, hosting);
        });
    }

    private NodeHost(
            ActorContext<Command> context, String address, String software, int threads, AtomicBoolean hosting) {
        super(context);
        this.address = address;
        this.software = software;
        this.threads = threads;
        this.hosting = hosting;
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Describe.class, this::onDescribe)
                .onMessage(Prepare.class, this::onPrepare)
                .onMessage(Move.class, this::onMove)
                .onMessage(Hosts.class, this::onHosts)
                .onSignal(Terminated.class, ended -> onEnded())
                .build();
    }

    private Behavior<Command> onDescribe(Describe message) {
        message.replyTo()
                .tell(new Description(
                        getContext().getSelf(),
                        address,
                        software,
                        threads,
                        ProcessHandle.current().pid(),
                        hosted.map(part -> part.order().run()).orElse(""),
                        Runtime.getRuntime().totalMemory()
                                - Runtime.getRuntime().freeMemory(),
                        last.map(Hosts::devices).orElse(0),
                        last.map(now -> NodeLoads.waiting(before.map(Hosts::load), now.load(), threads))
                                .orElse(0.0)));
        return this;
    }

    private Behavior<Command> onPrepare(Prepare message) {
        RunOrder order = message.order();
        if (!order.software().equals(software)) {
            message.replyTo()
                    .tell(new RunHost.Refused(
                            order.incarnation(),
                            order.node(),
                            "runs reweave " + software + " and the run comes from reweave " + order.software()
                                    + "; start both from one version"));
        } else {
            waiting.add(message);
            host();
        }
        return this;
    }

    private Behavior<Command> onMove(Move message) {
        if (hosted.filter(part -> part.order().run().equals(message.run())).isPresent()) {
            hosted.get().moves().tell(message);
        } else {
            message.replyTo()
                    .tell(new Move.Outcome(
                            false, "node " + address + " hosts nothing of run " + message.run() + " any more"));
        }
        return this;
    }

    private void host() {
        if (hosted.isEmpty() && !waiting.isEmpty()) {
            Prepare next = waiting.remove();
            hosted = Optional.of(next);
            hosting.set(true);
            getContext()
                    .watch(getContext()
                            .spawnAnonymous(
                                    RunHost.create(
                                            next.order(),
                                            next.replyTo(),
                                            getContext().getSelf()),
                                    DispatcherSelector.fromConfig(RUN_DISPATCHER)));
        }
    }

    private Behavior<Command> onHosts(Hosts message) {
        before = last;
        last = Optional.of(message);
        return this;
    }

    private Behavior<Command> onEnded() {
        hosted = Optional.empty();
        before = Optional.empty();
        last = Optional.empty();
        hosting.set(false);
        host();
        return this;
    }
}
