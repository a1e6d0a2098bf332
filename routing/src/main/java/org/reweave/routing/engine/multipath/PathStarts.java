package org.reweave.routing.engine.multipath;

import java.util.Arrays;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Shape;
import org.reweave.routing.topology.SwitchGraph;

/**
 * The orders in which the ports of a source are served, and the port of the destination that each path must end at.
 *
 * <p>On a torus or mesh of two dimensions: source ports clockwise, destination ports counter-clockwise, from each of
 * the 4 x 4 pairs of starts. Elsewhere: source ports nearest to the destination first, and in the rotations of the
 * order in which one port for each dimension comes before the others; any destination port. Source: thesis §4.2.2. The
 * thesis's figure 4.12 with the order for 3-D is missing; the rule is from the text.
 */
final class PathStarts {
    private static final int SIDES = 4;
    /** Orders tried for a source with many ports. */
    private static final int MAX_ORDERS = 16;

    /** Orders in which the sides of a source may be served: all 24, the four rotations first. */
    private static final int[][] SERVICES = services();

    private final SwitchGraph graph;
    private final DisjointSearch search;
    private final int[] out; // [switch * SIDES + side] slot, -1 = no port there; null = not two-dimensional
    private final int[] in; // [switch * SIDES + side] slot that enters there
    private int[][] first = new int[0][];
    private int[][] last = new int[0][];
    private int orders;

    PathStarts(Fabric fabric, SwitchGraph graph, DisjointSearch search) {
        this.graph = graph;
        this.search = search;
        Shape shape = fabric.shape();
        boolean grid = shape.family() == Shape.Family.TORUS || shape.family() == Shape.Family.MESH;
        boolean plane = grid && shape.dimensions().length == 2;
        for (int size : shape.dimensions()) {
            plane &= size > 2;
        }
        this.out = plane ? new int[graph.switchCount() * SIDES] : null;
        this.in = plane ? new int[graph.switchCount() * SIDES] : null;
        if (plane) {
            Arrays.fill(out, -1);
            Arrays.fill(in, -1);
            for (int s = 0; s < graph.switchCount(); s++) {
                for (int slot = graph.firstSlot(s); slot < graph.firstSlot(s + 1); slot++) {
                    int side = side(fabric, s, graph.peer(slot));
                    out[s * SIDES + side] = slot;
                    in[graph.peer(slot) * SIDES + (side + 2) % SIDES] = slot;
                }
            }
        }
    }

    private static int[][] services() {
        int[][] all = new int[SIDES * 6][];
        int count = 0;
        for (int a = 0; a < SIDES; a++) {
            all[count++] = new int[] {a, (a + 1) % SIDES, (a + 2) % SIDES, (a + 3) % SIDES};
        }
        int[][] tails = {{1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};
        for (int a = 0; a < SIDES; a++) {
            for (int[] tail : tails) {
                all[count++] = new int[] {a, (a + tail[0]) % SIDES, (a + tail[1]) % SIDES, (a + tail[2]) % SIDES};
            }
        }
        return all;
    }

    /** 0 to 3, clockwise: down the first dimension, up the second, up the first, down the second. */
    private static int side(Fabric fabric, int from, int to) {
        int dimension = fabric.coordinate(from, 0) == fabric.coordinate(to, 0) ? 1 : 0;
        int size = fabric.shape().dimensions()[dimension];
        boolean up = Math.floorMod(fabric.coordinate(to, dimension) - fabric.coordinate(from, dimension), size) == 1;
        return dimension == 0 ? up ? 2 : 0 : up ? 1 : 3;
    }

    /** Prepares the orders for a pair, for which the search has been prepared. */
    void pair(int source, int destination) {
        if (out != null) {
            sides(source, destination);
        } else {
            rotations(source);
        }
    }

    private void sides(int source, int destination) {
        orders = 0;
        for (int[] service : SERVICES) {
            for (int b = 0; b < SIDES; b++) {
                reserve(SIDES);
                int count = 0;
                for (int a : service) {
                    int from = out[source * SIDES + a];
                    int to = in[destination * SIDES + (b - a + SIDES) % SIDES];
                    if (from >= 0 && to >= 0) {
                        first[orders][count] = from;
                        last[orders][count++] = to;
                    }
                }
                first[orders] = Arrays.copyOf(first[orders], count);
                orders++;
            }
        }
        for (int[] service : SERVICES) {
            reserve(SIDES);
            int count = 0;
            for (int a : service) {
                if (out[source * SIDES + a] >= 0) {
                    first[orders][count++] = out[source * SIDES + a];
                }
            }
            first[orders] = Arrays.copyOf(first[orders], count);
            orders++;
        }
    }

    private void rotations(int source) {
        int from = graph.firstSlot(source);
        int degree = graph.firstSlot(source + 1) - from;
        orders = 0;
        reserve(degree);
        for (int i = 0; i < degree; i++) {
            int slot = from + i;
            int at = i;
            while (at > 0 && distance(first[0][at - 1]) > distance(slot)) {
                first[0][at] = first[0][at - 1];
                at--;
            }
            first[0][at] = slot;
        }
        orders = 1;
        for (int turn = 0; turn < Math.min(degree, MAX_ORDERS); turn++) {
            reserve(degree);
            for (int i = 0; i < degree; i++) {
                int place = (i + turn) % degree;
                int half = (degree + 1) / 2; // ports come in pairs, up and down a dimension
                first[orders][i] = from + (place < half ? 2 * place : 2 * (place - half) + 1);
            }
            orders++;
        }
    }

    private int distance(int slot) {
        return search.distance(graph.peer(slot));
    }

    private void reserve(int ports) {
        if (orders == first.length) {
            first = Arrays.copyOf(first, orders + 1);
            last = Arrays.copyOf(last, orders + 1);
        }
        if (first[orders] == null || first[orders].length != ports) {
            first[orders] = new int[ports];
            last[orders] = new int[ports];
        }
        Arrays.fill(last[orders], -1);
    }

    /** The fabric is a torus or mesh of two dimensions. */
    boolean plane() {
        return out != null;
    }

    /** All orders. */
    int orders() {
        return orders;
    }

    /** The orders that are tried first: on a plane those of the thesis, elsewhere all. */
    int firstOrders() {
        return out != null ? SIDES * SIDES : orders;
    }

    /** Paths that an order asks for at most. */
    int size(int order) {
        return first[order].length;
    }

    /**
     * Whether the switches next to the source are kept for the paths that start there. The last orders on a plane
     * reserve no switches and allow any end, since a port may have no path under the other orders.
     */
    boolean reserves(int order) {
        return out == null || order < SERVICES.length * SIDES;
    }

    /** The slot that a path of an order starts with. */
    int first(int order, int path) {
        return first[order][path];
    }

    /** The slot that a path of an order ends with, -1 = any. */
    int last(int order, int path) {
        return last[order][path];
    }
}
