package org.reweave.reconfig.explore;

/**
 * Short FIFO queues as longs: the first thing in the lowest byte, 0 = nothing. Packet n is written n + 1, a separator
 * with mark m as {@link #SEPARATOR} + m.
 */
final class Queues {
    static final int SEPARATOR = 64;
    private static final int MAX = 8;

    private Queues() {}

    static int size(long queue) {
        return MAX - Long.numberOfLeadingZeros(queue) / 8;
    }

    static int get(long queue, int position) {
        return (int) (queue >>> 8 * position) & 0xff;
    }

    static boolean isPacket(int thing) {
        return thing > 0 && thing < SEPARATOR;
    }

    /**
     * @param mark of a separator
     * @throws IllegalStateException when it is too large for a byte
     */
    static int separator(long mark) {
        if (mark < 0 || mark > 0xff - SEPARATOR) {
            throw new IllegalStateException(
                    "a separator's mark is " + mark + "; the explorer knows 0.." + (0xff - SEPARATOR));
        }
        return SEPARATOR + (int) mark;
    }

    static int packets(long queue) {
        int count = 0;
        for (long rest = queue; rest != 0; rest >>>= 8) {
            count += isPacket((int) rest & 0xff) ? 1 : 0;
        }
        return count;
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
