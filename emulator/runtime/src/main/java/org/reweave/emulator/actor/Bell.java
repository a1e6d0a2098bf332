package org.reweave.emulator.actor;

/** Wakes whoever takes the frames of a channel. */
interface Bell {
    /**
     * What was waited for in a channel is promised.
     *
     * @return whether that has cost a message
     */
    boolean ring();
}
