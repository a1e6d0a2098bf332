package org.reweave.emulator.device.arbitration;

/**
 * The heads of a switch's input queues, as far as a policy sees them. An output is numbered port * VLs + VL, and so is
 * an input queue; where a pair of a port and a VL has several queues, theirs are numbers in a row, pair after pair. A
 * head may ask for several outputs.
 */
public interface Heads {
    /** The first queue, from {@code from} on, whose head asks for an output; -1 if there is none. */
    int next(int output, int from);

    /** The cycle in which the packet at the head of a queue was generated. */
    long generated(int queue);
}
