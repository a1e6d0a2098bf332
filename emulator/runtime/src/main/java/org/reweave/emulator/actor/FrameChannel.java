package org.reweave.emulator.actor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.reweave.emulator.link.Frame;

/**
 * The frames from one island to another, in order, and how far the sender has promised: one actor writes both, one
 * reads them, neither ever waits for the other. A promise is a number in shared memory, so promises without records
 * cost no frame.
 *
 * <p>Frames stand in a ring of nodes that both ends go round: a frame that has been taken is filled again, and a node
 * is put in where all are under way. The ends share two counters, each written by one of them.
 */
final class FrameChannel {
    private static final VarHandle SENT;
    private static final VarHandle TAKEN;
    private static final VarHandle PROMISED;
    private static final VarHandle WANTED;
    private static final long NOTHING = Long.MAX_VALUE; // no promise is as far

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            SENT = lookup.findVarHandle(FrameChannel.class, "sent", long.class);
            TAKEN = lookup.findVarHandle(FrameChannel.class, "taken", long.class);
            PROMISED = lookup.findVarHandle(FrameChannel.class, "promised", long.class);
            WANTED = lookup.findVarHandle(FrameChannel.class, "wanted", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A place in the ring. */
    private static final class Node {
        private final Frame frame = new Frame();
        private Node next = this;
    }

    private final int sender;
    private final int neighbour;
    private final int capacity;
    private final Bell receiver;

    // the sender's; the receiver reads the first two
    @SuppressWarnings("UnusedVariable") // by its handle
    private long promised;

    private long sent; // frames
    private Node last = new Node(); // the frame sent last, or any before the first
    private int nodes = 1;

    // the receiver's; the sender reads the first two
    @SuppressWarnings("UnusedVariable") // by its handle
    private long wanted = NOTHING; // the receiver sleeps until this is promised

    private long taken; // frames
    private Node before = last; // the frame taken last

    /**
     * @param sender number of the sending island
     * @param neighbour index of the sending island among the receiver's neighbours
     * @param capacity most frames that are under way at once
     * @param receiver wakes the receiving island, or the actor that carries frames to its process
     */
    FrameChannel(int sender, int neighbour, int capacity, Bell receiver) {
        this.sender = sender;
        this.neighbour = neighbour;
        this.capacity = capacity;
        this.receiver = receiver;
    }

    /** The index of the sending island among the receiver's neighbours. */
    int neighbour() {
        return neighbour;
    }

    /** The next frame to be filled and sent. */
    Frame open() {
        long underWay = sent - (long) TAKEN.getAcquire(this);
        if (underWay == capacity) {
            throw new IllegalStateException("more than " + capacity + " frames under way from island " + sender);
        }
        if (underWay == nodes - 1) { // what comes next is the frame taken last, which the receiver goes on from
            Node added = new Node();
            added.next = last.next;
            last.next = added;
            nodes++;
        }
        return last.next.frame;
    }

    /** Sends the frame that was opened. */
    void send() {
        last = last.next;
        SENT.setRelease(this, sent + 1);
    }

    /** Every record that is sent from now on is stamped at this cycle or later. */
    void promise(long cycle) {
        PROMISED.setRelease(this, cycle);
    }

    /**
     * Everything of this advance is sent and promised, and a full fence has been passed since.
     *
     * @return whether that has woken the receiver
     */
    boolean signal() {
        return isWaitOver() && receiver.ring();
    }

    /** How far the sender has promised: every frame that was sent before that is there for {@link #next}. */
    long promised() {
        return (long) PROMISED.getAcquire(this);
    }

    /** @return the next frame, in the receiver's hands until {@link #giveBack}, or null */
    Frame next() {
        return taken < (long) SENT.getAcquire(this) ? before.next.frame : null;
    }

    /** The receiver is done with the frame that {@link #next} returned. */
    void giveBack() {
        before = before.next;
        TAKEN.setRelease(this, taken + 1);
    }

    /** The receiver will sleep until this is promised, unless it finds that it is. */
    void await(long cycle) {
        WANTED.setRelease(this, cycle);
    }

    /**
     * Whether what the receiver waits for is promised; true for whichever end is the first to find that, and then for
     * neither. To be asked after {@link #await} or {@link #promise} and a full fence.
     */
    boolean isWaitOver() {
        long cycle = (long) WANTED.getOpaque(this);
        return cycle <= (long) PROMISED.getAcquire(this) && WANTED.compareAndSet(this, cycle, NOTHING);
    }
}
