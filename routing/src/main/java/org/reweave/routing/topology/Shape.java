package org.reweave.routing.topology;

import java.util.Arrays;

/** What a generator knows of the regular structure it built, for the engines that need it (dimension-order, d-mod-k).
 *
 *  @param family the kind of structure; {@code IRREGULAR} for files and random graphs
 *  @param dimensions torus, mesh: switches per dimension; k-ary n-tree: {@code [n, k, .., k]} with the tier (0 = top) as coordinate 0 and
 *      the n-1 digits w_{n-2}..w_0 of {@code <w, l>} after it (fat-tree paper, Def. 1); irregular: empty */
public record Shape(Family family, int[] dimensions) {
    /** Families that an engine may ask for. */
    public enum Family {
        TORUS,
        MESH,
        K_ARY_N_TREE,
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
