package org.reweave.emulator.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.time.Duration;
import java.util.function.Consumer;
import org.reweave.emulator.actor.Crossing;
import org.reweave.emulator.cluster.messages.Bundle;
import org.reweave.emulator.cluster.messages.Carried;
import org.reweave.emulator.cluster.messages.ToFerry;
import org.reweave.emulator.cluster.protocol.BundleProtocol;
import org.reweave.emulator.wire.FrameReader;
import org.reweave.emulator.wire.FrameWriter;

/**
 * Carries frames between the islands here and those of one other node, in bundles, as {@link BundleProtocol} says. The
 * ferry is an actor on the dispatcher of the islands: so when its turn comes, whatever the islands before it have sent
 * is in one bundle. An exception ends the ferry, and its parent learns the cause.
 */
final class Ferry extends AbstractBehavior<ToFerry> implements BundleProtocol.Outside {
    /** Bytes from which on a bundle is full. */
    static final int FULL = 128 << 10;

    /** The same where each frame goes alone: a bundle has a byte before its first frame. */
    static final int ONE_FRAME = 2;

    /** Time between two looks at what is not acknowledged. */
    static final Duration LOOK = Duration.ofSeconds(1);

    private static final byte[] NO_FRAMES = {};

    private final Crossing crossing;
    private final int here;
    private final String peerName;
    private final int budget;
    private final Consumer<String> broken;
    private final Consumer<Carried> loads;
    private final Runnable silent;
    private final FrameWriter writer = new FrameWriter();
    private final FrameReader reader = new FrameReader();
    private BundleProtocol.State state;
    private ActorRef<ToFerry> peer; // null = not known yet
    private Bundle arrived; // the last one
    private Carried load = Carried.NONE;

    /**
     * @param peerName for messages
     * @param budget bytes from which on a bundle is full
     * @param broken takes what ends the incarnation
     * @param loads takes what was carried so far, after each bundle, in the ferry's thread
     * @param silent called when the peer has answered nothing for {@link BundleProtocol#SILENT} looks
     */
    static Behavior<ToFerry> create(
            Crossing crossing,
            long incarnation,
            int here,
            String peerName,
            int budget,
            Consumer<String> broken,
            Consumer<Carried> loads,
            Runnable silent) {
        Behavior<ToFerry> behavior = Behaviors.withTimers(timers -> {
            timers.startTimerWithFixedDelay(ToFerry.Look.NOW, LOOK);
            return Behaviors.setup(context ->
                    new Ferry(context, crossing, incarnation, here, peerName, budget, broken, loads, silent));
        });
        return Behaviors.supervise(behavior).onFailure(SupervisorStrategy.stop().withLoggingEnabled(false));
    }

    private Ferry(
            ActorContext<ToFerry> context,
            Crossing crossing,
            long incarnation,
            int here,
            String peerName,
            int budget,
            Consumer<String> broken,
            Consumer<Carried> loads,
            Runnable silent) {
        super(context);
        this.crossing = crossing;
        this.state = BundleProtocol.State.of(incarnation);
        this.here = here;
        this.peerName = peerName;
        this.budget = budget;
        this.broken = broken;
        this.loads = loads;
        this.silent = silent;
        ActorRef<ToFerry> self = context.getSelf();
        crossing.wakeBy(() -> self.tell(ToFerry.Wake.UP));
    }

    @Override
    public Receive<ToFerry> createReceive() {
        return newReceiveBuilder()
                .onMessage(Bundle.class, this::onBundle)
                .onMessage(ToFerry.Wake.class, message -> onWake())
                .onMessage(ToFerry.Connect.class, this::onConnect)
                .onMessage(ToFerry.Look.class, message -> advance(new BundleProtocol.Look(peerName, LOOK.toSeconds())))
                .build();
    }

    private Behavior<ToFerry> advance(BundleProtocol.Input input) {
        BundleProtocol.Step step = BundleProtocol.step(state, input);
        state = step.next();
        step.effects().forEach(effect -> effect.perform(this));
        return this;
    }

    private Behavior<ToFerry> onBundle(Bundle bundle) {
        arrived = bundle;
        return advance(new BundleProtocol.Came(
                "from " + peerName,
                bundle.incarnation(),
                bundle.number(),
                bundle.received(),
                bundle.frames().length > 0));
    }

    private Behavior<ToFerry> onConnect(ToFerry.Connect message) {
        peer = message.peer();
        return advance(new BundleProtocol.Connected());
    }

    private Behavior<ToFerry> onWake() {
        take();
        return this;
    }

    @Override
    public void give() {
        reader.open(arrived.frames());
        crossing.give(reader);
    }

    @Override
    public void take() {
        do {
            if (!state.maySend()) {
                return; // the crossing stays awake
            }
            writer.clear();
            crossing.take(writer, budget);
            if (writer.frames() > 0) {
                advance(new BundleProtocol.Sending());
                load = load.plus(new Carried(writer.frames(), 1, writer.size()));
                loads.accept(load);
            }
        } while (writer.frames() > 0 || !crossing.sleep());
    }

    @Override
    public void tell(long number, long received, boolean hasFrames) {
        peer.tell(new Bundle(
                state.received().incarnation(), here, number, received, hasFrames ? writer.toArray() : NO_FRAMES));
    }

    @Override
    public void silent() {
        silent.run();
    }

    @Override
    public void broken(String line) {
        broken.accept(line);
    }
}
