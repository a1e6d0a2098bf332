package org.reweave.routing.table;

/** The virtual lane that a packet takes at a device's output: (in port, out port, SL) -> VL (thesis §2.2.3). In port 0 means that the
 *  device, a NIC or a switch's agent, injects the packet itself. */
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

    /** @return the VL, {@code 0..laneCount()-1} */
    int lane(int device, int inPort, int outPort, int level);

    /** Data VLs in use. */
    int laneCount();
}
