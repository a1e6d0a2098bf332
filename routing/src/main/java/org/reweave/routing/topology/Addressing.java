package org.reweave.routing.topology;

import java.util.Locale;

/** How long the local identifiers (LIDs) of a fabric are. */
public enum Addressing {
    /** InfiniBand's 16 bits; LIDs above 0xBFFF are multicast's (IBA 4.1.3). */
    LID16(0xBFFF),
    /** 24 bits, as Omni-Path's longer headers carry them; the last sixteenth is left to multicast. */
    LID24(0xEFFFFF);

    private final int largest;

    Addressing(int largest) {
        this.largest = largest;
    }

    /** The largest LID of one device. */
    public int largest() {
        return largest;
    }

    /** The shortest addressing with LIDs up to one. */
    public static Addressing of(int largestLid) {
        return largestLid <= LID16.largest ? LID16 : LID24;
    }

    /** The name that users write. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
