package org.reweave.routing.topology;

import java.util.Arrays;

/**
 * What a generator knows of the regular structure it built, for the engines that need it (dimension-order, d-mod-k).
 *
 * @param family the kind of structure; {@code IRREGULAR} for files and random graphs
 * @param dimensions as {@link Family} says; every switch has as many coordinates ({@link Fabric#coordinate}).
 *     {@link ShapeRules} has the places of each family and which of them links may join
 */
public record Shape(Family family, int[] dimensions) {
    /** Families that an engine may ask for, with their dimensions and coordinates. */
    public enum Family {
        /** Switches per dimension; coordinates likewise. */
        TORUS,
        /** Switches per dimension; coordinates likewise. */
        MESH,
        /** 2 per dimension; coordinates 0 and 1. */
        HYPERCUBE,
        /**
         * {@code [n, k, .., k]}; the tier (0 = top), then the n-1 digits w_{n-2}..w_0 of {@code <w, l>} (fat-tree
         * paper, Def. 1).
         */
        K_ARY_N_TREE,
        /**
         * {@code [n, k, .., k, 2k]}; as {@code K_ARY_N_TREE}, w_0 being below k on tier 0 and below 2k = m on the
         * others.
         */
        M_PORT_N_TREE,
        /**
         * {@code [2, leaves, spines]}; 0, 0, its number for a spine and 1, its number, 0 for a leaf. Or {@code [3,
         * pods, leaves, spines, cores]}; 0, 0, 0, plane, core for a core switch, 1, pod, 0, spine, 0 for a spine, 2,
         * pod, leaf, 0, 0 for a leaf ({@link ClosGenerator}).
         */
        CLOS,
        /**
         * {@code [2, n-1, k, .., k]}; the group, the level (0 = with NICs), then the n-1 digits D_{n-2}..D_0 (MiKANT
         * slides).
         */
        MIKANT,
        /**
         * {@code [1 + n s, k, .., k]} with n times k; 0 for a router or 1 + d s + t for a switch on tier t (0 = top; s
         * = 1: the crossbar) of a network of dimension d; then the n coordinates, a switch of dimension d having its
         * place on its tier, 0..k/m-1 with m^s = k, as coordinate of dimension d (KNS §3).
         */
        KNS,
        /** Switches per dimension; coordinates likewise. All switches of a row are neighbours. */
        FLATTENED_BUTTERFLY,
        /** {@code [groups, a]}; the group, then the switch in it ({@link DragonflyGenerator}). */
        DRAGONFLY,
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
