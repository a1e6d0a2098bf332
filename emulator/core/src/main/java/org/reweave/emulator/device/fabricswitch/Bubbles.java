package org.reweave.emulator.device.fabricswitch;

import org.reweave.routing.table.BubbleRings;

/**
 * The part of a switch in bubble flow control: the rings that its channels belong to. A packet gets the buffer of a
 * ring's channel from outside the ring only where room for two packets of the largest size is left, so that a ring is
 * never full; along the ring room for itself is enough.
 *
 * <p>Every packet takes as much room as the largest one, at all buffers. With packets of several sizes the free room of
 * a ring would crumble otherwise: a short packet that moves on leaves room for a short one behind and takes as much
 * from the room ahead, until no buffer has room for a long one although together they have. Source:
 * routing/docs/engines.md.
 *
 * @param entering per input {@code port * lanes + lane}: the ring of its channel, or {@link BubbleRings#NONE}
 * @param leaving the same per output
 * @param packet flits of the largest packet; 0 = there is no ring in the whole fabric
 */
public record Bubbles(int[] entering, int[] leaving, int packet) {
    /** Bubbles of a fabric without rings. */
    public static final Bubbles NONE = new Bubbles(new int[0], new int[0], 0);

    /** Whether the fabric has rings. */
    boolean areKept() {
        return packet > 0;
    }

    /** Whether a head comes into a ring from outside. */
    boolean comesIn(int pair, int output) {
        return leaving[output] != BubbleRings.NONE && leaving[output] != entering[pair];
    }

    /** Whether a head goes on along its ring. */
    boolean goesOn(int pair, int output) {
        return leaving[output] != BubbleRings.NONE && leaving[output] == entering[pair];
    }
}
