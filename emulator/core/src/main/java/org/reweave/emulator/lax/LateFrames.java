package org.reweave.emulator.lax;

/**
 * Frames of one link that some steps of its receiver do without: a decision of a schedule, written out.
 *
 * @param device name of the receiver
 * @param port of the receiver, from 1
 * @param step the first of these steps
 * @param steps how many there are
 * @param frames that each of them needs and does without
 */
public record LateFrames(String device, int port, long step, long steps, long frames) {
    /** The first step behind these. */
    public long end() {
        return step + steps;
    }
}
