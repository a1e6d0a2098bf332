package org.reweave.routing.engine.build;

import java.util.Arrays;
import org.reweave.routing.engine.spi.UnroutableException;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Shape;
import org.reweave.routing.topology.ShapeRules;

/**
 * The switches of a whole regular fabric by their coordinates, for engines that compute the next switch from digits.
 */
public final class ShapePlaces {
    private final Fabric fabric;
    private final int[] sizes;
    private final int[] switchAt; // [coordinates, the last one fastest]; -1 = no such place
    private final int[] coordinates; // [switch * dimensions + dimension]

    /**
     * @param what the fabrics that the engine routes, for the message
     * @throws UnroutableException when the fabric is of another family or lacks switches
     */
    public ShapePlaces(Fabric fabric, String engine, Shape.Family family, String what) {
        Shape shape = fabric.shape();
        if (shape.family() != family) {
            throw new UnroutableException(engine + " routes " + what + ", and " + fabric.name() + " is of the family "
                    + shape.family().title() + "; updown routes any topology");
        }
        int places = ShapeRules.of(shape).places();
        if (places != fabric.switchCount()) {
            throw new UnroutableException(engine + " needs all " + places + " switches of " + shape + ", and "
                    + fabric.name() + " has " + fabric.switchCount() + "; updown routes any topology");
        }
        this.fabric = fabric;
        this.sizes = shape.dimensions();
        int product = 1;
        for (int size : sizes) {
            product *= size;
        }
        this.switchAt = new int[product];
        Arrays.fill(switchAt, -1);
        this.coordinates = new int[places * sizes.length];
        for (int s = 0; s < places; s++) {
            for (int d = 0; d < sizes.length; d++) {
                coordinates[s * sizes.length + d] = fabric.coordinate(s, d);
            }
            switchAt[place(s, -1, 0, -1, 0)] = s;
        }
    }

    /**
     * Checks that NICs are only at switches with 0 in a dimension.
     *
     * @param where what those switches are called, for the message
     * @throws UnroutableException naming a NIC elsewhere
     */
    public void requireNicsAtZero(String engine, int dimension, String where) {
        for (int s = 0; s < fabric.switchCount(); s++) {
            for (int port = 1; port <= fabric.portCount(s); port++) {
                int peer = fabric.peer(s, port);
                if (at(s, dimension) != 0 && peer >= 0 && !fabric.isSwitch(peer)) {
                    throw new UnroutableException(engine + " expects the NICs of " + fabric.name() + " at " + where
                            + " only, and " + fabric.deviceName(peer) + " is at " + fabric.deviceName(s)
                            + "; updown routes any topology");
                }
            }
        }
    }

    public int dimensions() {
        return sizes.length;
    }

    public int size(int dimension) {
        return sizes[dimension];
    }

    /** A switch's coordinate. */
    public int at(int switchDevice, int dimension) {
        return coordinates[switchDevice * sizes.length + dimension];
    }

    /** The switch whose coordinates differ from a switch's in two dimensions at most. */
    public int changed(int switchDevice, int dimension, int value, int otherDimension, int otherValue) {
        return switchAt[place(switchDevice, dimension, value, otherDimension, otherValue)];
    }

    private int place(int s, int dimension, int value, int otherDimension, int otherValue) {
        int place = 0;
        for (int d = 0; d < sizes.length; d++) {
            int digit = d == dimension ? value : d == otherDimension ? otherValue : at(s, d);
            place = place * sizes[d] + digit;
        }
        return place;
    }
}
