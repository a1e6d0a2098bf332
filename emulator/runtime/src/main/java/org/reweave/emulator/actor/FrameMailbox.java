package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.reweave.emulator.lax.LaxIsland;
import org.reweave.emulator.lax.LinkFrame;

/** The frames that neighbours have sent to an island of a lax run, in the order in which they came. */
final class FrameMailbox implements LinkFrames {
    private final Queue<LinkFrame> frames = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean asleep = new AtomicBoolean(); // the island waits for a frame
    private ActorRef<IslandActor.Command> island; // known before any island has a permit

    void belongsTo(ActorRef<IslandActor.Command> actor) {
        island = actor;
    }

    @Override
    public boolean put(LinkFrame frame) {
        frames.add(frame);
        boolean woken = asleep.get() && asleep.compareAndSet(true, false);
        if (woken) {
            island.tell(IslandActor.Wake.UP);
        }
        return woken;
    }

    void deliver(LaxIsland to) {
        for (LinkFrame frame = frames.poll(); frame != null; frame = frames.poll()) {
            to.accept(frame);
        }
    }

    /**
     * The island will be woken by the next frame.
     *
     * @return false when one has come meanwhile, and nobody wakes the island
     */
    boolean sleep() {
        asleep.set(true);
        return frames.isEmpty() || !asleep.compareAndSet(true, false);
    }
}
