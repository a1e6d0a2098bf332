package org.reweave.emulator.traffic.trace;

import java.util.Arrays;

/** Collects the operations of a trace and their dependencies, and checks that every operation can start. */
final class TraceBuilder {
    private static final int LONGEST_SHOWN = 60;

    /** Bound on the operations of a rank, so that a time and a position fit a long together. */
    static final int MAX_PER_RANK = 1 << 20;

    static final int MAX_RANKS = 1 << 20;

    /** Each takes about a hundred bytes of memory. */
    static final int MAX_OPERATIONS = 1 << 24;

    private static final int[] NOTHING = {};

    private final String file;
    private int ranks;
    private int count;
    byte[] kind = new byte[256];
    int[] rank = new int[256];
    int[] peer = new int[256];
    int[] flits = new int[256];
    long[] cycles = new long[256];
    private int[] line = new int[256];
    private int[] perRank = new int[16];
    private long[] edges = new long[256]; // from << 32 | to, and the delivery bit
    private int edgeCount;
    private static final long DELIVERY = 1L << 63;

    TraceBuilder(String file) {
        this.file = file;
    }

    int ranks() {
        return ranks;
    }

    int operations() {
        return count;
    }

    /** There are at least so many ranks. */
    void ranks(int atLeast) {
        ranks = Math.max(ranks, atLeast);
    }

    int rankOf(int operation) {
        return rank[operation];
    }

    int add(byte ofKind, int ofRank, int withPeer, int payload, long time, int atLine) throws TraceFormatException {
        if (count == MAX_OPERATIONS) {
            throw error(atLine, "the trace has more than " + MAX_OPERATIONS + " operations", "split it");
        }
        if (count == kind.length) {
            grow();
        }
        if (ofRank >= perRank.length) {
            perRank = Arrays.copyOf(perRank, Math.max(ofRank + 1, 2 * perRank.length));
        }
        if (++perRank[ofRank] > MAX_PER_RANK) {
            throw error(atLine, "rank " + ofRank + " has more than " + MAX_PER_RANK + " operations", "split the trace");
        }
        ranks(Math.max(ofRank, withPeer) + 1);
        kind[count] = ofKind;
        rank[count] = ofRank;
        peer[count] = withPeer;
        flits[count] = payload;
        cycles[count] = time;
        line[count] = atLine;
        return count++;
    }

    private void grow() {
        int capacity = 2 * count;
        kind = Arrays.copyOf(kind, capacity);
        rank = Arrays.copyOf(rank, capacity);
        peer = Arrays.copyOf(peer, capacity);
        flits = Arrays.copyOf(flits, capacity);
        cycles = Arrays.copyOf(cycles, capacity);
        line = Arrays.copyOf(line, capacity);
    }

    /** An operation of the same rank waits for this one. */
    void afterDone(int operation, int waiting) {
        edge((long) operation << 32 | waiting);
    }

    /** An operation of the destination waits for this message. */
    void afterDelivery(int operation, int waiting) {
        edge((long) operation << 32 | waiting | DELIVERY);
    }

    private void edge(long edge) {
        if (edgeCount == edges.length) {
            edges = Arrays.copyOf(edges, 2 * edgeCount);
        }
        edges[edgeCount++] = edge;
    }

    /** Operations that wait for each operation, by operation: for the delivery of its message, or for its end. */
    int[][] edges(boolean delivery) {
        int[] degree = new int[count];
        for (int i = 0; i < edgeCount; i++) {
            degree[from(i)] += (edges[i] < 0) == delivery ? 1 : 0;
        }
        int[][] next = new int[count][];
        Arrays.setAll(next, i -> degree[i] == 0 ? NOTHING : new int[degree[i]]);
        for (int i = edgeCount - 1; i >= 0; i--) {
            if ((edges[i] < 0) == delivery) {
                next[from(i)][--degree[from(i)]] = (int) edges[i];
            }
        }
        return next;
    }

    private int from(int i) {
        return (int) ((edges[i] & ~DELIVERY) >>> 32);
    }

    Trace build() throws TraceFormatException {
        if (count == 0) {
            throw new TraceFormatException(file + ": has no operation; name a trace that has one");
        }
        Trace trace = new Trace(this);
        int[] waits = new int[count];
        Arrays.setAll(waits, trace::waits);
        int[] ready = new int[count];
        int end = 0;
        for (int operation = 0; operation < count; operation++) {
            if (waits[operation] == 0) {
                ready[end++] = operation;
            }
        }
        for (int at = 0; at < end; at++) {
            for (int[] after : new int[][] {trace.afterDone(ready[at]), trace.afterDelivery(ready[at])}) {
                for (int next : after) {
                    if (--waits[next] == 0) {
                        ready[end++] = next;
                    }
                }
            }
        }
        if (end < count) {
            int stuck = 0;
            while (waits[stuck] == 0) {
                stuck++;
            }
            throw error(
                    line[stuck],
                    "can never start: " + (count - end) + " operations wait for each other",
                    "break the circle of dependencies");
        }
        return trace;
    }

    /** A part of a trace as messages quote it: short, and on one line although a quoted cell may hold line breaks. */
    static String shown(String text) {
        String line = text.replaceAll("\\p{Cntrl}", " ");
        return line.length() <= LONGEST_SHOWN ? line : line.substring(0, LONGEST_SHOWN) + "...";
    }

    TraceFormatException error(int atLine, String complaint, String remedy) {
        return new TraceFormatException(file + ":" + atLine + ": " + complaint + "; " + remedy);
    }
}
