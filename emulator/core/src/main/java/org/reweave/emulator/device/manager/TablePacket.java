package org.reweave.emulator.device.manager;

import java.util.List;
import org.reweave.emulator.device.Labels;

/** The part of a device's tables that one SMP brings. */
public enum TablePacket {
    /** A block: 64 entries of an LFT, or up to 16 single ones. */
    BLOCKS,
    /** Up to {@link Blocks#PIECE} single entries of an LFT, so that small tables come in several SMPs too. */
    PIECES,
    /** Everything, however large; the SMP is no longer than others. */
    WHOLE,
    /**
     * Everything, however large, in an SMP as long as its entries make it (thesis §7.2.4); where tables in force are
     * changed, the entries and rows that differ.
     */
    SIZED;

    /** Whether all that a device is to have comes in one SMP. */
    boolean isJoined() {
        return this == WHOLE || this == SIZED;
    }

    /** Name in scenarios. */
    public String label() {
        return Labels.of(this);
    }

    /** The one with a name; there must be one. */
    public static TablePacket labelled(String label) {
        return Labels.constant(TablePacket.class, label);
    }

    /** All names. */
    public static List<String> labels() {
        return Labels.of(TablePacket.class);
    }
}
