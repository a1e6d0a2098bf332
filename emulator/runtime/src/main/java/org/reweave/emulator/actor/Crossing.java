package org.reweave.emulator.actor;

import org.reweave.emulator.wire.FrameReader;
import org.reweave.emulator.wire.FrameWriter;

/**
 * Everything that the islands of this process and those of one other process send each other. Islands put frames in and
 * take frames out in their own threads; one actor carries them to the other process and back, and calls these methods.
 */
public interface Crossing {
    /** Says how the actor is woken; before any island has a permit. The call may come from any thread. */
    void wakeBy(Runnable call);

    /**
     * Moves frames for the other process into a piece, until nothing is left or the piece is full.
     *
     * @param budget bytes from which on the piece is full
     */
    void take(FrameWriter piece, int budget);

    /**
     * The actor goes to sleep until there is something to take.
     *
     * @return false when something has come meanwhile, and nobody wakes the actor
     */
    boolean sleep();

    /** Gives the islands here the frames of a piece that the other process has sent. */
    void give(FrameReader piece);
}
