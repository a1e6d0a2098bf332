package org.reweave.routing.kns;

import org.reweave.routing.model.Deviation;

/**
 * The header field of a packet that goes by intermediate nodes, as one word: how many are ahead (I in Fig. 2), their
 * addresses, the next one first, and the number of the sub-path that the packet is on. A router that finds its own
 * address pops it and so begins the next sub-path, on the next virtual lane. 0 is the header of a packet that goes
 * straight to its destination.
 *
 * <p>Bits: 0..2 count; 3 whether the packet may cross the dimensions of a sub-path in any order; 4 + 14 i .. 17 + 14 i
 * the i-th address, a router's number; 60..63 sub-path, from 0. Source: KNS §4, Fig. 2. Deviation: the destination
 * stays where packets always have it.
 */
@Deviation("KNS §4, Fig. 2")
public final class KnsHeader {
    /** Entry of a table in place of a header: the pair of routers has no list of intermediates within the bound. */
    public static final long UNREACHABLE = 15;

    private static final int COUNT_BITS = 4; // with the bit of any order
    private static final long COUNT = 7;
    private static final long ANY_ORDER = 8;
    private static final int ADDRESS_BITS = 14;
    private static final long ADDRESS = (1L << ADDRESS_BITS) - 1;
    private static final int SUB_PATH = 60;
    private static final long ADDRESSES = (1L << SUB_PATH) - (1L << COUNT_BITS);

    private KnsHeader() {}

    /** A header at its source. */
    public static long of(int... intermediates) {
        IntermediateNodes.requireBound(intermediates.length);
        long header = intermediates.length;
        for (int i = 0; i < intermediates.length; i++) {
            header |= (long) intermediates[i] << (COUNT_BITS + i * ADDRESS_BITS);
        }
        return header;
    }

    /** Intermediates ahead. */
    public static int count(long header) {
        return (int) (header & COUNT);
    }

    /** The header of a packet that may cross the dimensions of its sub-paths in any order. */
    public static long inAnyOrder(long header) {
        return header | ANY_ORDER;
    }

    /** Whether the packet may cross the dimensions of its sub-paths in any order. */
    static boolean isInAnyOrder(long header) {
        return (header & ANY_ORDER) != 0;
    }

    /** The next intermediate; meaningful while {@link #count} is not 0. */
    public static int next(long header) {
        return (int) (header >>> COUNT_BITS & ADDRESS);
    }

    /** The i-th intermediate ahead. */
    public static int address(long header, int i) {
        return (int) (header >>> (COUNT_BITS + i * ADDRESS_BITS) & ADDRESS);
    }

    /** The sub-path that the packet is on; its virtual lane. */
    public static int subPath(long header) {
        return (int) (header >>> SUB_PATH);
    }

    /** The header as it leaves the intermediate that was {@link #next}. */
    public static long popped(long header) {
        long ahead = (header & ADDRESSES) >>> ADDRESS_BITS & ADDRESSES;
        return (long) (subPath(header) + 1) << SUB_PATH | ahead | header & ANY_ORDER | count(header) - 1;
    }

    /** The header on the next sub-path, with the same intermediates ahead. */
    static long onNextSubPath(long header) {
        return header + (1L << SUB_PATH);
    }
}
