package org.reweave.emulator.device.manager;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

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
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one with a name; there must be one. */
    public static TablePacket labelled(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }

    /** All names. */
    public static List<String> labels() {
        return Stream.of(values()).map(TablePacket::label).toList();
    }
}
