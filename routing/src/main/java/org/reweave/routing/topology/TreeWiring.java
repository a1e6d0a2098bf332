package org.reweave.routing.topology;

import java.util.Arrays;

/**
 * Which ports of which switches a tree joins: the k-ary n-tree, and the m-port n-tree, which is the same with twice as
 * many subtrees under its top tier.
 *
 * <p>Tier 0 is on top. A switch is {@code <w,l>}, with digits w_{n-2}..w_0 below k; in an m-port n-tree (m = 2k) w_0 is
 * below 2k on every tier but the top one. {@code <w,l>} and {@code <w',l+1>} are joined iff w_i = w'_i for all i != l.
 * Down ports are 1..k and up ports k+1..2k; the top tier of an m-port n-tree has down ports 1..2k. Down port 1+d leads
 * to the lower switch whose digit l is d, up port k+1+d to the upper switch whose digit l is d, l being the upper
 * switch's tier.
 *
 * @param doubled the m-port n-tree Source: fat-tree paper, Def. 1; routing/docs/topologies.md.
 */
record TreeWiring(int k, int n, boolean doubled) {
    /** Takes one link: the upper switch's tier, place and port, then the lower switch's place and port. */
    interface Visitor {
        void link(int tier, int upper, int downPort, int lower, int upPort);
    }

    /** Switches of a tier; their places are {@code 0..switches(tier)-1}, the digits as a number with w_0 fastest. */
    int switches(int tier) {
        return Digits.power(k, n - 1) * (doubled && tier > 0 ? 2 : 1);
    }

    int downPorts(int tier) {
        return doubled && tier == 0 ? 2 * k : k;
    }

    /** Ports of every switch, wired or not. */
    int ports() {
        return 2 * k;
    }

    /** The digits w_{n-2}..w_0 of the switch at a place, in this order. */
    int[] digits(int tier, int place) {
        int base = lastBase(tier);
        int[] digits = Digits.of(place / base, k, n - 1);
        if (n == 1) {
            return digits;
        }
        System.arraycopy(digits, 1, digits, 0, n - 2);
        digits[n - 2] = place % base;
        return digits;
    }

    /** The place of the switch of these digits. */
    int place(int tier, int[] digits) {
        if (n == 1) {
            return 0;
        }
        int high = 0;
        for (int i = 0; i < n - 2; i++) {
            high = high * k + digits[i];
        }
        return high * lastBase(tier) + digits[n - 2];
    }

    /** The largest digit in any name, plus 1. */
    int base() {
        return doubled ? 2 * k : k;
    }

    private int lastBase(int tier) {
        return doubled && tier > 0 ? 2 * k : k;
    }

    /** All links between switches: by tier, then upper place, then down port. */
    void forEachLink(Visitor visitor) {
        for (int tier = 0; tier < n - 1; tier++) {
            int changed = n - 2 - tier; // index of digit w_tier
            for (int upper = 0; upper < switches(tier); upper++) {
                int[] digits = digits(tier, upper);
                int upperDigit = digits[changed];
                for (int d = 0; d < downPorts(tier); d++) {
                    digits[changed] = d;
                    visitor.link(tier, upper, 1 + d, place(tier + 1, digits), k + 1 + upperDigit);
                }
            }
        }
    }

    /**
     * Builds the whole fabric: switches {@code t1_012} (tier, digits) and a NIC {@code p0123} in down port 1+3 of the
     * bottom switch of digits 012, both in the order of their names.
     */
    Fabric build(String name, Shape shape) {
        FabricBuilder builder = new FabricBuilder(name, shape);
        FabricBuilder.Node[][] nodes = new FabricBuilder.Node[n][];
        for (int tier = 0; tier < n; tier++) {
            nodes[tier] = new FabricBuilder.Node[switches(tier)];
            for (int place = 0; place < nodes[tier].length; place++) {
                nodes[tier][place] = addSwitch(builder, tier, place);
            }
        }
        forEachLink((tier, upper, downPort, lower, upPort) ->
                builder.connect(nodes[tier][upper], downPort, nodes[tier + 1][lower], upPort));
        for (int place = 0; place < nodes[n - 1].length; place++) {
            for (int d = 0; d < downPorts(n - 1); d++) {
                FabricBuilder.Node nic =
                        builder.addNic("p" + Digits.written(appended(digits(n - 1, place), d), base()), 1);
                builder.connect(nic, 1, nodes[n - 1][place], 1 + d);
            }
        }
        return builder.build();
    }

    private FabricBuilder.Node addSwitch(FabricBuilder builder, int tier, int place) {
        int[] digits = digits(tier, place);
        int[] coordinates = new int[n];
        coordinates[0] = tier;
        System.arraycopy(digits, 0, coordinates, 1, n - 1);
        String name = n == 1 ? "t0" : "t" + tier + "_" + Digits.written(digits, base());
        return builder.addSwitch(name, ports(), coordinates);
    }

    private static int[] appended(int[] digits, int last) {
        int[] longer = Arrays.copyOf(digits, digits.length + 1);
        longer[digits.length] = last;
        return longer;
    }
}
