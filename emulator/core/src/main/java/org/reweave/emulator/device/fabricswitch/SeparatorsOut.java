package org.reweave.emulator.device.fabricswitch;

/** Where a switch puts the separators of its scheme. */
interface SeparatorsOut {
    /** Appends a separator behind all packets granted to an output. */
    void separate(int output, long mark);
}
