package org.reweave.routing.topology;

import java.util.Arrays;

/** The places of each {@link RegularFamily} with some dimensions, and which two of them a link may join. */
final class RegularRules {
    private static final int MAX_DIMENSIONS = 16;

    private final RegularFamily family;
    private final int[] sizes;

    RegularRules(RegularFamily family, int[] sizes) {
        this.family = family;
        this.sizes = sizes;
    }

    boolean possible() {
        if (sizes.length < 1
                || sizes.length > MAX_DIMENSIONS
                || Arrays.stream(sizes).anyMatch(size -> size < 1 || size > Addressing.LID24.largest())) {
            return false;
        }
        return switch (family) {
            case TORUS, MESH, FLATTENED_BUTTERFLY -> true;
            case HYPERCUBE -> sizes[0] == 2 && alike(0, sizes.length);
            case K_ARY_N_TREE -> sizes[0] == sizes.length && alike(1, sizes.length);
            case M_PORT_N_TREE -> mPortTreePossible();
            case CLOS -> sizes[0] == 2 && sizes.length == 3 || sizes[0] == 3 && sizes.length == 5;
            case DRAGONFLY -> sizes.length == 2 && (sizes[0] - 1) % sizes[1] == 0;
            case MIKANT -> sizes.length >= 3 && sizes[0] == 2 && sizes[1] == sizes.length - 2 && alike(2, sizes.length);
            case KNS ->
                sizes.length >= 2
                        && alike(1, sizes.length)
                        && knsStages() >= 1
                        && (sizes[0] - 1) % (sizes.length - 1) == 0
                        && Digits.root(sizes[1], knsStages()) >= 2;
            case IRREGULAR -> false;
        };
    }

    private boolean mPortTreePossible() {
        int last = sizes.length - 1;
        return sizes[0] == sizes.length
                && (last == 0 || sizes[last] % 2 == 0)
                && (last < 2 || alike(1, last) && sizes[last] == 2 * sizes[1]);
    }

    /** All dimensions of a range are one number. */
    private boolean alike(int from, int to) {
        for (int d = from + 1; d < to; d++) {
            if (sizes[d] != sizes[from]) {
                return false;
            }
        }
        return true;
    }

    /** How many switches a whole fabric has; {@link Integer#MAX_VALUE} for more than that. */
    int places() {
        return switch (family) {
            case KNS -> capped(product(1) + (sizes[0] - 1) * (product(1) / knsArity()));
            case M_PORT_N_TREE -> sizes.length == 1 ? 1 : capped(product(0) - product(1) / 2);
            case CLOS ->
                sizes[0] == 2
                        ? capped((long) sizes[1] + sizes[2])
                        : capped(sizes[1] * ((long) sizes[2] + sizes[3]) + (long) sizes[3] * sizes[4]);
            default -> capped(product(0));
        };
    }

    private long product(int from) {
        long product = 1;
        for (int d = from; d < sizes.length; d++) {
            product = Math.min(product * sizes[d], Integer.MAX_VALUE);
        }
        return product;
    }

    private static int capped(long places) {
        return (int) Math.min(places, Integer.MAX_VALUE);
    }

    /** Whether a switch may have these coordinates. */
    boolean contains(int[] at) {
        if (at == null || at.length != sizes.length) {
            return false;
        }
        for (int d = 0; d < sizes.length; d++) {
            if (at[d] < 0 || at[d] >= sizes[d]) {
                return false;
            }
        }
        return switch (family) {
            case KNS -> at[0] == 0 || at[knsDimension(at)] < sizes[1] / knsArity();
            case M_PORT_N_TREE -> at[0] > 0 || sizes.length == 1 || at[sizes.length - 1] < sizes[sizes.length - 1] / 2;
            case CLOS -> closContains(at);
            default -> true;
        };
    }

    /** The coordinates that a kind of switch does not have are 0. */
    private boolean closContains(int[] at) {
        if (sizes[0] == 2) {
            return at[at[0] == 0 ? 1 : 2] == 0;
        }
        return switch (at[0]) {
            case 0 -> at[1] == 0 && at[2] == 0;
            case 1 -> at[2] == 0 && at[4] == 0;
            default -> at[3] == 0 && at[4] == 0;
        };
    }

    /** Whether a link may join the switches at these places. */
    boolean neighbours(int[] a, int[] b) {
        return switch (family) {
            case HYPERCUBE, FLATTENED_BUTTERFLY -> differing(a, b) == 1;
            case TORUS, MESH -> gridNeighbours(a, b);
            case K_ARY_N_TREE, M_PORT_N_TREE ->
                Math.abs(a[0] - b[0]) == 1 && agreeBut(a, b, 1, sizes.length - 1 - Math.min(a[0], b[0]));
            case CLOS ->
                Math.abs(a[0] - b[0]) == 1
                        && (sizes[0] == 2
                                || a[1] == b[1] && Math.min(a[0], b[0]) == 1
                                || a[3] == b[3] && Math.min(a[0], b[0]) == 0);
            case DRAGONFLY -> a[0] == b[0] ? a[1] != b[1] : globallyJoined(a, b);
            case MIKANT -> mikantNeighbours(a, b);
            case KNS -> a[0] == 0 ? b[0] > 0 && knsAttached(b, a) : b[0] == 0 ? knsAttached(a, b) : knsJoined(a, b);
            case IRREGULAR -> false;
        };
    }

    /** All coordinates from one on agree, but for one that may differ. */
    private static boolean agreeBut(int[] a, int[] b, int from, int free) {
        for (int d = from; d < a.length; d++) {
            if (d != free && a[d] != b[d]) {
                return false;
            }
        }
        return true;
    }

    private static int differing(int[] a, int[] b) {
        int differing = 0;
        for (int d = 0; d < a.length; d++) {
            differing += a[d] == b[d] ? 0 : 1;
        }
        return differing;
    }

    private boolean gridNeighbours(int[] a, int[] b) {
        for (int d = 0; d < sizes.length; d++) {
            int gap = Math.abs(a[d] - b[d]);
            boolean wraps = family == RegularFamily.TORUS && gap == sizes[d] - 1;
            if (gap > 1 && !wraps) {
                return false;
            }
        }
        return differing(a, b) == 1;
    }

    /** The global link of group a that leads to group b belongs to switch a, and its other end to switch b. */
    private boolean globallyJoined(int[] a, int[] b) {
        int global = sizes[0] - 1; // links of a group
        int perSwitch = global / sizes[1];
        int link = Math.floorMod(b[0] - a[0] - 1, sizes[0]);
        return a[1] == link / perSwitch && b[1] == (global - 1 - link) / perSwitch;
    }

    private boolean mikantNeighbours(int[] a, int[] b) {
        int top = sizes[1] - 1;
        if (a[0] != b[0]) {
            return a[1] == top && b[1] == top && agreeBut(a, b, 2, 2);
        }
        int lower = Math.min(a[1], b[1]);
        return Math.abs(a[1] - b[1]) == 1 && agreeBut(a, b, 2, 2 + top - lower);
    }

    private int knsStages() {
        return (sizes[0] - 1) / (sizes.length - 1);
    }

    private int knsArity() {
        return Digits.root(sizes[1], knsStages());
    }

    /** The coordinate in which a network's routers differ. */
    private int knsDimension(int[] at) {
        return 1 + (at[0] - 1) / knsStages();
    }

    private int knsTier(int[] at) {
        return (at[0] - 1) % knsStages();
    }

    private boolean knsAttached(int[] network, int[] router) {
        int d = knsDimension(network);
        return knsTier(network) == knsStages() - 1
                && router[d] / knsArity() == network[d]
                && agreeBut(network, router, 1, d);
    }

    private boolean knsJoined(int[] a, int[] b) {
        int d = knsDimension(a);
        if (d != knsDimension(b) || Math.abs(a[0] - b[0]) != 1 || !agreeBut(a, b, 1, d)) {
            return false;
        }
        int weight = Digits.power(knsArity(), Math.min(knsTier(a), knsTier(b))); // of the digit that may differ
        return a[d] % weight == b[d] % weight && a[d] / weight / knsArity() == b[d] / weight / knsArity();
    }
}
