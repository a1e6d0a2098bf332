package org.reweave.emulator.device.fabricswitch;

import org.reweave.emulator.device.Transmitter;
import org.reweave.emulator.link.Wire;

/**
 * What the next buffer of a packet can take: the switch's own output buffer, or in a switch without them the input
 * buffer at the far end.
 */
final class Room {
    private final PacketArena packets;
    private final OutputBuffers outputs;
    private final Transmitter links;
    private final boolean buffered;
    private final int creditUnit;

    Room(PacketArena packets, OutputBuffers outputs, Transmitter links, boolean buffered, int creditUnit) {
        this.packets = packets;
        this.outputs = outputs;
        this.links = links;
        this.buffered = buffered;
        this.creditUnit = creditUnit;
    }

    /** Credits that a packet takes at an input buffer. */
    int units(int slot) {
        return (Wire.flits(packets.route[slot]) + creditUnit - 1) / creditUnit;
    }

    boolean fits(int slot, int output) {
        return buffered
                ? outputs.fits(output, Wire.flits(packets.route[slot]))
                : links.freeCredits(output) >= units(slot);
    }

    /** Flits that could go to an output before anything of it leaves the far end's input buffer. */
    int free(int output) {
        return links.freeCredits(output) * creditUnit + (buffered ? outputs.free(output) : 0);
    }
}
