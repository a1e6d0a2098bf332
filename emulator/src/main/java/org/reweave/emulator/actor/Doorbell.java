package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Wakes an island once an advance, whatever the number of neighbours whose promises it needs: the last of those
 * neighbours to promise rings, and only that one costs a message.
 */
final class Doorbell implements Bell {
    private final AtomicInteger missing = new AtomicInteger(); // neighbours, and one while the island still looks
    private ActorRef<IslandActor.Command> island; // known before any island has a permit

    void belongsTo(ActorRef<IslandActor.Command> actor) {
        island = actor;
    }

    /**
     * The island goes to sleep until each of these channels has promised enough.
     *
     * @param channels the first {@code count} count
     * @param promises that the island needs, by channel
     * @return false when all have promised so much, so that the island goes on at once
     */
    boolean sleepUntilPromised(FrameChannel[] channels, long[] promises, int count) {
        missing.setPlain(count + 1);
        for (int i = 0; i < count; i++) {
            channels[i].await(promises[i]);
        }
        VarHandle.fullFence(); // either this end sees what was promised, or the sender sees that it is waited for
        int there = 1;
        for (int i = 0; i < count; i++) {
            there += channels[i].isWaitOver() ? 1 : 0;
        }
        return missing.addAndGet(-there) > 0;
    }

    /** One that was waited for has promised enough; the last one wakes the island. */
    @Override
    public boolean ring() {
        boolean last = missing.decrementAndGet() == 0;
        if (last) {
            island.tell(IslandActor.Wake.UP);
        }
        return last;
    }
}
