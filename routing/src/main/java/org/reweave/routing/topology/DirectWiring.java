package org.reweave.routing.topology;

/**
 * Switches in a grid of equal sizes, each joined to all others of its row in every dimension: the flattened butterfly
 * and, with rows of 2, the hypercube.
 */
record DirectWiring(String name, Shape shape, int nics) {
    Fabric build() {
        int k = shape.dimensions()[0];
        int n = shape.dimensions().length;
        FabricBuilder builder = new FabricBuilder(name, shape);
        FabricBuilder.Node[] switches = new FabricBuilder.Node[Digits.power(k, n)];
        for (int s = 0; s < switches.length; s++) {
            int[] at = Digits.of(s, k, n);
            switches[s] = builder.addSwitch("s" + Digits.joined(at), n * (k - 1) + nics, at);
        }
        for (int s = 0; s < switches.length; s++) {
            int[] at = Digits.of(s, k, n);
            for (int d = 0; d < n; d++) {
                int stride = Digits.power(k, n - 1 - d);
                for (int x = at[d] + 1; x < k; x++) {
                    builder.connect(
                            switches[s], d * (k - 1) + x, switches[s + (x - at[d]) * stride], d * (k - 1) + 1 + at[d]);
                }
            }
            String nic = "n" + Digits.joined(at);
            for (int i = 0; i < nics; i++) {
                builder.connect(
                        builder.addNic(nics == 1 ? nic : nic + "_" + i, 1), 1, switches[s], n * (k - 1) + 1 + i);
            }
        }
        return builder.build();
    }
}
