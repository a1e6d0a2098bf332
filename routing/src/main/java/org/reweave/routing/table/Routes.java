package org.reweave.routing.table;

import java.util.Arrays;

/**
 * Where a packet may go next, in order of preference; filled in by a {@link Forwarder} and read by its driver. Empty
 * means that there is no way at all: the packet is dropped.
 */
public final class Routes {
    /** {@link #note}: nothing to tell. */
    public static final int USUAL = 0;
    /** {@link #note}: another way than the usual one, because of a fault. */
    public static final int DETOUR = 1;
    /** {@link #note}: back to where other ways begin. */
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

    /** The packet has to wait here; its driver asks again after the next input of this switch. */
    public void hold() {
        held = true;
    }

    public boolean isHeld() {
        return held;
    }

    /**
     * There is no way, by a rule of the scheme that is recorded with the drop.
     *
     * @param itsCase number of the rule, 0..1000
     */
    public void discard(int itsCase) {
        ruleCase = itsCase;
    }

    /** The rule of {@link #discard}; -1 = none, so that no way means no entry. */
    public int ruleCase() {
        return ruleCase;
    }

    /**
     * Has the driver record what kind of ways these are, once the packet takes one.
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
