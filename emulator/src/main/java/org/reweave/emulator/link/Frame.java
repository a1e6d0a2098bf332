package org.reweave.emulator.link;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.reweave.emulator.state.LongRing;

/**
 * Everything that one island tells a neighbour after an advance: records, link by link, and the promise that every
 * later record is stamped at a given cycle or later. The sender fills a frame, hands it over, and fills it again when
 * the receiver has handed it back: so nothing is allocated once frames have grown to the size that they need.
 */
public final class Frame {
    private static final VarHandle HANDED_OVER;
    private static final int LENGTH_BITS = 24;
    private static final int PORT_BITS = 16;

    /** The highest number of a receiving member. */
    public static final int MOST_MEMBERS = (1 << Long.SIZE - 1 - LENGTH_BITS - PORT_BITS) - 1;

    /** The highest number of a port. */
    public static final int MOST_PORTS = (1 << PORT_BITS) - 1;

    static {
        try {
            HANDED_OVER = MethodHandles.lookup().findVarHandle(Frame.class, "handedOver", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private long number;
    private long to;
    private long[] words = new long[8];
    private int length;
    private int section; // index of the word before the records of the link that is being filled

    @SuppressWarnings("unused") // read and written by HANDED_OVER
    private boolean handedOver;

    /**
     * Begins anew, without records.
     *
     * @param frameNumber of this frame among those from its sender to its receiver, from 0
     * @param promise the cycle before which nothing else will be stamped
     */
    public void begin(long frameNumber, long promise) {
        number = frameNumber;
        to = promise;
        length = 0;
    }

    /** What follows has come over one link. */
    public void openLink(int receivingMember, int receivingPort) {
        section = length;
        add((long) receivingMember << LENGTH_BITS + PORT_BITS | (long) receivingPort << LENGTH_BITS);
    }

    private void add(long word) {
        makeRoom(1);
        words[length++] = word;
    }

    /** Copies records of the link that was opened last. */
    public void add(long[] from, int at, int recordWords) {
        makeRoom(recordWords);
        System.arraycopy(from, at, words, length, recordWords);
        length += recordWords;
    }

    /** Moves a record from a ring. */
    void add(LongRing ring, int recordWords) {
        makeRoom(recordWords);
        ring.remove(words, length, recordWords);
        length += recordWords;
    }

    private void makeRoom(int more) {
        if (length + more > words.length) {
            words = Arrays.copyOf(words, Math.max(length + more, 2 * length));
        }
    }

    /** A copy of all words. */
    long[] words() {
        return Arrays.copyOf(words, length);
    }

    /** Everything of the link is in; a link without records leaves no trace. */
    public void closeLink() {
        int records = length - section - 1;
        if (records == 0) {
            length = section;
        } else {
            words[section] |= records;
        }
    }

    /** The number of this frame among those from its sender to its receiver. */
    public long number() {
        return number;
    }

    /** First cycle at which a later record may be stamped. */
    public long to() {
        return to;
    }

    /** Receives the records of one link: {@code words[from..to)}. */
    public interface Receiver {
        void accept(int member, int port, long[] words, int from, int to);
    }

    /** Goes through the links, in the order in which they were filled. */
    public void forEachLink(Receiver receiver) {
        int at = 0;
        while (at < length) {
            long head = words[at++];
            int end = at + (int) (head & (1 << LENGTH_BITS) - 1);
            receiver.accept(
                    (int) (head >>> LENGTH_BITS + PORT_BITS),
                    (int) (head >>> LENGTH_BITS) & (1 << PORT_BITS) - 1,
                    words,
                    at,
                    end);
            at = end;
        }
    }

    /** The sender is done with this frame: the receiver, in whatever thread, sees all that is in it. */
    public void handOver() {
        HANDED_OVER.setRelease(this, true);
    }

    /** Whether the frame is the receiver's. */
    public boolean isHandedOver() {
        return (boolean) HANDED_OVER.getAcquire(this);
    }

    /** The receiver is done with this frame: the sender may fill it again. */
    public void handBack() {
        HANDED_OVER.setRelease(this, false);
    }
}
