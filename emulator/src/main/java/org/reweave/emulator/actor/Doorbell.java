package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Wakes an island once an advance, whatever the number of neighbours whose frames it needs: the last of those
 * neighbours to send rings, and only that one costs a message.
 */
final class Doorbell implements Bell {
    private final AtomicInteger missing = new AtomicInteger(); // neighbours, and one while the island still looks
    private ActorRef<IslandActor.Command> island; // known before any island has a permit

    void belongsTo(ActorRef<IslandActor.Command> actor) {
        island = actor;
    }

    /**
     * The island goes to sleep until every one of these channels has something.
     *
     * @return false when all of them have, so that the island goes on at once
     */
    boolean sleepUntilAllSend(List<FrameChannel> channels) {
        missing.setPlain(channels.size() + 1);
        for (int i = 0; i < channels.size(); i++) {
            channels.get(i).await();
        }
        VarHandle.fullFence(); // either this end sees what was sent, or the sender sees that it is waited for
        int there = 1;
        for (int i = 0; i < channels.size(); i++) {
            there += channels.get(i).isWaitOver() ? 1 : 0;
        }
        return missing.addAndGet(-there) > 0;
    }

    /** One that was waited for has sent; the last one wakes the island. */
    @Override
    public boolean ring() {
        boolean last = missing.decrementAndGet() == 0;
        if (last) {
            island.tell(IslandActor.Wake.UP);
        }
        return last;
    }
}
