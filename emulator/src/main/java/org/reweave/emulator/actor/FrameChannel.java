package org.reweave.emulator.actor;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.reweave.emulator.link.Frame;

/**
 * The frames from one island to another, in order: one actor puts them in, one takes them out, neither ever waits for
 * the other. A slot of the ring is empty or full; so the two ends share no counter.
 *
 * <p>Source: Giacomoni, Moseley and Vachharajani, FastForward for efficient pipeline parallelism, PPoPP 2008, §3.
 */
final class FrameChannel {
    private final int sender;
    private final AtomicReferenceArray<Frame> ring;
    private final AtomicBoolean awaited = new AtomicBoolean(); // the receiver sleeps until something is put in
    private final Doorbell receiver;
    private int nextIn; // known to the sender only
    private boolean unsignalled; // known to the sender only
    private int nextOut; // known to the receiver only

    /**
     * @param sender number of the sending island
     * @param capacity most frames that are under way at once
     * @param receiver wakes the receiving island
     */
    FrameChannel(int sender, int capacity, Doorbell receiver) {
        this.sender = sender;
        this.ring = new AtomicReferenceArray<>(Integer.highestOneBit(capacity) << 1);
        this.receiver = receiver;
    }

    int sender() {
        return sender;
    }

    void put(Frame frame) {
        int slot = nextIn++ & (ring.length() - 1);
        if (ring.getAcquire(slot) != null) {
            throw new IllegalStateException("more than " + ring.length() + " frames under way from island " + sender);
        }
        ring.set(slot, frame);
        unsignalled = true;
    }

    /**
     * Everything of this advance is in.
     *
     * @return whether that has woken the receiver
     */
    boolean signal() {
        boolean news = unsignalled;
        unsignalled = false;
        return news && withdraw() && receiver.ring();
    }

    /** @return the next frame, or null */
    Frame take() {
        int slot = nextOut & (ring.length() - 1);
        Frame frame = ring.get(slot);
        if (frame != null) {
            ring.setRelease(slot, null);
            nextOut++;
        }
        return frame;
    }

    /**
     * The receiver will sleep until something is put in.
     *
     * @return whether something is in already, and the sender has not noticed that it is waited for
     */
    boolean await() {
        awaited.set(true);
        return ring.get(nextOut & (ring.length() - 1)) != null && withdraw();
    }

    /** @return true for whichever end is the first to find that the wait is over */
    private boolean withdraw() {
        return awaited.get() && awaited.compareAndSet(true, false);
    }
}
