package org.reweave.reconfig.explore;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Every state found so far, numbered from 0 in the order of finding, with the step that led to it first. Encodings are
 * stored whole and compared whole: a hash alone never says that a state is known.
 */
final class VisitedStates {
    private static final int CHUNK_BITS = 22;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int CHUNK = 1 << CHUNK_BITS;

    private final int budget;
    private byte[][] chunks = new byte[16][];
    private long end; // of the bytes in use; a state never crosses a chunk's edge
    private long[] start = new long[1024];
    private int[] length = new int[1024];
    private int[] parent = new int[1024];
    private int[] step = new int[1024];
    private int[] table = new int[4096]; // state + 1 by hash; 0 = free
    private int[] hashes = new int[4096]; // of the states in the table, at the same place
    private int count;

    /** @param budget more states than this are refused */
    VisitedStates(int budget) {
        this.budget = budget;
    }

    int count() {
        return count;
    }

    long bytes() {
        return end;
    }

    /**
     * Adds a state unless it is there.
     *
     * @return its number if it is new, else {@code -1 - number}
     */
    int add(Words state, int from, int by) {
        int size = state.finish();
        int hash = hash(state.bytes(), size);
        int place = hash & table.length - 1;
        while (table[place] != 0) {
            int known = table[place] - 1;
            if (hashes[place] == hash && isEqual(known, state.bytes(), size)) {
                return -1 - known;
            }
            place = place + 1 & table.length - 1;
        }
        if (count == budget) {
            throw new StateBudgetException("more than " + budget
                    + " states; make the model smaller (packets, buffers, losses, faults) or raise its state budget");
        }
        store(state.bytes(), size, from, by);
        table[place] = count;
        hashes[place] = hash;
        if (2 * count > table.length) {
            grow();
        }
        return count - 1;
    }

    private void store(byte[] bytes, int size, int from, int by) {
        if ((end & CHUNK - 1) + size > CHUNK) {
            end = (end >> CHUNK_BITS) + 1 << CHUNK_BITS;
        }
        int chunk = (int) (end >> CHUNK_BITS);
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunk);
        }
        if (chunks[chunk] == null) {
            chunks[chunk] = new byte[CHUNK];
        }
        System.arraycopy(bytes, 0, chunks[chunk], (int) (end & CHUNK - 1), size);
        if (count == start.length) {
            start = Arrays.copyOf(start, 2 * count);
            length = Arrays.copyOf(length, 2 * count);
            parent = Arrays.copyOf(parent, 2 * count);
            step = Arrays.copyOf(step, 2 * count);
        }
        start[count] = end;
        length[count] = size;
        parent[count] = from;
        step[count] = by;
        end += size;
        count++;
    }

    private void grow() {
        int[] oldTable = table;
        int[] oldHashes = hashes;
        table = new int[2 * oldTable.length];
        hashes = new int[table.length];
        for (int i = 0; i < oldTable.length; i++) {
            if (oldTable[i] != 0) {
                int place = oldHashes[i] & table.length - 1;
                while (table[place] != 0) {
                    place = place + 1 & table.length - 1;
                }
                table[place] = oldTable[i];
                hashes[place] = oldHashes[i];
            }
        }
    }

    private boolean isEqual(int state, byte[] bytes, int size) {
        int from = (int) (start[state] & CHUNK - 1);
        return length[state] == size && Arrays.equals(chunkOf(state), from, from + size, bytes, 0, size);
    }

    private byte[] chunkOf(int state) {
        return chunks[(int) (start[state] >> CHUNK_BITS)];
    }

    private static int hash(byte[] bytes, int size) {
        long hash = size;
        int at = 0;
        for (; at + 8 <= size; at += 8) {
            hash = ((hash ^ (long) LONGS.get(bytes, at)) + 1) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        for (; at < size; at++) {
            hash = (hash ^ bytes[at]) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 32;
        }
        return (int) (hash ^ hash >>> 32);
    }

    void load(int state, Words into) {
        into.load(chunkOf(state), (int) (start[state] & CHUNK - 1), length[state]);
    }

    /** The steps from the first state to this one. */
    int[] stepsTo(int state) {
        int steps = 0;
        for (int at = state; parent[at] >= 0; at = parent[at]) {
            steps++;
        }
        int[] list = new int[steps];
        for (int at = state; parent[at] >= 0; at = parent[at]) {
            list[--steps] = step[at];
        }
        return list;
    }
}
