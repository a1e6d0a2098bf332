package org.reweave.emulator.actor;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.drive.Island;
import org.reweave.emulator.link.Frame;

/** An island's channels: from each neighbour and to each neighbour, in the order of the island's neighbours. */
final class Channels {
    private final Doorbell doorbell;
    private final FrameChannel[] incoming; // by neighbour
    private final FrameChannel[] outgoing; // by neighbour
    private final List<FrameChannel> awaited = new ArrayList<>();
    private long messages;

    /**
     * @param incoming by neighbour
     * @param outgoing by neighbour
     * @param doorbell that the incoming channels ring
     */
    Channels(FrameChannel[] incoming, FrameChannel[] outgoing, Doorbell doorbell) {
        this.incoming = incoming;
        this.outgoing = outgoing;
        this.doorbell = doorbell;
    }

    Doorbell doorbell() {
        return doorbell;
    }

    /** Gives the island all frames that have come. */
    void deliver(Island island) {
        for (FrameChannel channel : incoming) {
            for (Frame frame = channel.next(); frame != null; frame = channel.next()) {
                island.accept(channel.neighbour(), frame);
                channel.giveBack(frame);
            }
        }
    }

    Frame open(int neighbour) {
        return outgoing[neighbour].open();
    }

    void send(int neighbour, Frame frame) {
        outgoing[neighbour].send(frame);
    }

    /** Wakes the neighbours that this advance's frames are the last ones to wait for. */
    void signal() {
        VarHandle.fullFence(); // either this end sees that it is waited for, or the receiver sees what was sent
        for (FrameChannel channel : outgoing) {
            messages += channel.signal() ? 1 : 0;
        }
    }

    /**
     * The island cannot go on without frames.
     *
     * @return false when they have come meanwhile
     */
    boolean sleep(Island island) {
        awaited.clear();
        for (FrameChannel channel : incoming) {
            if (island.awaits(channel.neighbour())) {
                awaited.add(channel);
            }
        }
        return doorbell.sleepUntilAllSend(awaited);
    }

    /** Messages that have woken neighbours so far. */
    long messages() {
        return messages;
    }
}
