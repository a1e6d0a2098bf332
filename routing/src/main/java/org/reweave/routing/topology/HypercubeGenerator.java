package org.reweave.routing.topology;

import java.util.Arrays;
import java.util.Set;

/**
 * {@code hypercube:6}: 2^6 switches, joined where their coordinates differ in one of 6 dimensions.
 *
 * <p>Names: {@code s0_1_1} is the switch at these coordinates of dimensions 0, 1 and 2, its NIC {@code n0_1_1}, or
 * {@code n0_1_1_0}, {@code n0_1_1_1}, .. when it has several. Switches and NICs are ordered by coordinates, the last
 * dimension fastest; links by switch, then dimension, then NICs. Ports: port 1+d leads along dimension d, the NICs
 * follow.
 */
public final class HypercubeGenerator implements FabricGenerator {
    private static final int MAX_DIMENSIONS = 15;

    @Override
    public String name() {
        return "hypercube";
    }

    @Override
    public String usage() {
        return "hypercube:DIMENSIONS[,nics=NICs per switch], such as hypercube:6";
    }

    @Override
    public Fabric generate(String args) {
        GeneratorArguments arguments = new GeneratorArguments(this, args, 1, Set.of("nics"));
        int dimensions = arguments.value(0, "dimensions", 1, MAX_DIMENSIONS);
        int nics = arguments.option("nics", 1, 1, GeneratorArguments.MAX_PORTS);
        int switches = 1 << dimensions;
        arguments.requirePorts((long) dimensions + nics);
        arguments.requireLids(switches, (long) switches * nics);
        int[] sizes = new int[dimensions];
        Arrays.fill(sizes, 2);
        return new DirectWiring(arguments.text(), new Shape(Shape.Family.HYPERCUBE, sizes), nics).build();
    }
}
