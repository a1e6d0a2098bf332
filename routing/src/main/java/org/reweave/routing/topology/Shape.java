package org.reweave.routing.topology;

import java.util.Arrays;

/** What a generator knows of the regular structure it built, for the engines that need it (dimension-order, d-mod-k).
 *
 *  @param family the kind of structure; {@code IRREGULAR} for files and random graphs
 *  @param dimensions as {@link Family} says; every switch has as many coordinates ({@link Fabric#coordinate}). {@link ShapeRules} has
 *      the places of each family and which of them links may join */
public record Shape(Family family, int[] dimensions) {
    /** Families that an engine may ask for, with their dimensions and coordinates. */
    public enum Family {
        /** Switches per dimension; coordinates likewise. */
        TORUS,
        /** Switches per dimension; coordinates likewise. */
        MESH,
        /** {@code [n, k, .., k]}; the tier (0 = top), then the n-1 digits w_{n-2}..w_0 of {@code <w, l>} (fat-tree paper, Def. 1). */
        K_ARY_N_TREE,
        /** {@code [2, n-1, k, .., k]}; the group, the level (0 = with NICs), then the n-1 digits D_{n-2}..D_0 (MiKANT slides). */
        MIKANT,
        /** {@code [1 + n s, k, .., k]} with n times k; 0 for a router or 1 + d s + t for a switch on tier t (0 = top; s = 1: the crossbar)
         *  of a network of dimension d; then the n coordinates, a switch of dimension d having its place on its tier, 0..k/m-1 with
         *  m^s = k, as coordinate of dimension d (KNS §3). */
        KNS,
        /** Empty; no coordinates. */
        IRREGULAR
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
        return family + Arrays.toString(dimensions);
    }
}
