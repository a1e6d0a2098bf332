package org.reweave.emulator.lax.schedule;

import java.util.function.IntPredicate;

/**
 * Decides which island of a lax run takes the next step, and which frames wait. A scheduler's decisions are a function
 * of its seed and of what it has been told.
 */
public interface Scheduler {
    /** Stands for an island: none that the scheduler has looked at can go on. */
    int NONE = -1;

    /**
     * The island that takes the next step.
     *
     * @param canGoOn gives an island the frames that {@link #releases} lets go, and says whether the island can take
     *     its next step then
     * @return its number, or {@link #NONE}: then all islands are given all frames
     */
    int next(IntPredicate canGoOn);

    /**
     * Whether a frame that has been sent waits.
     *
     * @param device that receives
     * @param port of the device
     */
    default boolean withholds(int device, int port) {
        return false;
    }

    /** How many frames of those that wait for an island are given to it, the oldest first. */
    default int releases(int island, int waiting) {
        return waiting;
    }

    /**
     * An island has taken a step.
     *
     * @param isMoment whether a device has recorded an event in it: a fault, a table in force, a discovery
     */
    void stepped(int island, boolean isMoment);
}
