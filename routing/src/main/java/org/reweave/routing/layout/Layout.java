package org.reweave.routing.layout;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.FabricCopy;
import org.reweave.routing.topology.Shape;

/**
 * Where the switches of a fabric are drawn. Neighbours are about one unit apart, x goes to the right and y downwards,
 * and both begin at 0. NICs have no place of their own: they belong to their switch.
 *
 * @param x by switch
 * @param y by switch
 * @param bow by link: how far the middle of its curve is from the straight line between its ends, to the right of the
 *     way from end 0 to end 1; 0 = straight, and for links of NICs
 */
public record Layout(double[] x, double[] y, double[] bow) {
    /** Distance between the middles of two cables that join the same switches. */
    private static final double BESIDE = 0.14;

    /** The picture that suits the fabric: a grid, a ring, tiers, groups, or places by distance for other fabrics. */
    public static Layout of(Fabric fabric) {
        return of(fabric, List.of());
    }

    /**
     * The same with cables that the fabric lacks, whose curves come after those of its links.
     *
     * @param more cables between switches
     */
    public static Layout of(Fabric fabric, List<FabricCopy.Link> more) {
        Places places = places(fabric);
        double[] bow = new double[fabric.linkCount() + more.size()];
        Map<Long, Integer> cables = new HashMap<>();
        for (int link = 0; link < bow.length; link++) {
            FabricCopy.Link extra = link < fabric.linkCount() ? null : more.get(link - fabric.linkCount());
            if (extra != null || fabric.isTrunk(link)) {
                int a = extra == null ? fabric.linkDevice(link, 0) : extra.device();
                int b = extra == null ? fabric.linkDevice(link, 1) : extra.peer();
                int earlier = cables.merge(pair(a, b), 1, Integer::sum) - 1;
                double side = a < b ? 1 : -1; // one side for both directions of a cable
                bow[link] = places.bow(a, b) + side * BESIDE * (earlier % 2 == 0 ? -earlier / 2 : (earlier + 1) / 2);
            }
        }
        return new Layout(places.x(), places.y(), bow);
    }

    private static long pair(int a, int b) {
        return (long) Math.min(a, b) << 32 | Math.max(a, b);
    }

    private static Places places(Fabric fabric) {
        Shape.Family family = fabric.shape().family();
        int dimensions = fabric.shape().dimensions().length;
        if (fabric.switchCount() == 0) {
            return Places.grid(fabric);
        }
        if (family == Shape.Family.TORUS || family == Shape.Family.FLATTENED_BUTTERFLY) {
            return dimensions == 1 ? Places.ring(fabric) : Places.grid(fabric);
        }
        if (family == Shape.Family.MESH || family == Shape.Family.HYPERCUBE) {
            return Places.grid(fabric);
        }
        if (family == Shape.Family.DRAGONFLY) {
            return Places.groups(fabric);
        }
        int[] tiers = Tiers.of(fabric);
        return tiers.length > 0 ? Tiers.places(fabric, tiers) : Distances.places(fabric);
    }

    /** The largest x. */
    public double width() {
        return largest(x);
    }

    /** The largest y. */
    public double height() {
        return largest(y);
    }

    private static double largest(double[] values) {
        double largest = 0;
        for (double value : values) {
            largest = Math.max(largest, value);
        }
        return largest;
    }
}
