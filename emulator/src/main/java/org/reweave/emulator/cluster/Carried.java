package org.reweave.emulator.cluster;

/** What all ferries of a run have carried; written by actors, read when the run is over. */
final class Carried {
    private Ferry.Load sum = Ferry.Load.NONE;

    synchronized void add(Ferry.Load load) {
        sum = sum.plus(load);
    }

    synchronized Ferry.Load sum() {
        return sum;
    }
}
