package org.reweave.emulator.device.manager;

import java.util.Arrays;
import org.reweave.emulator.state.StateReader;
import org.reweave.emulator.state.StateWriter;
import org.reweave.reconfig.paths.DeviceTables;

/**
 * What the manager believes that each device has, was sent, or is to have. Tables are shared and never changed; those
 * of the start are not written into states.
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

    void encode(StateWriter out) {
        for (int device = 0; device < words.length; device++) {
            boolean first = words[device] == atStart.words()[device]
                    && (device >= lft.length || lft[device] == atStart.lft()[device]);
            out.value(words[device] == null ? UNKNOWN : first ? AS_AT_START : OTHER);
            if (words[device] != null && !first) {
                out.longs(words[device]);
                if (device < lft.length) {
                    out.bytes(lft[device]);
                }
            }
        }
    }

    void decode(StateReader in) {
        for (int device = 0; device < words.length; device++) {
            int kind = in.integer();
            words[device] = kind == UNKNOWN ? null : kind == AS_AT_START ? atStart.words()[device] : in.longs();
            if (device < lft.length) {
                lft[device] = kind == OTHER ? in.bytes() : atStart.lft()[device];
            }
        }
    }
}
