package org.reweave.routing.table;

/** The service level of a path, as a path record gives it to a NIC. It never changes, and any thread may ask for it. */
public interface PathLevels {
    /** Every path on SL 0. */
    PathLevels SINGLE_LEVEL = new PathLevels() {
        @Override
        public int level(int sourceNicDevice, int destinationLid) {
            return 0;
        }

        @Override
        public int levelCount() {
            return 1;
        }
    };

    /**
     * The level of a path from a NIC's attached port.
     *
     * @return the SL, {@code 0..levelCount()-1}
     */
    int level(int sourceNicDevice, int destinationLid);

    /**
     * The level of a path from any wired port of a NIC. NICs with ports at several switches have several paths to a
     * LID; where they need levels of their own, this method is overridden.
     *
     * @return the SL, {@code 0..levelCount()-1}
     */
    default int level(int sourceNicDevice, int sourcePort, int destinationLid) {
        return level(sourceNicDevice, destinationLid);
    }

    /** SLs in use, at most 16. */
    int levelCount();
}
