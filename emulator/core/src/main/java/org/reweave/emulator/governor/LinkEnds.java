package org.reweave.emulator.governor;

import org.reweave.emulator.device.DeviceReport;

/**
 * Counters of both ends of some links at a cut: of those between the devices of a process, or of those between
 * processes.
 */
interface LinkEnds {
    /** None: whoever needs them looks elsewhere. */
    LinkEnds NONE = new LinkEnds() {
        @Override
        public boolean hasLink(int device, int peer) {
            return false;
        }

        @Override
        public boolean isUp(int device, int port) {
            throw new IllegalStateException("no end is known");
        }

        @Override
        public DeviceReport.Credits credits(int device) {
            throw new IllegalStateException("no end is known");
        }

        @Override
        public int first(int device, int port) {
            throw new IllegalStateException("no end is known");
        }
    };

    /** Whether the ends of links between two devices are known here. */
    boolean hasLink(int device, int peer);

    boolean isUp(int device, int port);

    /** Where the counters of a device's ports are. */
    DeviceReport.Credits credits(int device);

    /** Index of the first lane of a port there. */
    int first(int device, int port);
}
