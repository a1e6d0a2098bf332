package org.reweave.emulator.link;

import org.reweave.emulator.state.Slab;
import org.reweave.reconfig.state.StateVisitor;

/**
 * First-in first-out rings of records of one length, one ring per port of a device, each of which grows when it needs
 * it.
 *
 * <p>Every packet and every credit goes through such a ring. A record is contiguous, so its words are written and read
 * in one go. All rings are in a {@link Slab}: a ring is found by the place of its head, without an object of its own or
 * its device's, which would put more lines of the processor's cache on the way to a record.
 */
final class PortRings {
    // the words of a ring's head
    private static final int COUNT = 0; // records 0..31 | number of the oldest one's place 32..63
    /** Where the first record's place begins in bits 0..31; the number of places, a power of two or 0, in 32..63. */
    private static final int ROOM = 1;

    static final int HEAD_WORDS = 2;

    static final int FIRST_CAPACITY = 2;

    private final Slab slab;
    private final int first; // where the head of port 0's ring is
    private final int apart; // words from a head to the next one
    private final int ports;
    private final int length; // words of a record

    /** Rings in a slab of their own. */
    PortRings(int ports, int length) {
        this(ports, length, FIRST_CAPACITY);
    }

    private PortRings(int ports, int length, int capacity) {
        this.slab = new Slab(ports * words(length, capacity));
        this.first = slab.take(ports * words(length, capacity));
        this.apart = words(length, capacity);
        this.ports = ports;
        this.length = length;
        for (int port = 0; port < ports; port++) {
            begin(slab.words(), ring(port), ring(port) + HEAD_WORDS, capacity);
        }
    }

    /**
     * Rings that are in a slab already.
     *
     * @param first where the head of port 0's ring is
     * @param apart words from a head to the next one
     */
    PortRings(Slab slab, int first, int apart, int ports, int length) {
        this.slab = slab;
        this.first = first;
        this.apart = apart;
        this.ports = ports;
        this.length = length;
    }

    /** Rings of records that most devices never have: they take no room before the first one. */
    static PortRings ofSome(int ports, int length) {
        return new PortRings(ports, length, 0);
    }

    private static int words(int length, int capacity) {
        return HEAD_WORDS + capacity * length;
    }

    // ---- a ring, by the place of its head ----

    /** An empty ring, with room for so many records at a place. */
    static void begin(long[] words, int ring, int place, int capacity) {
        words[ring + COUNT] = 0;
        words[ring + ROOM] = place | (long) capacity << 32;
    }

    static int size(long[] words, int ring) {
        return (int) words[ring + COUNT];
    }

    private static int place(long[] words, int ring, int length, int record) {
        long room = words[ring + ROOM];
        int oldest = (int) (words[ring + COUNT] >>> 32);
        return (int) room + (oldest + record & (int) (room >>> 32) - 1) * length;
    }

    /** Where the first word of the oldest record is. The ring must not be empty. */
    static int first(long[] words, int ring, int length) {
        return place(words, ring, length, 0);
    }

    /**
     * Appends a record, which the caller fills in: its first word is at the place returned. The slab's array may be
     * another one then.
     */
    static int add(Slab slab, int ring, int length) {
        int size = size(slab.words(), ring);
        if (size == slab.words()[ring + ROOM] >>> 32) {
            grow(slab, ring, length);
        }
        slab.words()[ring + COUNT]++;
        return place(slab.words(), ring, length, size);
    }

    /**
     * Adds a record behind all that have its stamp or an earlier one, which the caller fills in: its first word is at
     * the place returned. The second word of each record is its stamp. The slab's array may be another one then.
     */
    static int addByStamp(Slab slab, int ring, int length, long stamp) {
        int place = add(slab, ring, length);
        long[] words = slab.words();
        for (int record = size(words, ring) - 2; record >= 0; record--) {
            int before = place(words, ring, length, record);
            if (words[before + 1] <= stamp) {
                break;
            }
            System.arraycopy(words, before, words, place, length);
            place = before;
        }
        return place;
    }

    /** Removes the oldest record. Its words stay in place until the next one is added. */
    static void remove(long[] words, int ring) {
        int mask = (int) (words[ring + ROOM] >>> 32) - 1;
        long oldest = (words[ring + COUNT] >>> 32) + 1 & mask;
        words[ring + COUNT] = oldest << 32 | size(words, ring) - 1;
    }

    private static void grow(Slab slab, int ring, int length) {
        int size = size(slab.words(), ring);
        int capacity = Math.max(FIRST_CAPACITY, 2 * size);
        int room = slab.take(capacity * length);
        copy(slab.words(), ring, length, slab.words(), room);
        begin(slab.words(), ring, room, capacity);
        slab.words()[ring + COUNT] = size;
    }

    private static int copy(long[] words, int ring, int length, long[] to, int from) {
        int at = from;
        for (int record = 0; record < size(words, ring); record++) {
            System.arraycopy(words, place(words, ring, length, record), to, at, length);
            at += length;
        }
        return at;
    }

    // ---- the rings of a device ----

    /** Where the head of a port's ring is. */
    private int ring(int port) {
        return first + port * apart;
    }

    /** The array of all records; another one after {@link #add}. */
    long[] words() {
        return slab.words();
    }

    int size(int port) {
        return size(words(), ring(port));
    }

    boolean isEmpty(int port) {
        return size(port) == 0;
    }

    /** Appends a record, which the caller fills in: its first word is at the place returned. */
    int add(int port) {
        return add(slab, ring(port), length);
    }

    /** Appends a record that is in another array. */
    void add(int port, long[] from, int at) {
        int place = add(port);
        System.arraycopy(from, at, words(), place, length);
    }

    /** Appends the records of other rings of as many ports. */
    void addAll(PortRings others) {
        for (int port = 0; port < ports; port++) {
            long[] records = new long[others.size(port) * length];
            others.copyTo(records, 0, port);
            for (int at = 0; at < records.length; at += length) {
                add(port, records, at);
            }
        }
    }

    /** {@link #addByStamp(Slab, int, int, long)}. */
    int addByStamp(int port, long stamp) {
        return addByStamp(slab, ring(port), length, stamp);
    }

    /** Where the first word of the oldest record is. The ring must not be empty. */
    int first(int port) {
        return first(words(), ring(port), length);
    }

    /** Removes the oldest record. Its words stay in place until the next {@link #add}. */
    void remove(int port) {
        remove(words(), ring(port));
    }

    /**
     * Copies all records of a port, oldest first.
     *
     * @return the place behind the last word
     */
    int copyTo(long[] to, int from, int port) {
        return copy(words(), ring(port), length, to, from);
    }

    void visit(StateVisitor state) {
        for (int port = 0; port < ports; port++) {
            int size = state.count(size(port));
            if (state.isReading()) {
                words()[ring(port) + COUNT] = 0;
            }
            for (int record = 0; record < size; record++) {
                int at = state.isReading() ? add(port) : place(words(), ring(port), length, record);
                for (int word = at; word < at + length; word++) {
                    words()[word] = state.value(words()[word]);
                }
            }
        }
    }
}
