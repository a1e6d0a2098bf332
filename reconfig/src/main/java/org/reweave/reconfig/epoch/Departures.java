package org.reweave.reconfig.epoch;

import java.util.Arrays;
import org.reweave.reconfig.state.StateVisitor;

/**
 * Detects when all packets that were in a switch at some moment have left the switch; packets that came in later do not
 * matter. Each packet belongs to one of two groups, before and after that moment, and carries its group in its marks.
 * While the packets of one moment are awaited, a later moment has to wait; so two counters are enough.
 */
final class Departures {
    private final int[] inside = new int[2]; // packets, by group
    private int group; // of packets that come in now
    private long wanted; // latest epoch that a moment was named for
    private long awaited; // epoch whose moment's packets are in the other group
    private long reached; // latest epoch whose moment's packets have all left

    /**
     * A packet comes in.
     *
     * @return its group
     */
    int enter() {
        inside[group]++;
        return group;
    }

    /** A packet leaves the switch, forwarded or lost. */
    void leave(int itsGroup) {
        inside[itsGroup]--;
        advance();
        if (inside[0] + inside[1] == 0) {
            group = 0; // empty switches are alike
        }
    }

    /**
     * Starts to wait for the packets that are now in the switch, or queues this epoch until the present wait is over;
     * {@link #reached} then returns the epoch.
     */
    void from(long epoch) {
        wanted = Math.max(wanted, epoch);
        advance();
    }

    /** The latest epoch whose moment's packets have all left. */
    long reached() {
        return reached;
    }

    /**
     * Compares the packets in the switch with those that are counted.
     *
     * @param what the packets are awaited for, in words that follow "awaited"
     * @param there packets by group
     * @throws IllegalStateException naming both
     */
    void requireInside(String what, int[] there) {
        if (!Arrays.equals(there, inside)) {
            throw new IllegalStateException("packets by group, awaited " + what + ": " + Arrays.toString(there)
                    + ", and " + Arrays.toString(inside) + " are counted");
        }
    }

    private void advance() {
        if (awaited > reached && inside[1 - group] == 0) {
            reached = awaited;
        }
        if (awaited == reached && wanted > awaited) {
            awaited = wanted;
            if (inside[group] == 0) {
                reached = awaited;
            } else {
                group = 1 - group;
            }
        }
    }

    void visit(StateVisitor state) {
        state.values(inside);
        group = state.value(group);
        wanted = state.value(wanted);
        awaited = state.value(awaited);
        reached = state.value(reached);
    }
}
