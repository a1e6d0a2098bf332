package org.reweave.emulator.actor;

import org.reweave.emulator.lax.LinkFrame;

/** Takes the frames that lead to an island of a lax run; any thread may put one in. */
interface LinkFrames {
    /** @return whether that has cost a message */
    boolean put(LinkFrame frame);
}
