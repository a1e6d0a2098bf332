package org.reweave.routing.layout;

import java.util.Arrays;
import org.reweave.routing.topology.Fabric;

/**
 * Fabrics without a regular structure: places whose distances are like the numbers of hops (multidimensional scaling
 * from some pivots), then spread by forces, so that no switches lie on each other. Source: Brandes and Pich,
 * "Eigensolver methods for progressive multidimensional scaling of large data", Graph Drawing 2006; Fruchterman and
 * Reingold, "Graph drawing by force-directed placement", 1991.
 */
final class Distances {
    private static final int MOST_PIVOTS = 50;
    private static final int POWER_STEPS = 60;
    private static final int MOST_ROUNDS = 120;
    /** Pairs of switches that the rounds look at together, which is a second of one processor. */
    private static final double MOST_PAIRS = 3e8;

    private final int switches;
    private final int[][] neighbours;

    private Distances(Fabric fabric) {
        this.switches = fabric.switchCount();
        this.neighbours = new int[switches][];
        for (int s = 0; s < switches; s++) {
            neighbours[s] = Neighbours.of(fabric, s);
        }
    }

    static Places places(Fabric fabric) {
        return new Distances(fabric).places();
    }

    private Places places() {
        double[][] centred = centred(distances());
        double[] first = direction(centred, null);
        double[] second = direction(centred, first);
        double[] x = projected(centred, first);
        double[] y = projected(centred, second);
        double scale = 1.2 * StrictMath.sqrt(switches) / Math.max(1e-9, Math.max(extent(x), extent(y)));
        for (int s = 0; s < switches; s++) {
            // Switches with the same neighbours have the same distances: a spiral keeps them apart.
            x[s] = x[s] * scale + 0.05 * StrictMath.cos(2.399963 * s);
            y[s] = y[s] * scale + 0.05 * StrictMath.sin(2.399963 * s);
        }
        spread(x, y);
        double nearest = nearest(x, y);
        for (int s = 0; s < switches; s++) {
            x[s] /= nearest;
            y[s] /= nearest;
        }
        return new Places(x, y, null);
    }

    /** Distances by pivot and switch; the next pivot is the switch that is farthest from those before. */
    private int[][] distances() {
        int[][] distances = new int[Math.min(MOST_PIVOTS, switches)][];
        int[] nearest = new int[switches];
        Arrays.fill(nearest, Integer.MAX_VALUE);
        int pivot = 0;
        for (int p = 0; p < distances.length; p++) {
            distances[p] = hops(pivot);
            for (int s = 0; s < switches; s++) {
                nearest[s] = Math.min(nearest[s], distances[p][s]);
            }
            pivot = 0;
            for (int s = 1; s < switches; s++) {
                pivot = nearest[s] > nearest[pivot] ? s : pivot;
            }
        }
        return distances;
    }

    private int[] hops(int from) {
        int[] hops = new int[switches];
        Arrays.fill(hops, -1);
        int[] queue = new int[switches];
        hops[from] = 0;
        queue[0] = from;
        int reached = 1;
        for (int i = 0; i < reached; i++) {
            for (int peer : neighbours[queue[i]]) {
                if (hops[peer] < 0) {
                    hops[peer] = hops[queue[i]] + 1;
                    queue[reached++] = peer;
                }
            }
        }
        int far = hops[queue[reached - 1]] + 2; // other parts of the fabric stand apart
        for (int s = 0; s < switches; s++) {
            hops[s] = hops[s] < 0 ? far : hops[s];
        }
        return hops;
    }

    /** Squared distances, each less the means of its row and its column. */
    private double[][] centred(int[][] distances) {
        int pivots = distances.length;
        double[][] centred = new double[pivots][switches];
        double[] bySwitch = new double[switches];
        for (int p = 0; p < pivots; p++) {
            double mean = 0;
            for (int s = 0; s < switches; s++) {
                centred[p][s] = -0.5 * distances[p][s] * distances[p][s];
                mean += centred[p][s] / switches;
            }
            for (int s = 0; s < switches; s++) {
                centred[p][s] -= mean;
                bySwitch[s] += centred[p][s] / pivots;
            }
        }
        for (double[] row : centred) {
            for (int s = 0; s < switches; s++) {
                row[s] -= bySwitch[s];
            }
        }
        return centred;
    }

    /** The direction of the largest extent among pivots, by power iteration, at right angles to another one. */
    private double[] direction(double[][] centred, double[] other) {
        double[] direction = new double[centred.length];
        for (int p = 0; p < direction.length; p++) {
            direction[p] = 1 + StrictMath.sin(p + 1.0);
        }
        for (int step = 0; step < POWER_STEPS; step++) {
            double[] places = projected(centred, direction);
            double along = 0;
            for (int p = 0; p < direction.length; p++) {
                direction[p] = dot(centred[p], places);
                along += other == null ? 0 : direction[p] * other[p];
            }
            double length = 0;
            for (int p = 0; p < direction.length; p++) {
                direction[p] -= other == null ? 0 : along * other[p];
                length += direction[p] * direction[p];
            }
            length = StrictMath.sqrt(length);
            for (int p = 0; p < direction.length; p++) {
                direction[p] = length < 1e-12 ? 0 : direction[p] / length;
            }
        }
        return direction;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private double[] projected(double[][] centred, double[] direction) {
        double[] places = new double[switches];
        for (int p = 0; p < centred.length; p++) {
            for (int s = 0; s < switches; s++) {
                places[s] += centred[p][s] * direction[p];
            }
        }
        return places;
    }

    private static double extent(double[] values) {
        return Arrays.stream(values).max().orElse(0)
                - Arrays.stream(values).min().orElse(0);
    }

    /** Links pull their ends together, and all switches push each other away, less and less far. */
    private void spread(double[] x, double[] y) {
        int rounds = (int) Math.min(MOST_ROUNDS, MOST_PAIRS / ((double) switches * switches));
        double[] dx = new double[switches];
        double[] dy = new double[switches];
        for (int round = 0; round < rounds; round++) {
            Arrays.fill(dx, 0);
            Arrays.fill(dy, 0);
            for (int a = 0; a < switches; a++) {
                for (int b = a + 1; b < switches; b++) {
                    double square = Math.max(1e-4, square(x[a] - x[b]) + square(y[a] - y[b]));
                    push(a, b, 1 / square, x, dx);
                    push(a, b, 1 / square, y, dy);
                }
                for (int b : neighbours[a]) {
                    double pull = -StrictMath.sqrt(square(x[a] - x[b]) + square(y[a] - y[b])) / 2;
                    push(a, b, pull, x, dx);
                    push(a, b, pull, y, dy);
                }
            }
            double most = 0.1 * StrictMath.sqrt(switches) * (rounds - round) / rounds;
            for (int s = 0; s < switches; s++) {
                double length = StrictMath.sqrt(square(dx[s]) + square(dy[s]));
                double step = length > most ? most / length : 1;
                x[s] += step * dx[s];
                y[s] += step * dy[s];
            }
        }
    }

    /** Mean distance of a switch from the one that is nearest to it; 1 for a single switch. */
    private double nearest(double[] x, double[] y) {
        double sum = 0;
        for (int a = 0; a < switches; a++) {
            double least = Double.MAX_VALUE;
            for (int b = 0; b < switches; b++) {
                least = a == b ? least : Math.min(least, square(x[a] - x[b]) + square(y[a] - y[b]));
            }
            sum += StrictMath.sqrt(least);
        }
        return switches < 2 ? 1 : Math.max(1e-9, sum / switches);
    }

    private static void push(int a, int b, double force, double[] at, double[] moves) {
        double along = (at[a] - at[b]) * force;
        moves[a] += along;
        moves[b] -= along;
    }

    private static double square(double value) {
        return value * value;
    }
}
