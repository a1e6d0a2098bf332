package org.reweave.routing.kns;

import java.util.Arrays;
import org.reweave.routing.topology.Fabric;
import org.reweave.routing.topology.Shape;

/**
 * A KNS network as its routers see it: k^n routers, numbered by their coordinates with the last dimension fastest, each
 * with one link per dimension into the network that joins its row. Immutable.
 */
public final class KnsGrid {
    /** Routers' numbers are carried by packets in 14 bits ({@link KnsHeader}), and reachability is kept per pair. */
    public static final int MAX_ROUTERS = 1 << 14;

    private final Fabric fabric;
    private final int k;
    private final int n;
    private final int stages;
    private final int[] weight; // [dimension]: k^(n-1-dimension)
    private final int[] deviceAt; // [router]
    private final int[] routerAt; // [switch] -1 = a switch of a row's network
    private final int[] port; // [router * n + dimension]
    private final int[] nics; // [router]

    /** @throws IllegalArgumentException when the fabric is no whole KNS network, or too large */
    public static KnsGrid of(Fabric fabric) {
        Shape shape = fabric.shape();
        if (shape.family() != Shape.Family.KNS) {
            throw new IllegalArgumentException(
                    "intermediate nodes are for k-ary n-direct s-indirect networks (kns:K,N), and " + fabric.name()
                            + " is " + shape);
        }
        long routers = 1;
        for (int d = 1; d < shape.dimensions().length; d++) {
            routers *= shape.dimensions()[d];
            if (routers > MAX_ROUTERS) {
                throw new IllegalArgumentException("intermediate nodes: " + fabric.name() + " has more than "
                        + MAX_ROUTERS + " routers; use a smaller k or n");
            }
        }
        return new KnsGrid(fabric, shape.dimensions(), (int) routers);
    }

    private KnsGrid(Fabric fabric, int[] sizes, int routers) {
        this.fabric = fabric;
        this.k = sizes[1];
        this.n = sizes.length - 1;
        this.stages = (sizes[0] - 1) / n;
        this.weight = new int[n];
        for (int d = n - 1, w = 1; d >= 0; d--, w *= k) {
            weight[d] = w;
        }
        this.deviceAt = filled(routers);
        this.routerAt = filled(fabric.switchCount());
        this.port = filled(routers * n);
        this.nics = new int[routers];
        for (int s = 0; s < fabric.switchCount(); s++) {
            if (fabric.coordinate(s, 0) == 0) {
                place(s);
            }
        }
        for (int r = 0; r < routers; r++) {
            for (int d = 0; d < n; d++) {
                if (deviceAt[r] < 0 || port[r * n + d] < 0) {
                    throw new IllegalArgumentException("intermediate nodes need a whole KNS network, and "
                            + fabric.name() + " lacks router " + r + " or its link of dimension " + d);
                }
            }
        }
    }

    private static int[] filled(int length) {
        int[] array = new int[length];
        Arrays.fill(array, -1);
        return array;
    }

    private void place(int s) {
        int router = 0;
        for (int d = 0; d < n; d++) {
            router = router * k + fabric.coordinate(s, 1 + d);
        }
        deviceAt[router] = s;
        routerAt[s] = router;
        for (int p = 1; p <= fabric.portCount(s); p++) {
            int peer = fabric.peer(s, p);
            if (peer >= 0 && fabric.isSwitch(peer)) {
                port[router * n + (fabric.coordinate(peer, 0) - 1) / stages] = p;
            } else if (peer >= 0 && fabric.attachedSwitch(peer) == s) {
                nics[router]++;
            }
        }
    }

    public Fabric fabric() {
        return fabric;
    }

    /** Routers per dimension. */
    public int k() {
        return k;
    }

    /** Dimensions. */
    public int n() {
        return n;
    }

    /** Stages of a row's network: 1 is a crossbar, more a fat tree. */
    public int stages() {
        return stages;
    }

    public int routerCount() {
        return deviceAt.length;
    }

    /** k^(n-1-dimension): how far apart the numbers of neighbours of a row are. */
    public int weight(int dimension) {
        return weight[dimension];
    }

    public int coordinate(int router, int dimension) {
        return router / weight[dimension] % k;
    }

    /** The router of the same row of a dimension that has another coordinate in it. */
    public int with(int router, int dimension, int coordinate) {
        return router + (coordinate - coordinate(router, dimension)) * weight[dimension];
    }

    /** Dimensions in which two routers differ: the hops of a minimal path, one per row's network crossed. */
    public int distance(int a, int b) {
        int distance = 0;
        int restA = a;
        int restB = b;
        while (restA != restB) {
            distance += restA % k == restB % k ? 0 : 1;
            restA /= k;
            restB /= k;
        }
        return distance;
    }

    /** The switch that a router is. */
    public int device(int router) {
        return deviceAt[router];
    }

    /** @return the router that a switch is, or -1 when it belongs to a row's network */
    public int router(int switchDevice) {
        return routerAt[switchDevice];
    }

    /** The router's port into the network of its row. */
    public int port(int router, int dimension) {
        return port[router * n + dimension];
    }

    /** The link behind {@link #port}. */
    public int link(int router, int dimension) {
        return fabric.link(deviceAt[router], port(router, dimension));
    }

    /** The switch behind {@link #port}: the crossbar, or a bottom switch of the row's tree. */
    public int network(int router, int dimension) {
        return fabric.peer(deviceAt[router], port(router, dimension));
    }

    /** NICs attached to a router. */
    public int nics(int router) {
        return nics[router];
    }
}
