package org.reweave.emulator.actor;

import java.lang.invoke.VarHandle;
import org.reweave.emulator.drive.Island;
import org.reweave.emulator.link.Frame;

/** An island's channels: from each neighbour and to each neighbour, in the order of the island's neighbours. */
final class Channels {
    private static final int BY_CHANCE = 4; // so many vain waits in a row change nothing yet
    private static final int MOST_IN_VAIN = BY_CHANCE + 6; // then only one wait of 64 looks

    private final Doorbell doorbell;
    private final FrameChannel[] incoming; // by neighbour
    private final FrameChannel[] outgoing; // by neighbour
    private final long[] promises; // that the island needs to go on, by neighbour
    private final ThreadShare threads;
    private int inVain; // waits in a row whose looks found nothing, up to MOST_IN_VAIN
    private int withoutLooks; // so many of the next waits sleep at once
    private long messages;

    /**
     * @param incoming by neighbour
     * @param outgoing by neighbour
     * @param doorbell that the incoming channels ring
     * @param threads how the island waits
     */
    Channels(FrameChannel[] incoming, FrameChannel[] outgoing, Doorbell doorbell, ThreadShare threads) {
        this.incoming = incoming;
        this.outgoing = outgoing;
        this.doorbell = doorbell;
        this.threads = threads;
        this.promises = new long[incoming.length];
    }

    Doorbell doorbell() {
        return doorbell;
    }

    /** Gives the island all that has come. */
    void deliver(Island island) {
        for (FrameChannel channel : incoming) {
            long promised = channel.promised();
            for (Frame frame = channel.next(); frame != null; frame = channel.next()) {
                island.accept(channel.neighbour(), frame);
                channel.giveBack();
            }
            island.acceptPromise(channel.neighbour(), promised);
        }
    }

    Frame open(int neighbour) {
        return outgoing[neighbour].open();
    }

    void send(int neighbour) {
        outgoing[neighbour].send();
    }

    void promise(long cycle) {
        for (FrameChannel channel : outgoing) {
            channel.promise(cycle);
        }
        if (threads.isEarly()) {
            signal(); // the neighbours have threads that would wait for the end of this advance
        }
    }

    /** Wakes the neighbours that waited for no more than what is promised by now. */
    void signal() {
        VarHandle.fullFence(); // either this end sees that it is waited for, or the receiver sees what was promised
        for (FrameChannel channel : outgoing) {
            messages += channel.signal() ? 1 : 0;
        }
    }

    /**
     * The island cannot go on without promises.
     *
     * @return false when they have come meanwhile
     */
    boolean sleep(Island island) {
        // The least that lets the island go on, if the thread is its own: to wait for more would leave the thread idle.
        long needed = threads.isEarly() ? Math.min(island.now() + 1, island.neededHorizon()) : island.neededHorizon();
        for (int neighbour = 0; neighbour < promises.length; neighbour++) {
            promises[neighbour] = island.neededPromise(neighbour, needed);
        }
        return !comesSoon() && doorbell.sleepUntilPromised(incoming, promises);
    }

    /**
     * Looks for a while whether all that is needed has been promised. Where that was in vain, as it is while the
     * neighbour's thread has no processor, the next waits are without it, ever more of them.
     */
    private boolean comesSoon() {
        if (withoutLooks > 0) {
            withoutLooks--;
            return false;
        }
        boolean comes = look();
        inVain = comes ? 0 : Math.min(inVain + 1, MOST_IN_VAIN);
        withoutLooks = (1 << Math.max(0, inVain - BY_CHANCE)) - 1;
        return comes;
    }

    private boolean look() {
        int missing = incoming.length;
        for (int look = 0; look < threads.patience() && missing > 0; look++) {
            Thread.onSpinWait();
            while (missing > 0 && incoming[missing - 1].promised() >= promises[missing - 1]) {
                missing--;
            }
        }
        return missing == 0;
    }

    /** Messages that have woken neighbours so far. */
    long messages() {
        return messages;
    }
}
