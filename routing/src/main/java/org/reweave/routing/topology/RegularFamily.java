package org.reweave.routing.topology;

/** Families that come with the software, with their dimensions and coordinates. */
public enum RegularFamily implements Shape.Family {
    /** Switches per dimension; coordinates likewise. */
    TORUS,
    /** Switches per dimension; coordinates likewise. */
    MESH,
    /** 2 per dimension; coordinates 0 and 1. */
    HYPERCUBE,
    /**
     * {@code [n, k, .., k]}; the tier (0 = top), then the n-1 digits w_{n-2}..w_0 of {@code <w, l>} (fat-tree paper,
     * Def. 1).
     */
    K_ARY_N_TREE,
    /**
     * {@code [n, k, .., k, 2k]}; as {@code K_ARY_N_TREE}, w_0 being below k on tier 0 and below 2k = m on the others.
     */
    M_PORT_N_TREE,
    /**
     * {@code [2, leaves, spines]}; 0, 0, its number for a spine and 1, its number, 0 for a leaf. Or {@code [3, pods,
     * leaves, spines, cores]}; 0, 0, 0, plane, core for a core switch, 1, pod, 0, spine, 0 for a spine, 2, pod, leaf,
     * 0, 0 for a leaf ({@link ClosGenerator}).
     */
    CLOS,
    /**
     * {@code [2, n-1, k, .., k]}; the group, the level (0 = with NICs), then the n-1 digits D_{n-2}..D_0 (MiKANT
     * slides).
     */
    MIKANT,
    /**
     * {@code [1 + n s, k, .., k]} with n times k; 0 for a router or 1 + d s + t for a switch on tier t (0 = top; s = 1:
     * the crossbar) of a network of dimension d; then the n coordinates, a switch of dimension d having its place on
     * its tier, 0..k/m-1 with m^s = k, as coordinate of dimension d (KNS §3).
     */
    KNS,
    /** Switches per dimension; coordinates likewise. All switches of a row are neighbours. */
    FLATTENED_BUTTERFLY,
    /** {@code [groups, a]}; the group, then the switch in it ({@link DragonflyGenerator}). */
    DRAGONFLY,
    /** Empty; no coordinates. */
    IRREGULAR;

    @Override
    public boolean allows(int[] dimensions) {
        return new RegularRules(this, dimensions).possible();
    }

    @Override
    public int places(int[] dimensions) {
        return new RegularRules(this, dimensions).places();
    }

    @Override
    public boolean contains(int[] dimensions, int[] at) {
        return new RegularRules(this, dimensions).contains(at);
    }

    @Override
    public boolean neighbours(int[] dimensions, int[] a, int[] b) {
        return new RegularRules(this, dimensions).neighbours(a, b);
    }
}
