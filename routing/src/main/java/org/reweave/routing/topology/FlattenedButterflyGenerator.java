package org.reweave.routing.topology;

import java.util.Arrays;
import java.util.Set;

/**
 * {@code flattened-butterfly:4,3}: the k-ary n-flat, k^(n-1) switches in n-1 dimensions with k NICs each, every switch
 * joined to the k-1 others of its row in each dimension. {@code nics} gives another concentration.
 *
 * <p>Names: {@code s3_1} is the switch at these coordinates, {@code n3_1_0} its first NIC. Switches and NICs are
 * ordered by coordinates, the last dimension fastest; links by switch, then dimension, then coordinate, then NICs.
 * Ports: 1+d(k-1) .. (d+1)(k-1) lead along dimension d to the others of the row in increasing coordinate, the NICs
 * follow. Source: Kim, Dally and Abts, "Flattened butterfly: a cost-efficient topology for high-radix networks", ISCA
 * 2007; KNS §3 names it.
 */
public final class FlattenedButterflyGenerator implements FabricGenerator {
    private static final int MAX_N = 16;

    @Override
    public String name() {
        return "flattened-butterfly";
    }

    @Override
    public String usage() {
        return "flattened-butterfly:K,N[,nics=NICs per switch] (K switches in each of N-1 dimensions, K NICs each),"
                + " such as flattened-butterfly:4,3";
    }

    @Override
    public Fabric generate(String args) {
        GeneratorArguments arguments = new GeneratorArguments(this, args, 2, Set.of("nics"));
        int k = arguments.value(0, "k", 2, GeneratorArguments.MAX_PORTS);
        int n = arguments.value(1, "n", 2, MAX_N);
        int nics = arguments.option("nics", k, 1, GeneratorArguments.MAX_PORTS);
        arguments.requirePorts((n - 1L) * (k - 1) + nics);
        long switches = 1;
        for (int d = 0; d < n - 1; d++) {
            switches *= k;
            arguments.requireLids(switches, switches * nics);
        }
        int[] sizes = new int[n - 1];
        Arrays.fill(sizes, k);
        return new DirectWiring(arguments.text(), new Shape(Shape.Family.FLATTENED_BUTTERFLY, sizes), nics).build();
    }
}
