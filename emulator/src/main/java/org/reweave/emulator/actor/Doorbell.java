package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Wakes an island once an advance, whatever the number of neighbours whose frames it needs: the last of those
 * neighbours to send rings, and only that one costs a message.
 */
final class Doorbell {
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
        missing.set(channels.size() + 1);
        int there = 1;
        for (int i = 0; i < channels.size(); i++) {
            there += channels.get(i).await() ? 1 : 0;
        }
        return missing.addAndGet(-there) > 0;
    }

    /**
     * One that was waited for has sent.
     *
     * @return whether it was the last
     */
    boolean ring() {
        boolean last = missing.decrementAndGet() == 0;
        if (last) {
            island.tell(IslandActor.Wake.UP);
        }
        return last;
    }
}
