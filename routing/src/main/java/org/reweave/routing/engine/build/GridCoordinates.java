package org.reweave.routing.engine.build;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Shape;

/**
 * Distances and directions on a torus, a mesh or a hypercube (a mesh with 2 switches in each dimension), and its
 * datelines. Each wrapped dimension (a torus's of more than 2 switches; a size of 2 has one link and no ring) has its
 * dateline on the link between its last and its first coordinate, and one bit of the service level: the b-th wrapped
 * dimension has bit b.
 *
 * <p>Where both ways round a ring are equally long, {@link Ties} decide.
 */
public final class GridCoordinates {
    /** The way round a ring to a destination that is exactly half the ring away. */
    public enum Ties {
        /**
         * Towards plus for destinations whose coordinates have an even sum, else towards minus: a function of the
         * destination, as forwarding tables need it, under which both directions carry as much.
         */
        ALTERNATE,
        /** Always towards plus. */
        PLUS
    }

    private static final Set<Shape.Family> FAMILIES =
            Set.of(Shape.Family.TORUS, Shape.Family.MESH, Shape.Family.HYPERCUBE);

    private final int[] sizes;
    private final int[][] coordinate; // [dimension][switch]
    private final int[][] plus; // [dimension][switch]: the neighbour one hop towards plus, around the ring
    private final int[][] minus;
    private final boolean torus;
    private final int[] stride;
    private final int[] switchAt; // [sum of coordinate * stride]
    private final int[] lastFirst; // switches in the order of their places, the last dimension running fastest
    private final boolean inOrder; // this is the order of their numbers
    private final int[] datelineBit; // [dimension]; -1 = no ring
    private final boolean[] tiesGoPlus; // [destination]
    private final boolean alternates;
    private final int wrapped;

    /** @throws UnroutableException when the fabric is no torus or mesh, or lacks switches of it */
    public GridCoordinates(Fabric fabric, String engine, Ties ties) {
        Shape shape = fabric.shape();
        if (!FAMILIES.contains(shape.family())) {
            throw new UnroutableException(engine + " routes tori, meshes and hypercubes, and " + fabric.name()
                    + " is of the family " + shape.family().title() + "; updown routes any topology");
        }
        this.sizes = shape.dimensions();
        this.torus = shape.family() == Shape.Family.TORUS;
        this.stride = new int[sizes.length];
        this.datelineBit = new int[sizes.length];
        int total = 1;
        int bits = 0;
        for (int d = 0; d < sizes.length; d++) {
            stride[d] = total;
            total *= sizes[d];
            datelineBit[d] = torus && sizes[d] > 2 ? bits++ : -1;
        }
        this.wrapped = bits;
        this.switchAt = new int[total];
        Arrays.fill(switchAt, -1);
        int placed = 0;
        this.coordinate = new int[sizes.length][fabric.switchCount()];
        for (int s = 0; s < fabric.switchCount(); s++) {
            for (int d = 0; d < sizes.length; d++) {
                coordinate[d][s] = fabric.coordinate(s, d);
            }
            int at = place(s);
            placed += switchAt[at] < 0 ? 1 : 0;
            switchAt[at] = s;
        }
        if (placed != total || placed != fabric.switchCount()) {
            throw new UnroutableException(engine + " needs a switch at each place of " + shape + ", and "
                    + fabric.name() + " has " + fabric.switchCount() + " switches at " + placed + " of " + total
                    + " places; updown routes any topology");
        }
        this.lastFirst = lastFirst();
        this.inOrder = IntStream.range(0, total).allMatch(at -> lastFirst[at] == at);
        this.alternates = ties == Ties.ALTERNATE;
        this.tiesGoPlus = new boolean[fabric.switchCount()];
        for (int s = 0; s < tiesGoPlus.length; s++) {
            int sum = 0;
            for (int[] ofDimension : coordinate) {
                sum += ofDimension[s];
            }
            tiesGoPlus[s] = !alternates || sum % 2 == 0;
        }
        this.plus = neighbours(1);
        this.minus = neighbours(-1);
    }

    private int[] lastFirst() {
        int[] order = new int[switchAt.length];
        for (int s = 0; s < order.length; s++) {
            int at = 0;
            for (int d = 0; d < sizes.length; d++) {
                at = at * sizes[d] + coordinate[d][s];
            }
            order[at] = s;
        }
        return order;
    }

    private int[][] neighbours(int sign) {
        int[][] neighbours = new int[sizes.length][switchAt.length];
        for (int d = 0; d < sizes.length; d++) {
            for (int s = 0; s < switchAt.length; s++) {
                int stepped = Math.floorMod(coordinate[d][s] + sign, sizes[d]);
                neighbours[d][s] = switchAt[place(s) + (stepped - coordinate[d][s]) * stride[d]];
            }
        }
        return neighbours;
    }

    public int wrappedDimensions() {
        return wrapped;
    }

    /** Hops in a dimension, minimal: positive towards plus, negative towards minus. */
    private int offset(int from, int to, int dimension) {
        return hops(coordinate[dimension][from], coordinate[dimension][to], sizes[dimension], tiesGoPlus[to]);
    }

    private int hops(int from, int to, int size, boolean tieGoesPlus) {
        int forward = to - from;
        if (!torus) {
            return forward;
        }
        int around = forward < 0 ? forward + size : forward;
        return 2 * around < size || 2 * around == size && tieGoesPlus ? around : around - size;
    }

    /** The switch one hop nearer in the lowest dimension in which two different switches differ. */
    public int next(int from, int to) {
        int dimension = 0;
        while (coordinate[dimension][from] == coordinate[dimension][to]) {
            dimension++;
        }
        return (offset(from, to, dimension) > 0 ? plus : minus)[dimension][from];
    }

    /**
     * The ports to {@link #next} for all destinations but the switch itself, whose entry has no meaning.
     *
     * @param portTo by neighbour; 0 = no port leads there
     * @param ways by destination
     * @return whether all of them are there; if not, entries have no meaning
     */
    public boolean waysToAll(int from, byte[] portTo, byte[] ways) {
        byte[][] withPlus = steps(from, true, portTo);
        byte[][] withMinus = steps(from, false, portTo);
        for (int d = 0; d < sizes.length; d++) {
            for (int at = 0; at < sizes[d]; at++) {
                boolean hasPort = withPlus[d][at] != 0 && withMinus[d][at] != 0;
                if (at != coordinate[d][from] && !hasPort) {
                    return false;
                }
            }
        }
        byte[] byPlace = inOrder ? ways : new byte[lastFirst.length];
        fill(from, 0, 0, lastFirst.length, withPlus, withMinus, byPlace);
        for (int place = 0; place < lastFirst.length && !inOrder; place++) {
            ways[lastFirst[place]] = byPlace[place];
        }
        return true;
    }

    /**
     * Fills in the places of all that agree with a switch in the dimensions before one; those with another coordinate
     * in that dimension lie together, and are reached by the same step but for ties.
     */
    private void fill(int from, int dimension, int start, int end, byte[][] withPlus, byte[][] withMinus, byte[] ways) {
        int length = (end - start) / sizes[dimension];
        for (int at = 0; at < sizes[dimension]; at++) {
            int first = start + at * length;
            byte plusTie = withPlus[dimension][at];
            byte minusTie = withMinus[dimension][at];
            if (at == coordinate[dimension][from]) {
                if (length > 1) {
                    fill(from, dimension + 1, first, first + length, withPlus, withMinus, ways);
                }
            } else if (plusTie == minusTie) {
                Arrays.fill(ways, first, first + length, plusTie);
            } else {
                for (int place = first; place < first + length; place++) {
                    ways[place] = tiesGoPlus[lastFirst[place]] ? plusTie : minusTie;
                }
            }
        }
    }

    /** The port to the next switch by dimension and coordinate of a destination; 0 = where the switch is, or none. */
    private byte[][] steps(int from, boolean tieGoesPlus, byte[] portTo) {
        byte[][] step = new byte[sizes.length][];
        for (int d = 0; d < sizes.length; d++) {
            step[d] = new byte[sizes[d]];
            for (int at = 0; at < sizes[d]; at++) {
                int hops = hops(coordinate[d][from], at, sizes[d], tieGoesPlus);
                step[d][at] = hops == 0 ? 0 : portTo[(hops > 0 ? plus : minus)[d][from]];
            }
        }
        return step;
    }

    /**
     * The rings, in one direction each, that minimal paths close: each channel waits for the next one if a path over
     * both exists. So it is in both directions of a ring of 5 or more switches, and in none of one of 3. In a ring of 4
     * all such paths are ties: {@link #tiesClose}.
     *
     * @return the switches of each ring, in its direction
     */
    public List<int[]> closedRings() {
        List<int[]> rings = new ArrayList<>();
        for (int d = 0; d < sizes.length; d++) {
            int size = sizes[d];
            for (int sign = 1; sign >= -1 && datelineBit[d] >= 0; sign -= 2) {
                boolean isClosed = size >= 5 || size == 4 && tiesClose(d, sign);
                for (int start = 0; start < switchAt.length && isClosed; start++) {
                    if (start / stride[d] % size == 0) {
                        int[] ring = new int[size];
                        for (int i = 0; i < size; i++) {
                            ring[i] = switchAt[start + Math.floorMod(sign * i, size) * stride[d]];
                        }
                        rings.add(ring);
                    }
                }
            }
        }
        return rings;
    }

    /**
     * Whether each channel of a ring of 4 has a tie that goes over it and the next one. Alternating ties go one way to
     * every second switch of the ring, and to the others only with a later dimension still to be corrected.
     */
    private boolean tiesClose(int dimension, int sign) {
        boolean hasLater = false;
        for (int d = dimension + 1; d < sizes.length; d++) {
            hasLater |= sizes[d] > 1;
        }
        return alternates ? hasLater : sign > 0;
    }

    private int place(int switchDevice) {
        int at = 0;
        for (int d = 0; d < sizes.length; d++) {
            at += coordinate[d][switchDevice] * stride[d];
        }
        return at;
    }

    /** One bit per wrapped dimension: the minimal path crosses its dateline. */
    public int datelinesCrossed(int from, int to) {
        int crossed = 0;
        for (int d = 0; d < sizes.length; d++) {
            if (datelineBit[d] >= 0) {
                int end = coordinate[d][from] + offset(from, to, d);
                crossed |= end < 0 || end >= sizes[d] ? 1 << datelineBit[d] : 0;
            }
        }
        return crossed;
    }

    /** The dateline bit of the dimension in which two neighbours differ; -1 where that is no ring. */
    public int datelineBit(int from, int neighbour) {
        for (int d = 0; d < sizes.length; d++) {
            if (coordinate[d][from] != coordinate[d][neighbour]) {
                return datelineBit[d];
            }
        }
        return -1;
    }
}
