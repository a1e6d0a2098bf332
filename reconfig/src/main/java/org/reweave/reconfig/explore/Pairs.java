package org.reweave.reconfig.explore;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Pairs of numbers, each kept once and numbered from 0 in the order of adding. One thread adds; others may read the
 * pairs that it has added before it started or told them.
 */
final class Pairs {
    private static final int CHUNK_BITS = 16;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int LARGEST_TABLE = 1 << 30;

    private volatile long[][] chunks = new long[16][];
    /** By hash: the number of a pair, plus 1, and more of the hash in the bits above; 0 = free. */
    private int[] table = new int[1024];

    private int count;

    int count() {
        return count;
    }

    /** Bytes in use, and while the table grows. */
    long bytes() {
        long chunksUsed = (count >> CHUNK_BITS) + 1L;
        boolean grows = count >= table.length / 4 * 3 && table.length < LARGEST_TABLE;
        return chunksUsed * CHUNK * Long.BYTES + table.length * (long) Integer.BYTES * (grows ? 3 : 1);
    }

    /**
     * Adds a pair unless it is there.
     *
     * @return its number if it is new, else {@code -1 - number}
     */
    int add(int left, int right) {
        long pair = pair(left, right);
        long hash = hash(pair);
        int place = place(pair, hash);
        if (table[place] != 0) {
            return -(table[place] & table.length - 1);
        }
        if (count == LARGEST_TABLE - 1) {
            throw new IllegalStateException("no room for more than " + count + " pairs");
        }
        int chunk = count >> CHUNK_BITS;
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunk);
        }
        if (chunks[chunk] == null) {
            chunks[chunk] = new long[CHUNK];
        }
        chunks[chunk][count & CHUNK - 1] = pair;
        count++;
        table[place] = tag(hash) | count;
        if (count > table.length / 4 * 3 && table.length < LARGEST_TABLE) {
            grow();
        }
        return count - 1;
    }

    boolean contains(int left, int right) {
        long pair = pair(left, right);
        return table[place(pair, hash(pair))] != 0;
    }

    private static long pair(int left, int right) {
        return (long) left << 32 | right & 0xffffffffL;
    }

    /**
     * Where a pair is in the table, or is to be. A pair is looked at only where its entry's part of the hash is right:
     * pairs lie anywhere in memory, and most looks would be for nothing.
     */
    private int place(long pair, long hash) {
        int mask = table.length - 1;
        int tag = tag(hash);
        int place = (int) hash & mask;
        while (table[place] != 0 && ((table[place] & ~mask) != tag || get((table[place] & mask) - 1) != pair)) {
            place = place + 1 & mask;
        }
        return place;
    }

    /** The part of a hash that an entry has room for: numbers are smaller than the table. */
    private int tag(long hash) {
        return (int) (hash >>> 32) & -table.length;
    }

    /** The number of a pair, which is added if it is new. */
    int number(int left, int right) {
        int found = add(left, right);
        return found < 0 ? -1 - found : found;
    }

    private void grow() {
        table = new int[2 * table.length];
        for (int number = 0; number < count; number++) {
            long pair = get(number);
            long hash = hash(pair);
            table[place(pair, hash)] = tag(hash) | number + 1;
        }
    }

    private long get(int number) {
        return chunks[number >> CHUNK_BITS][number & CHUNK - 1];
    }

    int left(int number) {
        return (int) (get(number) >> 32);
    }

    int right(int number) {
        return (int) get(number);
    }

    /** Writes pairs from a number to below another. */
    void write(int from, int to, DataOutput into) throws IOException {
        for (int number = from; number < to; number++) {
            into.writeLong(get(number));
        }
    }

    /** Adds the pairs that get the next numbers, to below {@code to}. */
    void read(int to, DataInput from) throws IOException {
        while (count < to) {
            long pair = from.readLong();
            if (add((int) (pair >> 32), (int) pair) < 0) {
                throw new IOException("pair " + count + " is there twice");
            }
        }
    }

    private static long hash(long pair) {
        long hash = pair * 0x9E3779B97F4A7C15L;
        hash = (hash ^ hash >>> 32) * 0xD6E8FEB86659FD93L;
        return hash ^ hash >>> 32;
    }
}
