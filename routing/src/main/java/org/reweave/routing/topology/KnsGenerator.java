package org.reweave.routing.topology;

import java.util.Arrays;
import java.util.Set;

/**
 * {@code kns:32,2}: the k-ary n-direct s-indirect topology, k^n routers in n dimensions, where the k routers of each
 * row of each dimension are joined by a network of their own: one crossbar switch (s = 1), or a fat tree of s stages (s
 * > 1), which is an m-ary s-tree with m^s = k.
 *
 * <p>Names: {@code r3_5} is the router at coordinate 3 of dimension 0 and 5 of dimension 1; {@code n3_5} its NIC, or
 * {@code n3_5_0}, {@code n3_5_1}, .. when it has several. {@code x0_5} is the crossbar of the row of dimension 0 whose
 * other coordinates are 5 (in increasing dimension). With s > 1, {@code x0_5_t1_2} is the switch of that row's tree on
 * tier 1 (0 = top) with digits 2, digits being written as in {@link KAryNTreeGenerator}; the row's router at coordinate
 * x is below the bottom switch of digits x / m.
 *
 * <p>Order: routers by coordinates, the last dimension fastest; then networks by dimension, other coordinates, tier and
 * digits. Links: network by network, its own from the top down, then its routers' by coordinate; NICs last.
 *
 * <p>Ports: a router's port 1+d leads into dimension d, its NICs follow. A crossbar's port 1+x leads to the router at
 * coordinate x. A tree's switch has down ports 1..m and up ports m+1..2m; bottom down port 1+i leads to the router at
 * coordinate x with x mod m = i. Source: KNS §3; routing/docs/topologies.md. Deviation: the paper leaves the fat tree's
 * arity open.
 */
public final class KnsGenerator implements FabricGenerator {
    private static final int MAX_DIMENSIONS = 15;
    private static final int MAX_STAGES = 8;

    @Override
    public String name() {
        return "kns";
    }

    @Override
    public String usage() {
        return "kns:K,N[,s=stages][,network=fat-tree][,nics=NICs per router] (K routers in each of N dimensions),"
                + " such as kns:32,2 or kns:16,2,s=2";
    }

    @Override
    public Fabric generate(String args) {
        GeneratorArguments arguments = new GeneratorArguments(this, args, 2, Set.of("s", "network", "nics"));
        int k = arguments.value(0, "k", 2, Addressing.LID24.largest());
        int n = arguments.value(1, "n", 1, MAX_DIMENSIONS);
        int s = arguments.option("s", 1, 1, MAX_STAGES);
        int nics = arguments.option("nics", 1, 1, GeneratorArguments.MAX_PORTS);
        requireFatTree(arguments);
        int m = Digits.root(k, s);
        if (m < 2) {
            throw arguments.refuse("k = " + k + " is no m^" + s + ", which a fat tree of s = " + s
                    + " stages needs; use k = " + (long) Math.pow(2, s) + ", " + (long) Math.pow(3, s) + ", "
                    + (long) Math.pow(4, s) + ", .. or s=1");
        }
        arguments.requirePorts(s == 1 ? k : 2L * m);
        arguments.requirePorts((long) n + nics);
        long routers = 1;
        for (int d = 0; d < n; d++) {
            routers *= k;
            arguments.requireLids(routers + (d + 1L) * s * (routers / m), routers * nics);
        }
        return new Kns(k, n, s, m, nics).build(arguments.text());
    }

    private static void requireFatTree(GeneratorArguments arguments) {
        String network = arguments.word("network", "fat-tree");
        if (network.equals("ruft")) {
            throw arguments.refuse("network = ruft is only named in the KNS paper, not defined; use network=fat-tree");
        } else if (!network.equals("fat-tree")) {
            throw arguments.refuse(
                    "network = '" + network + "' is not known; use network=fat-tree, a crossbar where" + " s=1");
        }
    }

    private record Kns(int k, int n, int s, int m, int nics) {
        Fabric build(String name) {
            int[] sizes = new int[1 + n];
            Arrays.fill(sizes, k);
            sizes[0] = 1 + n * s;
            FabricBuilder builder = new FabricBuilder(name, new Shape(Shape.Family.KNS, sizes));
            FabricBuilder.Node[] routers = new FabricBuilder.Node[Digits.power(k, n)];
            for (int r = 0; r < routers.length; r++) {
                routers[r] = addRouter(builder, Digits.of(r, k, n));
            }
            for (int d = 0; d < n; d++) {
                for (int row = 0; row < routers.length / k; row++) {
                    addNetwork(builder, routers, d, Digits.of(row, k, n - 1));
                }
            }
            for (int r = 0; r < routers.length; r++) {
                String nic = "n" + Digits.joined(Digits.of(r, k, n));
                for (int i = 0; i < nics; i++) {
                    builder.connect(builder.addNic(nics == 1 ? nic : nic + "_" + i, 1), 1, routers[r], n + 1 + i);
                }
            }
            return builder.build();
        }

        private FabricBuilder.Node addRouter(FabricBuilder builder, int[] at) {
            int[] coordinates = new int[1 + n];
            System.arraycopy(at, 0, coordinates, 1, n);
            return builder.addSwitch("r" + Digits.joined(at), n + nics, coordinates);
        }

        /** @param others the row's coordinates in the other dimensions, in increasing dimension */
        private void addNetwork(FabricBuilder builder, FabricBuilder.Node[] routers, int d, int[] others) {
            TreeWiring tree = new TreeWiring(m, s, false);
            FabricBuilder.Node[][] nodes = new FabricBuilder.Node[s][k / m];
            for (int tier = 0; tier < s; tier++) {
                for (int place = 0; place < k / m; place++) {
                    nodes[tier][place] = addNetworkSwitch(builder, tree, d, others, tier, place);
                }
            }
            tree.forEachLink((tier, upper, downPort, lower, upPort) ->
                    builder.connect(nodes[tier][upper], downPort, nodes[tier + 1][lower], upPort));
            for (int x = 0; x < k; x++) {
                int router = Digits.number(inserted(others, d, x), k);
                builder.connect(routers[router], 1 + d, nodes[s - 1][x / m], 1 + x % m);
            }
        }

        private FabricBuilder.Node addNetworkSwitch(
                FabricBuilder builder, TreeWiring tree, int d, int[] others, int tier, int place) {
            int[] coordinates = new int[1 + n];
            coordinates[0] = 1 + d * s + tier;
            System.arraycopy(inserted(others, d, place), 0, coordinates, 1, n);
            String row = "x" + d + (n == 1 ? "" : "_" + Digits.joined(others));
            String name = s == 1 ? row : row + "_t" + tier + "_" + Digits.written(tree.digits(tier, place), m);
            return builder.addSwitch(name, s == 1 ? k : tree.ports(), coordinates);
        }

        private static int[] inserted(int[] others, int d, int value) {
            int[] at = new int[others.length + 1];
            System.arraycopy(others, 0, at, 0, d);
            at[d] = value;
            System.arraycopy(others, d, at, d + 1, others.length - d);
            return at;
        }
    }
}
