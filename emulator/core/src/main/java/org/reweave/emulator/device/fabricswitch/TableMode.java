package org.reweave.emulator.device.fabricswitch;

import java.util.List;
import org.reweave.emulator.device.Labels;

/** When the blocks of an update are in force in a switch. */
public enum TableMode {
    /** All of them when the last one has come, as the thesis has it (§6.5: a table is one control packet). */
    STAGED,
    /**
     * Each as soon as it comes, as InfiniBand has it (IBA 14.2.5.10): in between, a table is half old and half new. The
     * scheme's agent learns of an update when its last block has come. Tables that a scheme stores beside those in
     * force are whole before the scheme uses them.
     */
    PER_BLOCK;

    /** Name in scenarios. */
    public String label() {
        return Labels.of(this);
    }

    /** The one with a name; there must be one. */
    public static TableMode labelled(String label) {
        return Labels.constant(TableMode.class, label);
    }

    /** All names. */
    public static List<String> labels() {
        return Labels.of(TableMode.class);
    }
}
