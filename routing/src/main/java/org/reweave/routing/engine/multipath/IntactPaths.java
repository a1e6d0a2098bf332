package org.reweave.routing.engine.multipath;

import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.SwitchGraph;

/**
 * The paths of a whole torus that a torus with missing links still has. The SLtoVL tables of SPFTR depend on places
 * alone, so a path keeps its SL whatever else is missing, and fewer paths have fewer channel dependencies.
 */
final class IntactPaths {
    private final TorusSides whole;
    private final PathBook all;
    private final TorusSides sides;
    private final PathBook book;
    private final int[] place; // [switch of the whole torus] the switch at its place
    private final int[] slots;
    private int broken;

    /**
     * @param all paths of the whole torus
     * @param graph the working links of the torus with sides
     */
    IntactPaths(TorusSides whole, PathBook all, SwitchGraph graph, TorusSides sides) {
        this.whole = whole;
        this.all = all;
        this.sides = sides;
        this.book = new PathBook(graph, all.maxPaths());
        this.place = new int[graph.switchCount()];
        for (int s = 0; s < place.length; s++) {
            place[s] = sides.switchAt(whole, s);
        }
        this.slots = new int[graph.switchCount() + 1];
    }

    /**
     * Takes over what is intact.
     *
     * @throws UnroutableException naming the first connected pair that has lost all its paths
     */
    PathBook keep(String engine, Fabric fabric) {
        SwitchGraph graph = book.graph();
        for (int destination = 0; destination < place.length; destination++) {
            for (int source = 0; source < place.length; source++) {
                for (int path = 0; path < all.count(source, destination); path++) {
                    keep(source, destination, path);
                }
                int from = place[source];
                int to = place[destination];
                if (from != to && graph.connected(from, to) && book.count(from, to) == 0) {
                    throw new UnroutableException(engine + ": none of the " + all.count(source, destination)
                            + " paths from " + fabric.deviceName(from) + " to " + fabric.deviceName(to) + " of "
                            + fabric.name() + " is intact; use tftr or updown, which route around what is missing");
                }
            }
        }
        return book;
    }

    private void keep(int source, int destination, int path) {
        int hops = all.read(source, destination, path, slots);
        int at = place[source];
        for (int i = 0; i < hops; i++) {
            slots[i] = sides.slot(at, whole.direction(slots[i]));
            if (slots[i] < 0) {
                broken++;
                return;
            }
            at = book.graph().peer(slots[i]);
        }
        book.add(place[source], place[destination], slots, hops, all.level(source, destination, path));
    }

    /** Number of paths that lack a link. */
    int broken() {
        return broken;
    }
}
