package org.reweave.routing.table;

/**
 * The virtual lane that a packet takes at a device's output: (in port, out port, SL) -> VL (thesis §2.2.3). In port 0
 * means that the device, a NIC or a switch's agent, injects the packet itself.
 */
public interface SlToVl {
    /** Everything on VL 0. */
    SlToVl SINGLE_LANE = new SlToVl() {
        @Override
        public int lane(int device, int inPort, int outPort, int level) {
            return 0;
        }

        @Override
        public int laneCount() {
            return 1;
        }
    };

    /**
     * Value in place of a VL: the device discards the packet (InfiniBand Architecture Specification, 7.6.6: VL 15 in an
     * SLtoVL table).
     */
    int DISCARD = 15;

    /** @return the VL, {@code 0..laneCount()-1}; or {@link #DISCARD} where {@link #discards} allows it */
    int lane(int device, int inPort, int outPort, int level);

    /** Data VLs in use. */
    int laneCount();

    /**
     * Mapping conflicts: (device, in port, out port, SL) for which the source of this rule names more than one VL. The
     * VL named first is in force. A computed rule has no conflicts; a rule read from a file may have some.
     */
    default int conflictCount() {
        return 0;
    }

    /** Whether some entry is {@link #DISCARD}. */
    default boolean discards() {
        return false;
    }
}
