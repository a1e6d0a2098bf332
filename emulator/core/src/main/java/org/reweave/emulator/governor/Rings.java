package org.reweave.emulator.governor;

/**
 * The rings of channels that bubble flow control keeps from being full.
 *
 * @param device by ring and place in it: the device that a channel leaves
 * @param port the same: the port by which the channel leaves, from 0
 * @param lane the VL of all these channels
 * @param credits that each packet takes at an input buffer
 */
public record Rings(int[][] device, int[][] port, int lane, int credits) {
    /** There are none. */
    public static final Rings NONE = new Rings(new int[0][], new int[0][], 0, 1);
}
