package org.reweave.emulator.race;

import java.util.Locale;

/** How a run ended, the best first; a run is of the last class that applies to it. */
public enum RaceClass {
    /**
     * Nothing of the following, so no promise was broken: at most what a failing link or switch held, or what waited
     * for one, was lost.
     */
    CLEAN,
    /** A packet was delivered after a later one of its flow. */
    OUT_OF_ORDER,
    /** A rule of the scheme discarded packets. */
    DISCARDED,
    /**
     * Packets were lost for want of a way, or on their way into a dead link after the change that should have led
     * around it was complete; or a NIC gave a message up.
     */
    DROPPED,
    /** The run ended like one of those above, and broke a promise of its scheme. */
    PROMISE_BROKEN,
    /** The run did not empty before its limit, a change never ended, or a failed element was never discovered. */
    NEVER_FINISHED,
    /** A packet crossed more switches than any path may. */
    LOOPED,
    /** Packets wait for each other for ever. */
    DEADLOCKED,
    /** An invariant of the scheme or of a device broke. */
    BROKEN;

    /** Name of this class in results. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
