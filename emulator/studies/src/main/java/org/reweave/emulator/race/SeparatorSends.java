package org.reweave.emulator.race;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.ObjLongConsumer;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Separation;
import org.reweave.reconfig.spi.Separation.Repeats;

/**
 * Holds the separators that one device sends against those that its agent has appended, and the packets that it sends
 * on a link that works again against the separator that has to come first: {@link Promise#SEPARATORS_IN_ORDER},
 * {@link Promise#SEPARATORS_REPEATED}.
 */
final class SeparatorSends {
    private static final long NONE = 0;
    private static final long UNKNOWN = -1;

    private final Separation separation;
    private final ObjLongConsumer<Promise> breaks;
    private final int lanes;
    private final Deque<Long>[] waiting; // by channel: marks that were appended and have not gone out
    private final long[] last; // by channel: the change of the last one since the device started
    private final long[] lastMark; // by channel: the mark of that one, as long as no tables have come in force since
    private final boolean[] owed; // by channel: the link went down, and none was appended since
    private long newest; // change of any that was appended, or of which the device has been told

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    SeparatorSends(int ports, int lanes, Separation separation, ObjLongConsumer<Promise> breaks) {
        this.separation = separation;
        this.breaks = breaks;
        this.lanes = lanes;
        this.waiting = new Deque[ports * lanes];
        for (int channel = 0; channel < waiting.length; channel++) {
            waiting[channel] = new ArrayDeque<>();
        }
        this.last = new long[waiting.length];
        this.lastMark = new long[waiting.length];
        Arrays.fill(lastMark, UNKNOWN);
        this.owed = new boolean[waiting.length];
    }

    /** @param port from 1 */
    void appended(int port, int lane, long mark, long cycle) {
        int channel = channel(port, lane);
        long change = separation.change().applyAsLong(mark);
        if (change < last[channel]) {
            breaks.accept(Promise.SEPARATORS_IN_ORDER, cycle);
        }
        boolean isRepeated = owed[channel] && change == last[channel] && lastMark[channel] != UNKNOWN;
        if (isRepeated && mark != lastMark[channel]) {
            breaks.accept(Promise.SEPARATORS_REPEATED, cycle);
        }
        waiting[channel].add(mark);
        lastMark[channel] = mark;
        last[channel] = change;
        owed[channel] = false;
        told(change);
    }

    /** The device learns of a change. */
    void told(long change) {
        newest = Math.max(newest, change);
    }

    /** Tables come in force: from then on a separator of the same change may say less than before. */
    void installed() {
        Arrays.fill(lastMark, UNKNOWN);
    }

    /** The last change that the device knows of. */
    long newest() {
        return newest;
    }

    /** The change of the last separator on a channel; ports from 1. */
    long last(int port, int lane) {
        return last[channel(port, lane)];
    }

    /** @param port from 1 */
    void sent(int port, int lane, long mark, long cycle) {
        Long next = waiting[channel(port, lane)].poll();
        if (next == null || next != mark) {
            breaks.accept(Promise.SEPARATORS_IN_ORDER, cycle);
        }
    }

    /**
     * A packet goes out, or will.
     *
     * @param channel from 0
     */
    void packet(int channel, long cycle) {
        boolean isRepeated = separation.repeats().apply(channel % lanes) == Repeats.ALWAYS || last[channel] == newest;
        if (owed[channel] && last[channel] > NONE && isRepeated) {
            breaks.accept(Promise.SEPARATORS_REPEATED, cycle);
        }
    }

    /** @param port from 1 */
    void down(int port) {
        for (int channel = channel(port, 0); channel < channel(port, lanes); channel++) {
            waiting[channel].clear();
            owed[channel] = true;
        }
    }

    /** The device restarts, and knows nothing of what it has sent. */
    void restart() {
        for (int channel = 0; channel < waiting.length; channel++) {
            waiting[channel].clear();
            last[channel] = NONE;
            lastMark[channel] = UNKNOWN;
            owed[channel] = false;
        }
        newest = NONE;
    }

    private int channel(int port, int lane) {
        return (port - 1) * lanes + lane;
    }
}
