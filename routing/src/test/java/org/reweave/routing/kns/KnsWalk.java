package org.reweave.routing.kns;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Faults;
import org.reweave.routing.topology.Shape;

/**
 * Hybrid-DOR walked cable by cable, from the generator's port numbers alone; knows nothing of the code under test.
 * Crossbars only.
 */
final class KnsWalk {
    private final Fabric fabric;
    private final Faults faults;
    private final int n;
    private final int k;
    /** Directed links of the last walk, in order. */
    final IntArrayList links = new IntArrayList();

    KnsWalk(Fabric fabric, Faults faults) {
        this.fabric = fabric;
        this.faults = faults;
        Shape shape = fabric.shape();
        this.n = shape.dimensions().length - 1;
        this.k = shape.dimensions()[1];
    }

    int routers() {
        return (int) Math.round(Math.pow(k, n));
    }

    /**
     * Adds the path between two routers (the generator's first switches) to {@link #links}.
     *
     * @return whether all of its links work
     */
    boolean walk(int source, int destination) {
        int at = source;
        boolean healthy = true;
        for (int d = 0; d < n; d++) {
            int x = fabric.coordinate(destination, 1 + d);
            if (fabric.coordinate(at, 1 + d) == x) {
                continue;
            }
            int crossbar = fabric.peer(at, 1 + d);
            healthy &= take(at, 1 + d);
            healthy &= take(crossbar, 1 + x);
            at = fabric.peer(crossbar, 1 + x);
        }
        if (at != destination) {
            throw new IllegalStateException("walked to " + fabric.deviceName(at));
        }
        return healthy;
    }

    private boolean take(int device, int port) {
        links.add(fabric.directedLink(device, port));
        return faults.portUp(fabric, device, port);
    }

    /**
     * The fewest hops and, of those, the fewest intermediates, by trying every list.
     *
     * @return {hops, intermediates}, or null when the bound is too low
     */
    int[] best(int source, int destination, int max) {
        return best(source, destination, max, 0);
    }

    private int[] best(int at, int destination, int max, int depth) {
        int[] found = null;
        if (healthy(at, destination)) {
            found = new int[] {hops(at, destination), depth};
        }
        for (int i = 0; depth < max && i < routers(); i++) {
            if (i != at && i != destination && healthy(at, i)) {
                int[] rest = best(i, destination, max, depth + 1);
                int hops = rest == null ? 0 : rest[0] + hops(at, i);
                if (rest != null && (found == null || hops < found[0] || hops == found[0] && rest[1] < found[1])) {
                    found = new int[] {hops, rest[1]};
                }
            }
        }
        return found;
    }

    /** The fewest intermediates, by trying every list; max + 1 when the bound is too low. */
    int fewest(int source, int destination, int max) {
        if (healthy(source, destination)) {
            return 0;
        }
        int fewest = max + 1;
        for (int i = 0; max > 0 && i < routers(); i++) {
            if (healthy(source, i)) {
                fewest = Math.min(fewest, 1 + fewest(i, destination, max - 1));
            }
        }
        return Math.min(fewest, max + 1);
    }

    boolean healthy(int source, int destination) {
        links.clear();
        return walk(source, destination);
    }

    int hops(int source, int destination) {
        links.clear();
        walk(source, destination);
        return links.size() / 2;
    }
}
