package org.reweave.emulator.link;

import java.util.Arrays;
import org.reweave.emulator.state.LongRing;

/**
 * The records that one island sends a neighbour after an advance, link by link. The sender fills a frame, hands it
 * over, and fills it again when the receiver is done with it: so nothing is allocated once frames have grown to the
 * size that they need.
 */
public final class Frame {
    private static final int LENGTH_BITS = 24;
    private static final int PORT_BITS = 16;

    /** The highest number of a receiving member. */
    public static final int MOST_MEMBERS = (1 << Long.SIZE - 1 - LENGTH_BITS - PORT_BITS) - 1;

    /** The highest number of a port. */
    public static final int MOST_PORTS = (1 << PORT_BITS) - 1;

    private long number;
    private long[] words = new long[8];
    private int length;
    private int section; // index of the word before the records of the link that is being filled

    /**
     * Begins anew, without records.
     *
     * @param frameNumber of this frame among those from its sender to its receiver, from 0
     */
    public void begin(long frameNumber) {
        number = frameNumber;
        length = 0;
    }

    /** Opens the section of one link: the records added next have come over this link. */
    public void openLink(int receivingMember, int receivingPort) {
        section = length;
        add((long) receivingMember << LENGTH_BITS + PORT_BITS | (long) receivingPort << LENGTH_BITS);
    }

    private void add(long word) {
        makeRoom(1);
        words[length++] = word;
    }

    /** Copies a record. */
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

    public boolean isEmpty() {
        return length == 0;
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
}
