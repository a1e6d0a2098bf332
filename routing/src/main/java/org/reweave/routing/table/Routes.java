package org.reweave.routing.table;

import java.util.Arrays;

/**
 * The ways of a packet at a switch, in order of preference; filled in by a {@link Forwarder} and read by the switch. A
 * packet without any way is dropped.
 */
public final class Routes {
    /** Kind of way, for {@link #note}: the usual way. */
    public static final int USUAL = 0;
    /** Kind of way, for {@link #note}: a detour, because of a fault. */
    public static final int DETOUR = 1;
    /** Kind of way, for {@link #note}: back to a switch with further choices. */
    public static final int TURN = 2;

    private int[] port = new int[4];
    private int[] lane = new int[4];
    private long[] trail = new long[4];
    private int count;
    private boolean held;
    private int note;
    private int ruleCase = -1;

    public void clear() {
        count = 0;
        held = false;
        note = USUAL;
        ruleCase = -1;
    }

    /**
     * One more way.
     *
     * @param outPort from 1; may be the one that the packet came in by
     * @param newTrail for {@link Heading#trail} at the next device
     */
    public void add(int outPort, int outLane, long newTrail) {
        if (count == port.length) {
            port = Arrays.copyOf(port, 2 * count);
            lane = Arrays.copyOf(lane, 2 * count);
            trail = Arrays.copyOf(trail, 2 * count);
        }
        port[count] = outPort;
        lane[count] = outLane;
        trail[count++] = newTrail;
    }

    /** Makes the packet wait; the switch asks the forwarder again after the switch's next input. */
    public void hold() {
        held = true;
    }

    public boolean isHeld() {
        return held;
    }

    /**
     * Gives no way: a rule of the scheme discards the packet. The drop is recorded with the number of the rule.
     *
     * @param itsCase number of the rule, 0..1000
     */
    public void discard(int itsCase) {
        ruleCase = itsCase;
    }

    /**
     * The number of the rule given to {@link #discard}; -1 = no rule, so that a packet without a way lacks a table
     * entry.
     */
    public int ruleCase() {
        return ruleCase;
    }

    /**
     * Has the switch record the kind of these ways when the packet takes one of them.
     *
     * @param kind {@link #DETOUR} or {@link #TURN}
     */
    public void note(int kind) {
        note = kind;
    }

    public int note() {
        return note;
    }

    public int count() {
        return count;
    }

    public int port(int i) {
        return port[i];
    }

    public int lane(int i) {
        return lane[i];
    }

    public long trail(int i) {
        return trail[i];
    }
}
