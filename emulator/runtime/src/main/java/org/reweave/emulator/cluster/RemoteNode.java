package org.reweave.emulator.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.time.Duration;
import java.util.List;
import java.util.function.LongFunction;
import org.reweave.emulator.actor.FabricCoordinator;
import org.reweave.emulator.actor.IslandActor;
import org.reweave.emulator.checkpoint.CheckpointPart;
import org.reweave.emulator.cluster.line.LineEnd;
import org.reweave.emulator.cluster.messages.ClusterException;
import org.reweave.emulator.cluster.messages.Parcel;
import org.reweave.emulator.cluster.messages.ToPart;
import org.reweave.emulator.cluster.messages.ToRemoteNode;
import org.reweave.emulator.cluster.protocol.LinkProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands for a node in the process that coordinates a run: permits go out through it, and reports come in, as
 * {@link LinkProtocol} says.
 */
final class RemoteNode extends AbstractBehavior<ToRemoteNode> implements LinkProtocol.Outside {
    private static final Logger LOG = LoggerFactory.getLogger("reweave");
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final int node;
    private final List<String> addresses; // by node
    private final ActorRef<ToPart> host;
    private final ActorRef<FabricCoordinator.Command> coordinator;
    private final NodeLoads loads;
    private final ReportCodec.Reader reports;
    private final ParcelBox box = new ParcelBox();
    private LinkProtocol.State state;

    /** Learns which file the node has written. */
    interface Files {
        void written(long cut, CheckpointPart file);
    }

    private LongFunction<ToPart> order; // the last one, by its number
    private final Files files;
    private Runnable arrived; // what the last parcel brings
    private Behavior<ToRemoteNode> next = this;

    /**
     * @param addresses {@code host:port} of all nodes
     * @param node number of this one
     * @param ends of lines that it is to connect to, by the node that they are on; null = none
     * @param writes whether it writes the states of its devices at checkpoints; else it reports them
     * @param files learns of each file that it writes
     * @param loads takes how busy it is
     * @param reports reads what it reports
     */
    static Behavior<IslandActor.Command> create(
            List<String> addresses,
            int node,
            long incarnation,
            ActorRef<ToPart> host,
            List<LineEnd> ends,
            boolean writes,
            Files files,
            ActorRef<FabricCoordinator.Command> coordinator,
            NodeLoads loads,
            ReportCodec.Reader reports) {
        Behavior<ToRemoteNode> behavior = Behaviors.withTimers(timers -> {
            timers.startTimerWithFixedDelay(ToRemoteNode.Look.NOW, LOOK);
            return Behaviors.setup(context -> {
                context.watchWith(host, new ToRemoteNode.PartEnded());
                RemoteNode remote =
                        new RemoteNode(context, addresses, node, incarnation, host, files, coordinator, loads, reports);
                return remote.order(number -> new ToPart.Connect(number, ends, writes, context.getSelf()));
            });
        });
        return Behaviors.transformMessages(
                IslandActor.Command.class,
                behavior,
                builder -> builder.match(IslandActor.Command.class, ToRemoteNode.FromCoordinator::new));
    }

    private RemoteNode(
            ActorContext<ToRemoteNode> context,
            List<String> addresses,
            int node,
            long incarnation,
            ActorRef<ToPart> host,
            Files files,
            ActorRef<FabricCoordinator.Command> coordinator,
            NodeLoads loads,
            ReportCodec.Reader reports) {
        super(context);
        this.node = node;
        this.addresses = addresses;
        this.state = LinkProtocol.State.of("node " + addresses.get(node), incarnation);
        this.host = host;
        this.files = files;
        this.coordinator = coordinator;
        this.loads = loads;
        this.reports = reports;
    }

    @Override
    public Receive<ToRemoteNode> createReceive() {
        return newReceiveBuilder()
                .onMessage(ToRemoteNode.Report.class, this::onReport)
                .onMessage(ToRemoteNode.FromCoordinator.class, this::onCoordinator)
                .onMessage(ToRemoteNode.Written.class, this::onWritten)
                .onMessage(ToRemoteNode.Pulse.class, this::onPulse)
                .onMessage(ToRemoteNode.Look.class, message -> advance(new LinkProtocol.Look(LOOK.toSeconds())))
                .onMessage(ToRemoteNode.Silence.class, this::onSilence)
                .onMessage(ToRemoteNode.Failed.class, message -> advance(new LinkProtocol.Failed(message.reason())))
                .onMessage(ToRemoteNode.PartEnded.class, message -> advance(new LinkProtocol.Ended()))
                .build();
    }

    private Behavior<ToRemoteNode> advance(LinkProtocol.Input input) {
        LinkProtocol.Step step = LinkProtocol.step(state, input);
        state = step.next();
        step.effects().forEach(effect -> effect.perform(this));
        return next;
    }

    private Behavior<ToRemoteNode> order(LongFunction<ToPart> message) {
        order = message;
        return advance(new LinkProtocol.Ordering());
    }

    private Behavior<ToRemoteNode> onCoordinator(ToRemoteNode.FromCoordinator message) {
        if (message.message() instanceof IslandActor.Permit permit) {
            return order(
                    number -> new ToPart.Permit(number, permit.cycle(), permit.measureFrom(), permit.checkpointAt()));
        }
        return message.message() == IslandActor.Finish.NOW ? order(ToPart.Finish::new) : this;
    }

    private Behavior<ToRemoteNode> onSilence(ToRemoteNode.Silence message) {
        LOG.warn(
                "{} has had no answer from node {} for {} s; the run waits for it",
                state.name(),
                addresses.get(message.peer()),
                message.seconds());
        return this;
    }

    private Behavior<ToRemoteNode> onPulse(ToRemoteNode.Pulse pulse) {
        loads.say(addresses.get(node), pulse.load());
        return advance(new LinkProtocol.PulseCame(pulse.parcels()));
    }

    private Behavior<ToRemoteNode> onReport(ToRemoteNode.Report report) {
        Parcel parcel = report.parcel();
        arrived = () -> box.add(parcel).map(reports::read).ifPresent(this::report);
        return advance(new LinkProtocol.ParcelCame(parcel.incarnation(), parcel.number()));
    }

    private Behavior<ToRemoteNode> onWritten(ToRemoteNode.Written message) {
        arrived = () -> files.written(message.cut(), message.file());
        return advance(new LinkProtocol.ParcelCame(message.incarnation(), message.number()));
    }

    @Override
    public void tell(long number) {
        host.tell(order.apply(number));
    }

    @Override
    public void ask(long orders) {
        host.tell(new ToPart.Inquiry(orders));
    }

    @Override
    public void keep() {
        try {
            arrived.run();
        } catch (IllegalStateException | ClusterException e) {
            fail("what " + state.name() + " reports cannot be used: " + e.getMessage());
        }
    }

    private void report(FabricCoordinator.Command content) {
        coordinator.tell(content);
        if (content instanceof FabricCoordinator.Finished) {
            advance(new LinkProtocol.Finished());
        }
    }

    @Override
    public void lost() {
        end(new NodeLostException(node, state.name() + " is lost"));
    }

    @Override
    public void broken(String line) {
        end(new LinkBrokenException(line));
    }

    @Override
    public void fail(String line) {
        end(new ClusterException(line));
    }

    private void end(ClusterException cause) {
        coordinator.tell(new FabricCoordinator.Failed(cause));
        next = Behaviors.stopped();
    }

    /** An exception in a message. */
    static String oneLine(Throwable e) {
        return e.toString().replaceAll("\\R", " ");
    }
}
