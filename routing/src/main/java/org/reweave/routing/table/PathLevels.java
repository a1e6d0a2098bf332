package org.reweave.routing.table;

/** The service level of a path, as a path record gives it to a NIC. */
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

    /** @return the SL, {@code 0..levelCount()-1} */
    int level(int sourceNicDevice, int destinationLid);

    /** SLs in use, at most 16. */
    int levelCount();
}
