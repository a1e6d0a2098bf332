package org.reweave.routing.layout;

import org.reweave.routing.topology.Fabric;

/** Places of switches, and how far a straight line between two of them has to give way to others. */
final class Places {
    private static final double GIVE_WAY = 0.42;
    /** Free space between two blocks of a grid of more than three dimensions, and around groups. */
    private static final double GAP = 1;
    /** One step of the third dimension, to the right and upwards. */
    private static final double DEPTH = 0.8;

    private final double[] x;
    private final double[] y;
    private final Fabric grid;

    /**
     * @param grid the fabric whose switches stand in rows, where long links have to give way to others; null = no rows
     */
    Places(double[] x, double[] y, Fabric grid) {
        this.x = x;
        this.y = y;
        this.grid = grid;
        toOrigin(x);
        toOrigin(y);
    }

    private static void toOrigin(double[] values) {
        double least = Double.POSITIVE_INFINITY;
        for (double value : values) {
            least = Math.min(least, value);
        }
        for (int i = 0; i < values.length; i++) {
            values[i] -= least;
        }
    }

    double[] x() {
        return x;
    }

    double[] y() {
        return y;
    }

    /** How far the middle of a curve between two switches is from the straight line, to the right of the way. */
    double bow(int a, int b) {
        if (grid == null || !passesOthers(a, b)) {
            return 0;
        }
        boolean forward = x[b] - x[a] + y[b] - y[a] > 0; // the same curve, whichever end is named first
        return forward ? GIVE_WAY : -GIVE_WAY;
    }

    /** Whether there are switches between two switches of a row. */
    private boolean passesOthers(int a, int b) {
        int dimensions = grid.shape().dimensions().length;
        for (int d = 0; d < dimensions; d++) {
            int apart = Math.abs(grid.coordinate(a, d) - grid.coordinate(b, d));
            if (apart > 1 || apart == 1 && dimensions > 3 && d >= 2) {
                return true;
            }
        }
        return false;
    }

    /**
     * Rows and columns for two dimensions, rows of rows for more; the third one is drawn obliquely where there are no
     * others.
     */
    static Places grid(Fabric fabric) {
        int switches = fabric.switchCount();
        int[] sizes = fabric.shape().dimensions();
        double[] x = new double[switches];
        double[] y = new double[switches];
        double[] stepX = new double[sizes.length];
        double[] stepY = new double[sizes.length];
        if (sizes.length == 3) {
            double cell = DEPTH * (sizes[2] - 1) + 1 + (sizes[2] > 1 ? GAP / 2 : 0);
            stepX[0] = cell;
            stepY[1] = cell;
            stepX[2] = DEPTH;
            stepY[2] = -DEPTH;
        } else {
            double[] extent = {1, 1};
            for (int d = 0; d < sizes.length; d++) {
                (d % 2 == 0 ? stepX : stepY)[d] = extent[d % 2];
                extent[d % 2] = extent[d % 2] * sizes[d] + (d < 2 && sizes.length <= 2 ? 0 : GAP / 2);
            }
        }
        for (int s = 0; s < switches; s++) {
            for (int d = 0; d < sizes.length; d++) {
                x[s] += fabric.coordinate(s, d) * stepX[d];
                y[s] += fabric.coordinate(s, d) * stepY[d];
            }
        }
        return new Places(x, y, fabric);
    }

    /** One circle. */
    static Places ring(Fabric fabric) {
        int switches = fabric.switchCount();
        double[] x = new double[switches];
        double[] y = new double[switches];
        for (int s = 0; s < switches; s++) {
            onCircle(s, fabric.coordinate(s, 0), fabric.shape().dimensions()[0], 0, x, y);
        }
        return new Places(x, y, null);
    }

    /** Circles of switches along a large circle: the groups of a dragonfly. */
    static Places groups(Fabric fabric) {
        int groups = fabric.shape().dimensions()[0];
        int members = fabric.shape().dimensions()[1];
        double pitch = 2 * radius(members, 1) + 2 * GAP;
        double[] x = new double[fabric.switchCount()];
        double[] y = new double[fabric.switchCount()];
        for (int s = 0; s < x.length; s++) {
            double angle = 2 * StrictMath.PI * fabric.coordinate(s, 0) / groups - StrictMath.PI / 2;
            x[s] = radius(groups, pitch) * StrictMath.cos(angle);
            y[s] = radius(groups, pitch) * StrictMath.sin(angle);
            onCircle(s, fabric.coordinate(s, 1), members, angle, x, y);
        }
        return new Places(x, y, null);
    }

    /** Radius of a circle on which so many things are so far apart. */
    private static double radius(int many, double apart) {
        return many < 2 ? 0 : apart / (2 * StrictMath.sin(StrictMath.PI / many));
    }

    private static void onCircle(int device, int place, int many, double turned, double[] x, double[] y) {
        double angle = 2 * StrictMath.PI * place / many - StrictMath.PI / 2 + turned;
        x[device] += radius(many, 1) * StrictMath.cos(angle);
        y[device] += radius(many, 1) * StrictMath.sin(angle);
    }
}
