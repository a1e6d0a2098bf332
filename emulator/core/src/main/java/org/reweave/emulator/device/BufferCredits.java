package org.reweave.emulator.device;

/**
 * The input buffers at both ends of a device's links, in credits; all VLs of a port have the same.
 *
 * @param unit flits per credit; a packet takes whole credits
 * @param least credits that every packet takes, however short it is
 * @param own per port: credits of the device's own input buffer; 0 = no data enters there
 * @param far per port: credits of the input buffer at the far end; 0 = no data leaves there
 */
public record BufferCredits(int unit, int least, int[] own, int[] far) {
    /** Credits that a packet takes. */
    public int of(int flits) {
        return Math.max(least, ofPacket(flits, unit));
    }

    /** Credits that hold so many flits. */
    public static int ofPacket(int flits, int unit) {
        return unit == 1 ? flits : (flits + unit - 1) / unit;
    }

    /** Credits of a buffer; flits that are no whole credit are lost. */
    public static int ofBuffer(int flits, int unit) {
        return flits / unit;
    }
}
