package org.reweave.emulator.link;

/**
 * Everything a sender put on a directed link in {@code [from, to)}, and the promise that nothing more will come of it.
 * Immutable once sent: {@code words} is shared between sender and receiver and never written again.
 *
 * @param device the receiving device
 * @param port its port
 * @param number the frame's number on its link, from 0
 * @param to first cycle not covered; the receiver may advance to {@code to + latency}
 * @param words records as {@link Wire} lays them out
 */
public record Frame(int device, int port, long number, long to, long[] words) {
    static final long[] NOTHING = new long[0];
}
