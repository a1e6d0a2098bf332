package org.reweave.emulator.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.time.Duration;
import java.util.function.Consumer;
import org.reweave.emulator.actor.Crossing;
import org.reweave.emulator.wire.FrameReader;
import org.reweave.emulator.wire.FrameWriter;

/**
 * Carries frames between the islands here and those of one other node, in bundles. The ferry is an actor on the
 * dispatcher of the islands: so when its turn comes, whatever the islands before it have sent is in one bundle.
 *
 * <p>Bundles are numbered in either direction, and a gap ends the run. At most {@link #WINDOW} are under way without
 * being acknowledged; then frames wait in their channels, and devices wait for them. A live ferry acknowledges within
 * {@link #LOOK}, whatever its islands wait for; so one that does not for long is gone, or a message was lost.
 */
final class Ferry extends AbstractBehavior<Ferry.Command> {
    /** What a ferry receives. */
    sealed interface Command permits Bundle, Wake, Connect, Look {}

    /** There is something to take. */
    enum Wake implements Command {
        UP
    }

    /** Time to look whether the peer answers. */
    private enum Look implements Command {
        NOW
    }

    /** The ferry at the other end is known. */
    record Connect(ActorRef<Command> peer) implements Command {}

    /**
     * What a ferry has carried to the other node.
     *
     * @param bytes of the bundles
     */
    record Load(long frames, long bundles, long bytes) {
        static final Load NONE = new Load(0, 0, 0);

        Load plus(Load other) {
            return new Load(frames + other.frames, bundles + other.bundles, bytes + other.bytes);
        }
    }

    /** Bundles under way at most. */
    static final int WINDOW = 32;

    /** Bytes from which on a bundle is full. */
    static final int FULL = 128 << 10;

    /** The same where each frame goes alone: a bundle has a byte before its first frame. */
    static final int ONE_FRAME = 2;

    /** Between two looks at what is not acknowledged. */
    static final Duration LOOK = Duration.ofSeconds(1);

    /** Looks without an answer after which a peer is called silent. */
    static final int SILENT = 5;

    /**
     * Looks without an answer that end the run. The cluster's membership finds a lost node long before; what is left is
     * a node that lives and does not answer.
     */
    static final int TOO_LONG = 120;

    private static final int MOST_UNACKNOWLEDGED = WINDOW / 4; // received ones before one goes back on purpose
    private static final byte[] NO_FRAMES = {};

    private final Crossing crossing;
    private final long incarnation;
    private final int here;
    private final String peerName;
    private final int budget;
    private final Consumer<Throwable> failed;
    private final Consumer<Load> loads;
    private final Runnable silent;
    private final FrameWriter writer = new FrameWriter();
    private final FrameReader reader = new FrameReader();
    private ActorRef<Command> peer; // null = not known yet; frames and acknowledgements wait
    private long sent;
    private long acknowledged; // of those sent
    private long received;
    private long confirmed; // of those received: the peer knows
    private boolean full; // the window is; the crossing is not asleep
    private Load load = Load.NONE;
    private int looks; // in a row that have found the same bundle without an answer

    /**
     * @param peerName for messages
     * @param budget bytes from which on a bundle is full
     * @param failed takes what ends the run
     * @param loads takes what was carried so far, after each bundle, in the ferry's thread
     * @param silent called when the peer has answered nothing for {@link #SILENT} looks
     */
    static Behavior<Command> create(
            Crossing crossing,
            long incarnation,
            int here,
            String peerName,
            int budget,
            Consumer<Throwable> failed,
            Consumer<Load> loads,
            Runnable silent) {
        return Behaviors.withTimers(timers -> {
            timers.startTimerWithFixedDelay(Look.NOW, LOOK);
            return Behaviors.setup(context ->
                    new Ferry(context, crossing, incarnation, here, peerName, budget, failed, loads, silent));
        });
    }

    private Ferry(
            ActorContext<Command> context,
            Crossing crossing,
            long incarnation,
            int here,
            String peerName,
            int budget,
            Consumer<Throwable> failed,
            Consumer<Load> loads,
            Runnable silent) {
        super(context);
        this.crossing = crossing;
        this.incarnation = incarnation;
        this.here = here;
        this.peerName = peerName;
        this.budget = budget;
        this.failed = failed;
        this.loads = loads;
        this.silent = silent;
        ActorRef<Command> self = context.getSelf();
        crossing.wakeBy(() -> self.tell(Wake.UP));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Bundle.class, bundle -> guarded(() -> receive(bundle)))
                .onMessage(Wake.class, message -> guarded(this::send))
                .onMessage(Connect.class, this::connect)
                .onMessage(Look.class, message -> guarded(this::look))
                .build();
    }

    private Behavior<Command> guarded(Runnable work) {
        try {
            work.run();
            return this;
        } catch (RuntimeException | Error e) {
            failed.accept(e);
            return Behaviors.stopped();
        }
    }

    private Behavior<Command> connect(Connect message) {
        peer = message.peer();
        return guarded(this::send);
    }

    private void receive(Bundle bundle) {
        if (bundle.incarnation() < incarnation) {
            return; // of a placement that is over
        }
        if (bundle.incarnation() > incarnation || bundle.number() != received) {
            throw new IllegalStateException("from " + peerName + ": bundle " + bundle.number() + " of incarnation "
                    + bundle.incarnation() + " after " + received + " bundles of incarnation " + incarnation
                    + "; one is missing or came twice");
        }
        if (bundle.received() > acknowledged) {
            acknowledged = bundle.received();
            looks = 0;
        }
        if (bundle.frames().length > 0) {
            received++;
            reader.open(bundle.frames());
            crossing.give(reader);
        }
        if (full) {
            send();
        }
        if (peer != null && received - confirmed >= MOST_UNACKNOWLEDGED) {
            tell(NO_FRAMES);
        }
    }

    private void send() {
        if (peer == null) {
            return;
        }
        do {
            full = sent - acknowledged >= WINDOW;
            if (full) {
                return;
            }
            writer.clear();
            crossing.take(writer, budget);
            if (writer.frames() > 0) {
                tell(writer.toArray());
                sent++;
                load = load.plus(new Load(writer.frames(), 1, writer.size()));
                loads.accept(load);
            }
        } while (writer.frames() > 0 || !crossing.sleep());
    }

    private void look() {
        if (peer != null && received > confirmed) {
            tell(NO_FRAMES);
        }
        looks = sent > acknowledged ? looks + 1 : 0;
        if (looks == SILENT) {
            silent.run();
        } else if (looks == TOO_LONG) {
            throw new IllegalStateException(peerName + " has acknowledged nothing for " + TOO_LONG * LOOK.toSeconds()
                    + " s, and " + (sent - acknowledged) + " bundles are under way to it");
        }
    }

    private void tell(byte[] frames) {
        confirmed = received;
        peer.tell(new Bundle(incarnation, here, sent, received, frames));
    }
}
