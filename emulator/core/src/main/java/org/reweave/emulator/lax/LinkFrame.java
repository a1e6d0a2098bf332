package org.reweave.emulator.lax;

/**
 * Everything a sender put on a directed link in one step, and the promise that nothing more will come of the step. Its
 * words are shared between sender and receiver and never written again, since nobody knows when a step admits them.
 *
 * @param device the receiving device
 * @param port its port
 * @param number the frame's number on its link, from 0
 * @param to first cycle not covered
 * @param words records as {@link org.reweave.emulator.link.Wire} lays them out
 */
public record LinkFrame(int device, int port, long number, long to, long[] words) {}
