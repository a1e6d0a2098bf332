package org.reweave.emulator.device.manager;

import java.util.Arrays;
import org.reweave.reconfig.paths.DeviceTables;
import org.reweave.reconfig.state.StateVisitor;

/**
 * The manager's records of the tables that each device has, was sent, or is to have. Tables are shared and never
 * changed; those of the start are not written into states.
 */
final class Installed {
    private static final int UNKNOWN = 0;
    private static final int AS_AT_START = 1;
    private static final int OTHER = 2;

    private final DeviceTables atStart;
    private final byte[][] lft; // by switch
    private final long[][] words; // by device; null = unknown

    Installed(DeviceTables atStart, DeviceTables tables) {
        this.atStart = atStart;
        this.lft = new byte[tables.lft().length][];
        this.words = new long[tables.words().length][];
        for (int device = 0; device < words.length; device++) {
            long[] first = atStart.words()[device];
            long[] next = tables.words()[device];
            words[device] = Arrays.equals(first, next) ? first : next;
            if (device < lft.length) {
                byte[] firstLft = atStart.lft()[device];
                byte[] nextLft = tables.lft()[device];
                lft[device] = Arrays.equals(firstLft, nextLft) ? firstLft : nextLft;
            }
        }
    }

    int registers() {
        return atStart.registers();
    }

    /** Only while everything is known. */
    DeviceTables tables() {
        return new DeviceTables(atStart.registers(), lft.clone(), words.clone());
    }

    boolean isKnown(int device) {
        return words[device] != null;
    }

    void forget(int device) {
        words[device] = null;
    }

    byte[] lft(int switchDevice) {
        return lft[switchDevice];
    }

    long[] words(int device) {
        return words[device];
    }

    void set(int device, Installed other) {
        words[device] = other.words[device];
        if (device < lft.length) {
            lft[device] = other.lft[device];
        }
    }

    boolean sameAs(Installed other, int device) {
        return Arrays.equals(words[device], other.words[device])
                && (device >= lft.length || Arrays.equals(lft[device], other.lft[device]));
    }

    void visit(StateVisitor state) {
        for (int device = 0; device < words.length; device++) {
            int kind = state.value(kind(device));
            if (kind == OTHER) {
                words[device] = state.array(words[device]);
                if (device < lft.length) {
                    lft[device] = state.array(lft[device]);
                }
            } else if (state.isReading()) {
                words[device] = kind == UNKNOWN ? null : atStart.words()[device];
                if (device < lft.length) {
                    lft[device] = atStart.lft()[device];
                }
            }
        }
    }

    private int kind(int device) {
        boolean first = words[device] == atStart.words()[device]
                && (device >= lft.length || lft[device] == atStart.lft()[device]);
        return words[device] == null ? UNKNOWN : first ? AS_AT_START : OTHER;
    }
}
