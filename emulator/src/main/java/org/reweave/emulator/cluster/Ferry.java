package org.reweave.emulator.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import java.util.function.Consumer;
import org.reweave.emulator.actor.Crossing;
import org.reweave.emulator.wire.FrameReader;
import org.reweave.emulator.wire.FrameWriter;

/**
 * Carries frames between the islands here and those of one other node, in bundles. The ferry is an actor on the
 * dispatcher of the islands: so when its turn comes, whatever the islands before it have sent is in one bundle.
 *
 * <p>Bundles are numbered in either direction, and a gap ends the run. At most {@link #WINDOW} are under way without
 * being acknowledged; then frames wait in their channels, and devices wait for them.
 */
final class Ferry extends AbstractBehavior<Ferry.Command> {
    /** What a ferry receives. */
    sealed interface Command permits Bundle, Wake, Connect {}

    /** There is something to take. */
    enum Wake implements Command {
        UP
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

    private static final int MOST_UNACKNOWLEDGED = WINDOW / 4; // received ones before one goes back on purpose
    private static final byte[] NO_FRAMES = {};

    private final Crossing crossing;
    private final long incarnation;
    private final int here;
    private final String peerName;
    private final Consumer<Throwable> failed;
    private final Consumer<Load> loads;
    private final FrameWriter writer = new FrameWriter();
    private final FrameReader reader = new FrameReader();
    private ActorRef<Command> peer; // null = not known yet; frames and acknowledgements wait
    private long sent;
    private long acknowledged; // of those sent
    private long received;
    private long confirmed; // of those received: the peer knows
    private boolean full; // the window is; the crossing is not asleep
    private Load load = Load.NONE;

    /**
     * @param peerName for messages
     * @param failed takes what ends the run
     * @param loads takes what was carried so far, after each change
     */
    static Behavior<Command> create(
            Crossing crossing,
            long incarnation,
            int here,
            String peerName,
            Consumer<Throwable> failed,
            Consumer<Load> loads) {
        return Behaviors.setup(context -> new Ferry(context, crossing, incarnation, here, peerName, failed, loads));
    }

    private Ferry(
            ActorContext<Command> context,
            Crossing crossing,
            long incarnation,
            int here,
            String peerName,
            Consumer<Throwable> failed,
            Consumer<Load> loads) {
        super(context);
        this.crossing = crossing;
        this.incarnation = incarnation;
        this.here = here;
        this.peerName = peerName;
        this.failed = failed;
        this.loads = loads;
        ActorRef<Command> self = context.getSelf();
        crossing.wakeBy(() -> self.tell(Wake.UP));
    }

    @Override
    public Receive<Command> createReceive() {
        return newReceiveBuilder()
                .onMessage(Bundle.class, bundle -> guarded(() -> receive(bundle)))
                .onMessage(Wake.class, message -> guarded(this::send))
                .onMessage(Connect.class, this::connect)
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
        acknowledged = bundle.received();
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
            crossing.take(writer, FULL);
            if (writer.frames() > 0) {
                tell(writer.toArray());
                sent++;
                load = load.plus(new Load(writer.frames(), 1, writer.size()));
                loads.accept(load);
            }
        } while (writer.frames() > 0 || !crossing.sleep());
    }

    private void tell(byte[] frames) {
        confirmed = received;
        peer.tell(new Bundle(incarnation, here, sent, received, frames));
    }
}
