package org.reweave.routing.topology;

import java.util.Set;

/**
 * Builds tori and meshes.
 *
 * <p>Order: switches by coordinates, the last dimension fastest; NICs in the order of their switches; links by switch,
 * then dimension, then NICs. Names: {@code s3_5} is the switch at coordinate 3 of dimension 0 and 5 of dimension 1; its
 * NIC is {@code n3_5}, or {@code n3_5_0}, {@code n3_5_1}, .. when it has several.
 *
 * <p>Ports: 1 and 2 lead up and down dimension 0, 3 and 4 dimension 1, and so on, then come the NICs. The numbers are
 * the same on every switch: at the edge of a mesh, and in a dimension of size 1, ports stay empty. The wraparound of a
 * size-2 dimension is its one link (routing/docs/topologies.md), and on a torus it sits in the "up" port at both ends.
 */
final class GridWiring {
    private static final int MAX_DIMENSIONS = 16;

    private final int[] sizes;
    private final boolean wraps;
    private final int nicsPerSwitch;
    private final int[] stride; // switches between neighbours of a dimension
    private final int switchCount;

    private GridWiring(int[] sizes, boolean wraps, int nicsPerSwitch) {
        this.sizes = sizes;
        this.wraps = wraps;
        this.nicsPerSwitch = nicsPerSwitch;
        this.stride = new int[sizes.length];
        int product = 1;
        for (int d = sizes.length - 1; d >= 0; d--) {
            stride[d] = product;
            product *= sizes[d];
        }
        this.switchCount = product;
    }

    static Fabric generate(FabricGenerator generator, String args, boolean wraps) {
        GeneratorArguments arguments = new GeneratorArguments(generator, args, 1, Set.of("nics"));
        int[] sizes = arguments.sizes(0, "size of dimension", 1, Addressing.LID24.largest());
        int nics = arguments.option("nics", 1, 1, GeneratorArguments.MAX_PORTS);
        if (sizes.length > MAX_DIMENSIONS) {
            throw arguments.refuse(sizes.length + " dimensions > " + MAX_DIMENSIONS + "; use fewer");
        }
        arguments.requirePorts(2L * sizes.length + nics);
        long switches = 1;
        for (int size : sizes) {
            switches *= size;
            arguments.requireLids(switches, switches * nics);
        }
        return new GridWiring(sizes, wraps, nics).build(arguments.text());
    }

    /** The port that leads to the next higher coordinate of a dimension. */
    static int plusPort(int dimension) {
        return 2 * dimension + 1;
    }

    /** The port that leads to the next lower coordinate of a dimension. */
    static int minusPort(int dimension) {
        return 2 * dimension + 2;
    }

    private Fabric build(String name) {
        Shape.Family family = wraps ? Shape.Family.TORUS : Shape.Family.MESH;
        FabricBuilder builder = new FabricBuilder(name, new Shape(family, sizes.clone()));
        int firstNicPort = 2 * sizes.length + 1;
        FabricBuilder.Node[] switches = new FabricBuilder.Node[switchCount];
        for (int s = 0; s < switchCount; s++) {
            int[] at = coordinates(s);
            switches[s] = builder.addSwitch("s" + Digits.joined(at), firstNicPort - 1 + nicsPerSwitch, at);
        }
        for (int s = 0; s < switchCount; s++) {
            int[] at = coordinates(s);
            for (int d = 0; d < sizes.length; d++) {
                connectUp(builder, switches, s, at, d);
            }
            for (int i = 0; i < nicsPerSwitch; i++) {
                String suffix = nicsPerSwitch == 1 ? "" : "_" + i;
                builder.connect(builder.addNic("n" + Digits.joined(at) + suffix, 1), 1, switches[s], firstNicPort + i);
            }
        }
        return builder.build();
    }

    private void connectUp(FabricBuilder builder, FabricBuilder.Node[] switches, int s, int[] at, int d) {
        boolean last = at[d] == sizes[d] - 1;
        if (!last) {
            boolean onlyLinkOfTorus = wraps && sizes[d] == 2;
            builder.connect(
                    switches[s], plusPort(d), switches[s + stride[d]], onlyLinkOfTorus ? plusPort(d) : minusPort(d));
        } else if (wraps && sizes[d] > 2) {
            builder.connect(switches[s], plusPort(d), switches[s - (sizes[d] - 1) * stride[d]], minusPort(d));
        }
    }

    private int[] coordinates(int s) {
        int[] at = new int[sizes.length];
        for (int d = 0; d < sizes.length; d++) {
            at[d] = s / stride[d] % sizes[d];
        }
        return at;
    }
}
