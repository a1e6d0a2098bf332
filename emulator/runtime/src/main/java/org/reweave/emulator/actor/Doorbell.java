package org.reweave.emulator.actor;

import akka.actor.typed.ActorRef;
import java.lang.invoke.VarHandle;

/**
 * Wakes an island once an advance, whatever the number of neighbours whose promises it needs. Only one of the channels
 * is watched at a time. The neighbour that promises enough there takes the wait over: it looks through the island's
 * other channels, has the next one watched that lacks a promise, and wakes the island by a message when none does. So a
 * neighbour that promises early, while the island waits for another one, reads a number and no more.
 */
final class Doorbell implements Bell {
    private ActorRef<IslandActor.Command> island; // known before any island has a permit

    // The rest belongs to the thread that has taken the wait over: the last one to find FrameChannel.isWaitOver true.
    private FrameChannel[] channels = {};
    private long[] promises = {}; // that the island needs, by channel
    private int watched; // index of the channel: latest in this wait, so the first to be watched in the next one
    private int at; // index of the next channel to be looked at
    private int left; // channels to be looked at, in turn

    void belongsTo(ActorRef<IslandActor.Command> actor) {
        island = actor;
    }

    /**
     * The island goes to sleep until each of these channels has promised enough.
     *
     * @param all of the island's incoming channels, always the same ones
     * @param needed promises, by channel; they stay as they are until the island is awake
     * @return false when all have promised so much, so that the island goes on at once
     */
    boolean sleepUntilPromised(FrameChannel[] all, long[] needed) {
        channels = all;
        promises = needed;
        at = watched;
        left = all.length;
        return !areAllPromised();
    }

    /** The one that is watched has promised enough. */
    @Override
    public boolean ring() {
        goOn();
        boolean all = areAllPromised();
        if (all) {
            island.tell(IslandActor.Wake.UP);
        }
        return all;
    }

    /** Looks until all channels have been looked at, or leaves the wait to the sender of one that lacks a promise. */
    private boolean areAllPromised() {
        while (left > 0) {
            FrameChannel channel = channels[at];
            long promise = promises[at];
            if (channel.promised() < promise) {
                watched = at;
                channel.await(promise);
                // Either this end sees what was promised, or the sender sees that somebody waits for it.
                VarHandle.fullFence();
                if (!channel.isWaitOver()) {
                    return false; // the wait is the sender's by now
                }
            }
            goOn();
        }
        return true;
    }

    private void goOn() {
        left--;
        at = at + 1 < channels.length ? at + 1 : 0;
    }
}
