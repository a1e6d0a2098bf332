package org.reweave.emulator.time;

/**
 * Which members of a group have something to do, and when: a wheel of 64 windows of cycles, each with the set of
 * members that want to be looked at in it. A member without a place on the wheel costs nothing.
 *
 * <p>A window is short enough that nothing that a member does inside one can concern another member in the same window,
 * so members are advanced through a whole window one after the other, each while its state is in the processor's cache.
 * A member with nothing to do before the wheel ends is put into its last window and looked at again there.
 */
public final class Calendar {
    /** Callback that advances a member. */
    public interface Work {
        /**
         * Does everything before a cycle.
         *
         * @return the cycle of the member's next event, or {@link EventQueue#NEVER}
         */
        long advance(int member, long to);
    }

    private static final int WINDOWS = Long.SIZE; // so that one long says which of them are occupied

    private final int shift; // a window has 2^shift cycles
    private final int words; // of a set of members
    private final long[] sets; // by window modulo WINDOWS: members as bits
    private long occupied; // by window modulo WINDOWS: whether its set has a member
    private long first; // the window that the clock is in

    /**
     * @param members their number
     * @param reach cycles, at least 1: what a member does at a cycle concerns others at this many cycles later, or more
     * @param start cycle at which the clock begins
     */
    public Calendar(int members, int reach, long start) {
        shift = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(reach); // division by a window's length is a shift
        words = (members + Long.SIZE - 1) / Long.SIZE;
        sets = new long[WINDOWS * words];
        first = start >> shift;
    }

    /** A member has an event at a cycle, which is not before the clock; {@link EventQueue#NEVER} = it has none. */
    public void wake(int member, long cycle) {
        if (cycle == EventQueue.NEVER) {
            return;
        }
        long window = Math.min(cycle >> shift, first + WINDOWS - 1);
        if (window < first) {
            throw new IllegalStateException("member " + member + " has an event at cycle " + cycle
                    + ", before the clock at cycle " + (first << shift) + " or later");
        }
        int slot = (int) window & (WINDOWS - 1);
        sets[slot * words + (member >> 6)] |= 1L << member;
        occupied |= 1L << slot;
    }

    /** Has every member do everything before a cycle, and moves the clock there. */
    public void advance(long to, Work work) {
        long done = 0;
        while (occupied != 0 && done < to) {
            long window = first + Long.numberOfTrailingZeros(Long.rotateRight(occupied, (int) first));
            if (window << shift >= to) {
                break;
            }
            first = window;
            done = Math.min(window + 1 << shift, to);
            lookAt((int) window & (WINDOWS - 1), done, work);
        }
        first = to >> shift;
    }

    private void lookAt(int slot, long to, Work work) {
        occupied &= ~(1L << slot);
        for (int word = 0; word < words; word++) {
            long members = sets[slot * words + word];
            sets[slot * words + word] = 0;
            while (members != 0) {
                int member = word * Long.SIZE + Long.numberOfTrailingZeros(members);
                members &= members - 1;
                wake(member, work.advance(member, to));
            }
        }
    }
}
