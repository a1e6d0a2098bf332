package org.reweave.routing.topology;

import java.util.Arrays;
import java.util.Set;

/**
 * {@code k-ary-n-tree:4,3}: n tiers of k^(n-1) switches, tier 0 on top, and k NICs under each switch of the bottom
 * tier.
 *
 * <p>Switches {@code <w,l>} and {@code <w',l+1>} are joined iff w_i = w'_i for all i != l (fat-tree paper, Def. 1;
 * routing/docs/topologies.md).
 *
 * <p>Names: {@code t1_012} is tier 1, digits w_{n-2}..w_0; {@code p0123} is the NIC at the bottom switch of digits 012,
 * in its down port for digit 3 (p_{n-1} of Def. 1, written last so that a NIC's name starts like its switch's). From k
 * = 11 on digits are joined by {@code _}. Switches and NICs are ordered by name: tier by tier, digits as written.
 *
 * <p>Ports: down ports are 1..k and up ports k+1..2k on every switch; tier 0 has nothing in its up ports. Down port 1+d
 * leads to the lower switch whose digit l is d (or to the NIC of last digit d), up port k+1+d to the upper switch whose
 * digit l is d, where l is the upper switch's tier.
 */
public final class KAryNTreeGenerator implements FabricGenerator {
    private static final int MAX_ARITY = GeneratorArguments.MAX_PORTS / 2;
    private static final int MAX_TIERS = 16;

    @Override
    public String name() {
        return "k-ary-n-tree";
    }

    @Override
    public String usage() {
        return "k-ary-n-tree:K,N (K ports down, N tiers), such as k-ary-n-tree:4,3";
    }

    @Override
    public Fabric generate(String args) {
        GeneratorArguments arguments = new GeneratorArguments(this, args, 2, Set.of());
        int k = arguments.value(0, "k", 2, MAX_ARITY);
        int n = arguments.value(1, "n", 1, MAX_TIERS);
        long perTier = 1;
        for (int i = 1; i < n; i++) {
            perTier *= k;
            arguments.requireLids(perTier * n, perTier * k);
        }
        int[] shape = new int[n];
        Arrays.fill(shape, k);
        shape[0] = n;
        return new TreeWiring(k, n, false).build(arguments.text(), new Shape(Shape.Family.K_ARY_N_TREE, shape));
    }
}
