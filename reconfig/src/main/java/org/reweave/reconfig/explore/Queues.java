package org.reweave.reconfig.explore;

/** Short FIFO queues as longs: the first thing in the lowest byte, 0 = nothing. Packet n is written n + 1. */
final class Queues {
    private static final int MAX = 8;

    private Queues() {}

    static int size(long queue) {
        return MAX - Long.numberOfLeadingZeros(queue) / 8;
    }

    static int get(long queue, int position) {
        return (int) (queue >>> 8 * position) & 0xff;
    }

    static long append(long queue, int thing) {
        int size = size(queue);
        if (size == MAX) {
            throw new IllegalStateException("a queue holds more than " + MAX + " things");
        }
        return queue | (long) thing << 8 * size;
    }

    static long withoutFirst(long queue) {
        return queue >>> 8;
    }

    static long without(long queue, int position) {
        long before = queue & (1L << 8 * position) - 1;
        long behind = position == MAX - 1 ? 0 : queue >>> 8 * (position + 1);
        return before | behind << 8 * position;
    }
}
