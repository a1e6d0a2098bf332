package org.reweave.emulator.actor;

/** Wakes whoever takes the frames of a channel. */
interface Bell {
    /**
     * Wakes the taker: the promise that was waited for is in the channel.
     *
     * @return whether that has cost a message
     */
    boolean ring();
}
