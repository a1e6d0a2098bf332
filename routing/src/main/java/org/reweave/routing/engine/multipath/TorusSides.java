package org.reweave.routing.engine.multipath;

import java.util.Arrays;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Shape;
import org.reweave.routing.topology.SwitchGraph;

/**
 * A torus by directions: direction {@code 2 * dimension} leads down a dimension, {@code 2 * dimension + 1} up, around
 * the ring at its ends. All switches are there; links may be missing.
 */
final class TorusSides {
    private static final int LEAST_SIZE = 3;

    private final int[] sizes;
    private final int[] coordinate; // [switch * dimensions + dimension]
    private final int[] slot; // [switch * directions + direction], -1 = no working link there
    private final int[] direction; // [slot]
    private final int missing; // directions of switches without a working link

    /**
     * @throws UnroutableException when the fabric is no torus of two or more dimensions of at least 3 switches, or
     *     lacks switches
     */
    TorusSides(String engine, Fabric fabric, SwitchGraph graph) {
        Shape shape = fabric.shape();
        this.sizes = shape.dimensions();
        boolean torus = shape.family() == Shape.Family.TORUS && sizes.length >= 2;
        for (int size : sizes) {
            torus &= size >= LEAST_SIZE;
        }
        if (!torus) {
            throw new UnroutableException(engine + " routes tori of two or more dimensions of at least " + LEAST_SIZE
                    + " switches, and " + fabric.name() + " is " + shape + "; tftr and updown route any topology");
        }
        int dimensions = sizes.length;
        this.coordinate = new int[graph.switchCount() * dimensions];
        this.slot = new int[graph.switchCount() * directions()];
        this.direction = new int[graph.slotCount()];
        Arrays.fill(slot, -1);
        for (int s = 0; s < graph.switchCount(); s++) {
            for (int d = 0; d < dimensions; d++) {
                coordinate[s * dimensions + d] = fabric.coordinate(s, d);
            }
        }
        int found = 0;
        long places = Arrays.stream(sizes).asLongStream().reduce(1, (a, b) -> a * b);
        for (int s = 0; s < graph.switchCount(); s++) {
            for (int out = graph.firstSlot(s); out < graph.firstSlot(s + 1); out++) {
                direction[out] = directionTo(s, graph.peer(out));
                found += slot[s * directions() + direction[out]] < 0 ? 1 : 0;
                slot[s * directions() + direction[out]] = out;
            }
        }
        if (graph.switchCount() != places) {
            throw new UnroutableException(engine + " needs every switch of " + shape + ", and " + fabric.name()
                    + " has " + graph.switchCount() + " of " + places + "; tftr and updown do without");
        }
        this.missing = slot.length - found;
    }

    private int directionTo(int from, int to) {
        int dimension = 0;
        while (coordinate(from, dimension) == coordinate(to, dimension)) {
            dimension++;
        }
        int step = Math.floorMod(coordinate(to, dimension) - coordinate(from, dimension), sizes[dimension]);
        return 2 * dimension + (step == 1 ? 1 : 0);
    }

    int dimensions() {
        return sizes.length;
    }

    int directions() {
        return 2 * sizes.length;
    }

    int size(int dimension) {
        return sizes[dimension];
    }

    int coordinate(int switchDevice, int dimension) {
        return coordinate[switchDevice * sizes.length + dimension];
    }

    boolean last(int switchDevice, int dimension) {
        return coordinate(switchDevice, dimension) == sizes[dimension] - 1;
    }

    /** Every switch has a working link in every direction. */
    boolean isWhole() {
        return missing == 0;
    }

    /** The switch at the place of a switch of another torus of the same sizes. */
    int switchAt(TorusSides other, int switchThere) {
        for (int s = 0; s * sizes.length < coordinate.length; s++) {
            if (samePlace(s, other, switchThere)) {
                return s;
            }
        }
        throw new IllegalArgumentException("switch " + switchThere + " lies outside of " + Arrays.toString(sizes));
    }

    private boolean samePlace(int s, TorusSides other, int switchThere) {
        boolean same = true;
        for (int d = 0; d < sizes.length; d++) {
            same &= coordinate(s, d) == other.coordinate(switchThere, d);
        }
        return same;
    }

    /** The slot of a switch in a direction, -1 where no working link leads there. */
    int slot(int switchDevice, int direction) {
        return slot[switchDevice * directions() + direction];
    }

    int direction(int slot) {
        return direction[slot];
    }
}
