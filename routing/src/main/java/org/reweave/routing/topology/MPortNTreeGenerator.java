package org.reweave.routing.topology;

import java.util.Arrays;
import java.util.Set;

/**
 * {@code m-port-n-tree:8,3}: n tiers of m-port switches with 2 (m/2)^n NICs, the k-ary n-tree (k = m/2) whose top
 * switches use all their ports downwards, to twice as many subtrees. The MiKANT slides call it the Clos k-ary n-tree.
 *
 * <p>Names, order and ports as {@link KAryNTreeGenerator}, with two differences: digit w_0 (the last one written) runs
 * from 0 to m-1 on every tier but the top one, and the top tier has down ports 1..m. Digits are joined by {@code _}
 * from m = 11 on. Source: Lin, Chung and Huang, "A multiple LID routing scheme for fat-tree-based InfiniBand networks",
 * IPDPS 2004, with the digits numbered as in the fat-tree paper.
 */
public final class MPortNTreeGenerator implements FabricGenerator {
    private static final int MAX_TIERS = 16;

    @Override
    public String name() {
        return "m-port-n-tree";
    }

    @Override
    public String usage() {
        return "m-port-n-tree:M,N (M ports a switch, N tiers), such as m-port-n-tree:8,3";
    }

    @Override
    public Fabric generate(String args) {
        GeneratorArguments arguments = new GeneratorArguments(this, args, 2, Set.of());
        int m = arguments.value(0, "m", 4, GeneratorArguments.MAX_PORTS);
        int n = arguments.value(1, "n", 1, MAX_TIERS);
        if (m % 2 != 0) {
            throw arguments.refuse(
                    "m = " + m + " is odd, half the ports must lead up; use " + (m - 1) + " or " + (m + 1));
        }
        int k = m / 2;
        long top = 1;
        for (int i = 1; i < n; i++) {
            top *= k;
            arguments.requireLids((2L * n - 1) * top, 2L * k * top);
        }
        int[] shape = new int[n];
        Arrays.fill(shape, k);
        shape[n - 1] = m;
        shape[0] = n;
        return new TreeWiring(k, n, true).build(arguments.text(), new Shape(Shape.Family.M_PORT_N_TREE, shape));
    }
}
