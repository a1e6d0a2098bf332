package org.reweave.emulator.link;

import org.reweave.reconfig.state.StateVisitor;

/**
 * First-in first-out rings of records of one length, one ring per port of a device, that grow when one of them needs
 * it.
 *
 * <p>Every packet and every credit goes through such a ring. A record is contiguous, so its words are written and read
 * in one go; and all rings are one array, each with its position before its records, so that the way to a record is
 * short: an object per ring would put two more lines of the processor's cache on it.
 */
final class PortRings {
    private static final int FIRST_CAPACITY = 2;

    private final int ports;
    private final int length; // words of a record
    private int capacity; // records of each ring; a power of two, or 0
    private long[] words; // per port: size 0..31 | head 32..63, records
    private int stride;

    PortRings(int ports, int length) {
        this(ports, length, FIRST_CAPACITY);
    }

    private PortRings(int ports, int length, int capacity) {
        this.ports = ports;
        this.length = length;
        this.capacity = capacity;
        this.stride = 1 + capacity * length;
        this.words = new long[ports * stride];
    }

    /** Rings of records that most devices never have: they take no room before the first one. */
    static PortRings ofSome(int ports, int length) {
        return new PortRings(ports, length, 0);
    }

    /** The array of all records; another one after {@link #add}. */
    long[] words() {
        return words;
    }

    int size(int port) {
        return (int) words[port * stride];
    }

    boolean isEmpty(int port) {
        return size(port) == 0;
    }

    private int place(int port, int record) {
        int head = (int) (words[port * stride] >>> 32);
        return port * stride + 1 + (head + record & capacity - 1) * length;
    }

    /** Appends a record, which the caller fills in: its first word is at the place returned. */
    int add(int port) {
        int size = size(port);
        if (size == capacity) {
            grow();
        }
        words[port * stride]++;
        return place(port, size);
    }

    /**
     * Adds a record behind all that have its stamp or an earlier one, which the caller fills in: its first word is at
     * the place returned. The second word of each record is its stamp.
     */
    int addByStamp(int port, long stamp) {
        int place = add(port);
        for (int record = size(port) - 2; record >= 0; record--) {
            int before = place(port, record);
            if (words[before + 1] <= stamp) {
                break;
            }
            System.arraycopy(words, before, words, place, length);
            place = before;
        }
        return place;
    }

    /** Where the first word of the oldest record is. The ring must not be empty. */
    int first(int port) {
        return place(port, 0);
    }

    /** Removes the oldest record. Its words stay in place until the next {@link #add}. */
    void remove(int port) {
        long head = (words[port * stride] >>> 32) + 1 & capacity - 1;
        words[port * stride] = head << 32 | size(port) - 1;
    }

    /** Appends a record that is in another array. */
    void add(int port, long[] from, int at) {
        int place = add(port);
        System.arraycopy(from, at, words, place, length);
    }

    /**
     * Copies all records of a port, oldest first.
     *
     * @return the place behind the last word
     */
    int copyTo(long[] to, int from, int port) {
        int at = from;
        for (int record = 0; record < size(port); record++) {
            System.arraycopy(words, place(port, record), to, at, length);
            at += length;
        }
        return at;
    }

    private void grow() {
        int places = Math.max(FIRST_CAPACITY, 2 * capacity);
        int larger = 1 + places * length;
        long[] moved = new long[ports * larger];
        for (int port = 0; port < ports; port++) {
            moved[port * larger] = size(port);
            copyTo(moved, port * larger + 1, port);
        }
        words = moved;
        stride = larger;
        capacity = places;
    }

    void visit(StateVisitor state) {
        for (int port = 0; port < ports; port++) {
            int size = state.count(size(port));
            if (state.isReading()) {
                words[port * stride] = 0;
            }
            for (int record = 0; record < size; record++) {
                int at = state.isReading() ? add(port) : place(port, record);
                for (int word = at; word < at + length; word++) {
                    words[word] = state.value(words[word]);
                }
            }
        }
    }
}
