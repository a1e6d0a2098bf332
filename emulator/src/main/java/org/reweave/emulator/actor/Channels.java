package org.reweave.emulator.actor;

import java.lang.invoke.VarHandle;
import org.reweave.emulator.drive.Island;
import org.reweave.emulator.link.Frame;

/** An island's channels: from each neighbour and to each neighbour, in the order of the island's neighbours. */
final class Channels {
    private final Doorbell doorbell;
    private final FrameChannel[] incoming; // by neighbour
    private final FrameChannel[] outgoing; // by neighbour
    private final FrameChannel[] awaited; // the first ones: those that are waited for
    private final long[] promises; // what they have to promise
    private final int patience; // looks
    private long messages;

    /**
     * @param incoming by neighbour
     * @param outgoing by neighbour
     * @param doorbell that the incoming channels ring
     * @param patience how often the island looks for promises before it goes to sleep
     */
    Channels(FrameChannel[] incoming, FrameChannel[] outgoing, Doorbell doorbell, int patience) {
        this.incoming = incoming;
        this.outgoing = outgoing;
        this.doorbell = doorbell;
        this.patience = patience;
        this.awaited = new FrameChannel[incoming.length];
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
    }

    /** Wakes the neighbours that waited for this advance and nothing else. */
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
        long needed = island.neededHorizon();
        int count = 0;
        for (FrameChannel channel : incoming) {
            long promise = island.neededPromise(channel.neighbour(), needed);
            if (channel.promised() < promise) {
                awaited[count] = channel;
                promises[count++] = promise;
            }
        }
        return !comesSoon(count) && doorbell.sleepUntilPromised(awaited, promises, count);
    }

    /** Looks for a while whether the first channels that are waited for have promised enough. */
    private boolean comesSoon(int count) {
        int missing = count;
        for (int look = 0; look < patience && missing > 0; look++) {
            Thread.onSpinWait();
            while (missing > 0 && awaited[missing - 1].promised() >= promises[missing - 1]) {
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
