package org.reweave.emulator.traffic.trace;

import java.util.Arrays;

/**
 * A trace as one program per rank: operations that start when their time has come and the operations that they wait for
 * are done.
 *
 * <p>The end of an operation is known at its own rank: a send is over at its source when its last packet is on the
 * link, and at its destination when the whole message has been handed over. No operation waits for an event at another
 * rank. Immutable.
 */
public final class Trace {
    /** Kinds of operations. */
    public static final byte SEND = 0;

    public static final byte RECEIVE = 1;
    public static final byte COMPUTE = 2;

    private final int ranks;
    private final byte[] kind;
    private final int[] rank;
    private final int[] peer;
    private final int[] flits;
    private final long[] cycles;
    private final int[] waits;
    private final int[] position;
    private final int[][] operations;
    private final int[][] afterDone;
    private final int[][] afterDelivery;

    Trace(TraceBuilder in) {
        this.ranks = in.ranks();
        int count = in.operations();
        this.kind = Arrays.copyOf(in.kind, count);
        this.rank = Arrays.copyOf(in.rank, count);
        this.peer = Arrays.copyOf(in.peer, count);
        this.flits = Arrays.copyOf(in.flits, count);
        this.cycles = Arrays.copyOf(in.cycles, count);
        this.waits = new int[count];
        this.position = new int[count];
        this.afterDone = in.edges(false);
        this.afterDelivery = in.edges(true);
        for (int[][] edges : new int[][][] {afterDone, afterDelivery}) {
            for (int[] next : edges) {
                for (int operation : next) {
                    waits[operation]++;
                }
            }
        }
        int[] perRank = new int[ranks];
        for (int operation = 0; operation < count; operation++) {
            position[operation] = perRank[rank[operation]]++;
        }
        this.operations = new int[ranks][];
        Arrays.setAll(operations, r -> new int[perRank[r]]);
        for (int operation = 0; operation < count; operation++) {
            operations[rank[operation]][position[operation]] = operation;
        }
    }

    public int ranks() {
        return ranks;
    }

    public int size() {
        return kind.length;
    }

    /** Number of operations of a rank. */
    public int size(int ofRank) {
        return operations[ofRank].length;
    }

    /** The operation at a position of a rank's program. */
    public int operation(int ofRank, int at) {
        return operations[ofRank][at];
    }

    /** The position of an operation in its rank's program. */
    public int position(int operation) {
        return position[operation];
    }

    public byte kind(int operation) {
        return kind[operation];
    }

    public int rank(int operation) {
        return rank[operation];
    }

    /** The other rank of a send or receive. */
    public int peer(int operation) {
        return peer[operation];
    }

    /** Payload of a send. */
    public int flits(int operation) {
        return flits[operation];
    }

    /** Earliest cycle of a send, counted from the start of traffic; duration of a computation. */
    public long cycles(int operation) {
        return cycles[operation];
    }

    /** Number of things that must be over before it starts. */
    public int waits(int operation) {
        return waits[operation];
    }

    /** Operations of the same rank that wait for this one to be over. */
    public int[] afterDone(int operation) {
        return afterDone[operation];
    }

    /** Operations of the destination that wait for this message. */
    public int[] afterDelivery(int operation) {
        return afterDelivery[operation];
    }
}
