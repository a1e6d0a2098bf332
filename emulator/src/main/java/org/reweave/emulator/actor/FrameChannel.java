package org.reweave.emulator.actor;

import java.util.concurrent.atomic.AtomicBoolean;
import org.reweave.emulator.link.Frame;

/**
 * The frames from one island to another, in order: one actor fills them, one empties them, neither ever waits for the
 * other. A frame is in the hands of one of the two, and says in whose: so the two ends share no counter, and frames go
 * round and round.
 *
 * <p>Source: Giacomoni, Moseley and Vachharajani, FastForward for efficient pipeline parallelism, PPoPP 2008, §3.
 */
final class FrameChannel {
    private final int sender;
    private final int neighbour;
    private final Frame[] ring;
    private final AtomicBoolean awaited = new AtomicBoolean(); // the receiver sleeps until something is sent
    private final Bell receiver;
    private int nextIn; // known to the sender only
    private boolean unsignalled; // known to the sender only
    private int nextOut; // known to the receiver only

    /**
     * @param sender number of the sending island
     * @param neighbour index of the sending island among the receiver's neighbours
     * @param capacity most frames that are under way at once
     * @param receiver wakes the receiving island, or the actor that carries frames to its process
     */
    FrameChannel(int sender, int neighbour, int capacity, Bell receiver) {
        this.sender = sender;
        this.neighbour = neighbour;
        this.ring = new Frame[Integer.highestOneBit(2 * capacity - 1)];
        for (int i = 0; i < ring.length; i++) {
            ring[i] = new Frame();
        }
        this.receiver = receiver;
    }

    /** The index of the sending island among the receiver's neighbours. */
    int neighbour() {
        return neighbour;
    }

    /** The next frame to be filled and sent. */
    Frame open() {
        Frame frame = ring[nextIn & ring.length - 1];
        if (frame.isHandedOver()) {
            throw new IllegalStateException("more than " + ring.length + " frames under way from island " + sender);
        }
        return frame;
    }

    /** Sends the frame that was opened. */
    void send(Frame frame) {
        nextIn++;
        frame.handOver();
        unsignalled = true;
    }

    /**
     * Everything of this advance is sent, and a full fence has been passed since.
     *
     * @return whether that has woken the receiver
     */
    boolean signal() {
        boolean news = unsignalled;
        unsignalled = false;
        return news && withdraw() && receiver.ring();
    }

    /** @return the next frame, to be given back when it is empty, or null */
    Frame next() {
        Frame frame = ring[nextOut & ring.length - 1];
        return frame.isHandedOver() ? frame : null;
    }

    /** Gives the frame that {@link #next} returned back to the sender. */
    void giveBack(Frame frame) {
        nextOut++;
        frame.handBack();
    }

    /** The receiver will sleep until something is sent, unless it finds that something is. */
    void await() {
        awaited.setRelease(true);
    }

    /**
     * Whether something has been sent and the sender has not noticed that the receiver waits for that. To be asked
     * after {@link #await} and a full fence.
     */
    boolean isWaitOver() {
        return next() != null && withdraw();
    }

    /** @return true for whichever end is the first to find that the wait is over */
    private boolean withdraw() {
        return awaited.getOpaque() && awaited.compareAndSet(true, false);
    }
}
