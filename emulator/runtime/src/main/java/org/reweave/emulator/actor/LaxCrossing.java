package org.reweave.emulator.actor;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.reweave.emulator.lax.LinkFrame;
import org.reweave.emulator.wire.FrameReader;
import org.reweave.emulator.wire.FrameWriter;

/** Frames of a lax run between islands here and those of another process. */
final class LaxCrossing implements Crossing, LinkFrames {
    private final Queue<LinkFrame> frames = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean asleep = new AtomicBoolean();
    private final Consumer<LinkFrame> islands;
    private Runnable wake; // known before any island has a permit

    /** @param islands take the frames that come from the other process */
    LaxCrossing(Consumer<LinkFrame> islands) {
        this.islands = islands;
    }

    @Override
    public void wakeBy(Runnable call) {
        wake = call;
    }

    @Override
    public boolean put(LinkFrame frame) {
        frames.add(frame);
        boolean first = asleep.get() && asleep.compareAndSet(true, false);
        if (first) {
            wake.run();
        }
        return first;
    }

    @Override
    public void take(FrameWriter piece, int budget) {
        while (piece.size() < budget) {
            LinkFrame frame = frames.poll();
            if (frame == null) {
                return;
            }
            piece.write(frame);
        }
    }

    @Override
    public boolean sleep() {
        asleep.set(true);
        return frames.isEmpty() || !asleep.compareAndSet(true, false);
    }

    @Override
    public void give(FrameReader piece) {
        while (piece.hasNext()) {
            islands.accept(piece.readLinkFrame());
        }
    }
}
