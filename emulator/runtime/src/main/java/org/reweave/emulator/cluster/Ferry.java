package org.reweave.emulator.cluster;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Consumer;
import org.reweave.emulator.actor.Crossing;
import org.reweave.emulator.cluster.line.Line;
import org.reweave.emulator.cluster.messages.Carried;
import org.reweave.emulator.cluster.protocol.BundleProtocol;
import org.reweave.emulator.wire.FrameReader;
import org.reweave.emulator.wire.FrameWriter;
import org.reweave.emulator.wire.WireException;

/**
 * Carries frames between the islands here and those of one other node, in bundles over a line, as
 * {@link BundleProtocol} says. The thread of the island that has sent something packs it and writes it to the line; the
 * lines' thread unpacks what comes. One thread at a time is inside.
 *
 * <pre>
 *  bundle:   incarnation, number, bundles had from the receiver (8 bytes each), frames ({@link FrameWriter}) or nothing
 *  </pre>
 */
final class Ferry implements BundleProtocol.Outside, Line.Owner {
    /** Bytes from which on a bundle is full. */
    static final int FULL = 128 << 10;

    /** The same where each frame goes alone: a bundle has a byte before its first frame. */
    static final int ONE_FRAME = 2;

    /** Time between two looks at what is not acknowledged. */
    static final Duration LOOK = Duration.ofSeconds(1);

    private static final int HEADER = 3 * Long.BYTES;
    private static final byte[] NO_FRAMES = {};

    /** What a ferry tells the part that it belongs to, from any thread. */
    interface Part {
        /** What was carried so far; after each bundle. */
        void carried(Carried load);

        /** The peer has answered nothing for {@link BundleProtocol#SILENT} looks. */
        void silent();

        /** The incarnation cannot go on. */
        void broken(String line);

        /** A bundle cannot be read, or an invariant of the islands is broken. */
        void failed(Throwable cause);
    }

    private final Crossing crossing;
    private final String peerName;
    private final int budget;
    private final Part part;
    private final FrameWriter writer = new FrameWriter();
    private final FrameReader reader = new FrameReader();
    private BundleProtocol.State state;
    private Line line; // null = not known yet
    private byte[] arrived = NO_FRAMES; // of the last bundle
    private Carried load = Carried.NONE;
    private boolean closed;

    /**
     * @param peerName for messages
     * @param budget bytes from which on a bundle is full
     * @param wakes runs what a thread of the islands wants done, in that thread or another one
     */
    Ferry(Crossing crossing, long incarnation, String peerName, int budget, Consumer<Runnable> wakes, Part part) {
        this.crossing = crossing;
        this.state = BundleProtocol.State.of(incarnation);
        this.peerName = peerName;
        this.budget = budget;
        this.part = part;
        crossing.wakeBy(() -> wakes.accept(this::wake));
    }

    private synchronized void wake() {
        guarded(() -> {
            if (!closed) {
                take();
            }
        });
    }

    /** Time to look whether the peer answers. */
    synchronized void look() {
        advance(new BundleProtocol.Look(peerName, LOOK.toSeconds()));
    }

    /** Nothing is carried any more. */
    synchronized void close() {
        closed = true;
        if (line != null) {
            line.close();
        }
    }

    private void advance(BundleProtocol.Input input) {
        if (closed) {
            return;
        }
        BundleProtocol.Step step = BundleProtocol.step(state, input);
        state = step.next();
        step.effects().forEach(effect -> effect.perform(this));
    }

    /** In the threads of others nobody would hear of an exception. */
    private void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            close();
            part.failed(e);
        }
    }

    @Override
    public synchronized void connected(Line to) {
        line = to;
        if (closed) {
            to.close();
        }
    }

    @Override
    public synchronized void opened() {
        guarded(() -> advance(new BundleProtocol.Connected()));
    }

    @Override
    public synchronized void relieved() {
        wake();
    }

    @Override
    public synchronized void came(ByteBuffer bundle) {
        guarded(() -> {
            if (bundle.remaining() < HEADER) {
                throw new WireException(
                        "a bundle of " + bundle.remaining() + " bytes; its first numbers take " + HEADER);
            }
            long incarnation = bundle.getLong();
            long number = bundle.getLong();
            long received = bundle.getLong();
            arrived = new byte[bundle.remaining()];
            bundle.get(arrived);
            advance(new BundleProtocol.Came("from " + peerName, incarnation, number, received, arrived.length > 0));
        });
    }

    @Override
    public synchronized void ended(String why) {
        guarded(() -> advance(new BundleProtocol.Ended("the line to " + peerName + " has ended: " + why)));
    }

    @Override
    public void give() {
        reader.open(arrived);
        crossing.give(reader);
    }

    @Override
    public void take() {
        do {
            if (!state.maySend() || line.isCongested()) {
                return; // the crossing stays awake
            }
            writer.clear();
            crossing.take(writer, budget);
            if (writer.frames() > 0) {
                advance(new BundleProtocol.Sending());
                load = load.plus(new Carried(writer.frames(), 1, writer.size()));
                part.carried(load);
            }
        } while (writer.frames() > 0 || !crossing.sleep());
    }

    @Override
    public void tell(long number, long received, boolean hasFrames) {
        byte[] frames = hasFrames ? writer.toArray() : NO_FRAMES;
        ByteBuffer bundle = ByteBuffer.allocate(HEADER + frames.length)
                .putLong(state.received().incarnation())
                .putLong(number)
                .putLong(received)
                .put(frames);
        line.send(bundle.flip());
    }

    @Override
    public void silent() {
        part.silent();
    }

    @Override
    public void broken(String words) {
        close();
        part.broken(words);
    }
}
