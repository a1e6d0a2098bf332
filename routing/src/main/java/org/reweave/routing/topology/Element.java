package org.reweave.routing.topology;

import java.util.stream.IntStream;

/** The kind of element that fails. */
public enum Element {
    LINK {
        @Override
        public int[] all(Fabric fabric) {
            return IntStream.range(0, fabric.linkCount())
                    .filter(fabric::isTrunk)
                    .toArray();
        }

        @Override
        public Faults faults(int[] failed) {
            Faults faults = Faults.none();
            for (int link : failed) {
                faults = faults.withLink(link);
            }
            return faults;
        }
    },
    SWITCH {
        @Override
        public int[] all(Fabric fabric) {
            return IntStream.range(0, fabric.switchCount()).toArray();
        }

        @Override
        public Faults faults(int[] failed) {
            Faults faults = Faults.none();
            for (int s : failed) {
                faults = faults.withDevice(s);
            }
            return faults;
        }
    };

    /** Links between switches, or switches, ascending. */
    public abstract int[] all(Fabric fabric);

    /** A set of failed elements. */
    public abstract Faults faults(int[] failed);
}
