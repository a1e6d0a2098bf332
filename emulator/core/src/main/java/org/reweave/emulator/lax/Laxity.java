package org.reweave.emulator.lax;

import java.util.List;
import org.reweave.emulator.device.Device;
import org.reweave.emulator.lax.schedule.Schedule;

/**
 * How far the islands of a lax run may be apart. Times in cycles.
 *
 * <p>An island advances in steps: step n is the cycles from n S to (n + 1) S. Frame k of a link is everything that its
 * sender's steps up to k have put on it and that is stamped before (k + 1) S + {@link Device#MIN_REACTION}; so a link
 * has one frame a step. Since S is at most the smallest latency, step n needs frames of steps before n only.
 *
 * @param step S, at least 1 and at most the smallest latency of any link; it divides the interval between cuts
 * @param slack cycles by which a step may go beyond what is known of its in-links; {@link #UNLIMITED} = up to the
 *     permit
 * @param islandSize devices per actor
 * @param schedule who decides which island goes on
 * @param late what {@link Schedule#LISTED} decides
 */
public record Laxity(long step, long slack, int islandSize, Schedule schedule, List<LateFrames> late) {
    public static final long UNLIMITED = Long.MAX_VALUE / 2;

    public Laxity {
        late = List.copyOf(late);
    }

    /** This laxity under a schedule that is written out. */
    public Laxity listed(List<LateFrames> other) {
        return new Laxity(step, slack, islandSize, Schedule.LISTED, other);
    }

    /** Frames of a link, by its latency, that hold everything that arrives in a step or before. */
    public long needed(long number, int latency) {
        return frames((number + 1) * step - latency - Device.MIN_REACTION);
    }

    /** Frames of a link, by its latency, without which the slack forbids a step. */
    public long least(long number, int latency) {
        return frames((number + 1) * step - latency - Device.MIN_REACTION - slack);
    }

    /** Cycles by which a step goes beyond what some frames of a link tell. */
    public long beyond(long number, int latency, long frames) {
        return Math.max(0, (number + 1) * step - latency - Device.MIN_REACTION - frames * step);
    }

    private long frames(long cycles) {
        return cycles <= 0 ? 0 : (cycles + step - 1) / step;
    }
}
