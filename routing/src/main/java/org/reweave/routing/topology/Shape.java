package org.reweave.routing.topology;

import java.util.Arrays;
import java.util.Locale;

/**
 * The regular structure that a generator built, for engines that need the structure (dimension-order, d-mod-k).
 *
 * @param family the kind of structure; {@code IRREGULAR} for files and random graphs
 * @param dimensions as {@link RegularFamily} says for families that come with the software; every switch has as many
 *     coordinates ({@link Fabric#coordinate}). {@link ShapeRules} has the places of each family and which of them links
 *     may join
 */
public record Shape(Family family, int[] dimensions) {
    /** A kind of regular structure: what its dimensions and coordinates are. A generator may have one of its own. */
    public interface Family {
        Family TORUS = RegularFamily.TORUS;
        Family MESH = RegularFamily.MESH;
        Family HYPERCUBE = RegularFamily.HYPERCUBE;
        Family K_ARY_N_TREE = RegularFamily.K_ARY_N_TREE;
        Family M_PORT_N_TREE = RegularFamily.M_PORT_N_TREE;
        Family CLOS = RegularFamily.CLOS;
        Family MIKANT = RegularFamily.MIKANT;
        Family KNS = RegularFamily.KNS;
        Family FLATTENED_BUTTERFLY = RegularFamily.FLATTENED_BUTTERFLY;
        Family DRAGONFLY = RegularFamily.DRAGONFLY;
        Family IRREGULAR = RegularFamily.IRREGULAR;

        /** Name of the family in capitals, as written in fabric files. */
        String name();

        /** The family for people: {@code k-ary-n-tree}. */
        default String title() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Whether a fabric may have these dimensions. */
        boolean allows(int[] dimensions);

        /** How many switches a whole fabric has; {@link Integer#MAX_VALUE} for more than that. */
        int places(int[] dimensions);

        /**
         * Whether a switch may have these coordinates.
         *
         * @param at as many as there are dimensions
         */
        boolean contains(int[] dimensions, int[] at);

        /** Whether a link may join the switches at these places. */
        boolean neighbours(int[] dimensions, int[] a, int[] b);
    }

    public static Shape irregular() {
        return new Shape(Family.IRREGULAR, new int[0]);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Shape that && family == that.family && Arrays.equals(dimensions, that.dimensions);
    }

    @Override
    public int hashCode() {
        return 31 * family.hashCode() + Arrays.hashCode(dimensions);
    }

    @Override
    public String toString() {
        return family.name() + Arrays.toString(dimensions);
    }
}
