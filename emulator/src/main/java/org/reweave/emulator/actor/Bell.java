package org.reweave.emulator.actor;

/** Wakes whoever takes the frames of a channel. */
interface Bell {
    /**
     * A channel that was waited for has something.
     *
     * @return whether that has cost a message
     */
    boolean ring();
}
