package org.reweave.routing.topology;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A cut of a fabric into two parts, and the links across it.
 *
 * <p>{@link #of(Fabric)} constructs one that halves the NICs (the first half has one less where their number is odd):
 * NICs are put in the order of their switches' coordinates, the most significant one being that along which the family
 * is cut, and the first half of them is one part. A switch with NICs goes with most of them; any other with most of its
 * links to switches nearer to the NICs; ties go to the second part. The number of links is an upper bound of the
 * bisection width. Where the dimension that is cut is even it is 2k^(n-1) for a k-ary n-torus and half of that for a
 * mesh, 2^(n-1) for a hypercube, k^n/2 for a k-ary n-tree, k^n for an m-port n-tree (m = 2k, any k), k^n/2 for
 * MiKANT(k,n) ((k^n + k^(n-2))/2 for odd k) and KNS, k^n/4 for a k-ary n-flat, a^2(h^2 + 1)/4 for a dragonfly, and half
 * the links under the top tier of a Clos network. Source: MiKANT, "Comparison of Topological Properties". Deviation:
 * the table prints k^n/2 for the Clos k-ary n-tree too; no cut of a rearrangeable network of 2k^n NICs into halves can
 * have less than k^n links.
 */
public final class Bisection {
    private final Fabric fabric;
    private final BitSet firstPart; // devices

    private Bisection(Fabric fabric, BitSet firstPart) {
        this.fabric = fabric;
        this.firstPart = firstPart;
    }

    /** Constructs the cut from the fabric's shape; empty without a shape, or with fewer than two attached NICs. */
    public static Optional<Bisection> of(Fabric fabric) {
        if (fabric.shape().family() == Shape.Family.IRREGULAR) {
            return Optional.empty();
        }
        int[] nics = IntStream.range(fabric.switchCount(), fabric.deviceCount())
                .filter(nic -> fabric.attachedSwitch(nic) >= 0)
                .toArray();
        return nics.length < 2 ? Optional.empty() : Optional.of(new Bisection(fabric, halves(fabric, nics)));
    }

    /**
     * Any cut.
     *
     * @param firstPart device numbers of one part
     */
    public static Bisection of(Fabric fabric, BitSet firstPart) {
        return new Bisection(fabric, (BitSet) firstPart.clone());
    }

    /** The devices of one part. */
    public BitSet firstPart() {
        return (BitSet) firstPart.clone();
    }

    /** Links that join the parts, host links included. */
    public int links() {
        int links = 0;
        for (int link = 0; link < fabric.linkCount(); link++) {
            links += firstPart.get(fabric.linkDevice(link, 0)) == firstPart.get(fabric.linkDevice(link, 1)) ? 0 : 1;
        }
        return links;
    }

    private static BitSet halves(Fabric fabric, int[] nics) {
        int[] order = significance(fabric.shape());
        int[][] keys = new int[fabric.switchCount()][];
        for (int s = 0; s < keys.length; s++) {
            int device = s;
            keys[s] = Arrays.stream(order)
                    .map(d -> rank(fabric.shape(), d, fabric.coordinate(device, d)))
                    .toArray();
        }
        int[] sorted = Arrays.stream(nics)
                .boxed()
                .sorted(Comparator.comparing((Integer nic) -> keys[fabric.attachedSwitch(nic)], Arrays::compare)
                        .thenComparing(nic -> nic))
                .mapToInt(Integer::intValue)
                .toArray();
        BitSet firstPart = new BitSet(fabric.deviceCount());
        Arrays.stream(sorted).limit(sorted.length / 2).forEach(firstPart::set);
        placeSwitches(fabric, nics, firstPart);
        return firstPart;
    }

    /** Coordinates, the one to cut along first. */
    private static int[] significance(Shape shape) {
        int[] sizes = shape.dimensions();
        IntStream all = IntStream.range(0, sizes.length);
        if (!(shape.family() instanceof RegularFamily family)) {
            return all.toArray();
        }
        return switch (family) {
            case TORUS, MESH ->
                all.boxed()
                        .sorted(Comparator.comparing(d -> -sizes[d]))
                        .mapToInt(Integer::intValue)
                        .toArray();
            case K_ARY_N_TREE, M_PORT_N_TREE ->
                all.map(d -> sizes.length - 1 - d).toArray(); // w_0 first
            case MIKANT ->
                all.map(d -> d == 0 ? 2 : d == 1 ? 0 : d == 2 ? 1 : d).toArray(); // D_{n-2} first, then the group
            default -> all.toArray();
        };
    }

    /** Group 0 of a dragonfly comes in the middle: cut in half, all its global links stay in their part. */
    private static int rank(Shape shape, int dimension, int coordinate) {
        if (shape.family() != Shape.Family.DRAGONFLY || dimension > 0) {
            return coordinate;
        }
        int before = (shape.dimensions()[0] - 1) / 2;
        return coordinate == 0 ? 2 * before + 1 : 2 * coordinate;
    }

    private static void placeSwitches(Fabric fabric, int[] nics, BitSet firstPart) {
        int[] distance = new int[fabric.switchCount()];
        Arrays.fill(distance, -1);
        int[] queue = new int[distance.length];
        int tail = 0;
        for (int nic : nics) {
            int at = fabric.attachedSwitch(nic);
            if (distance[at] < 0) {
                distance[at] = 0;
                queue[tail++] = at;
            }
        }
        for (int head = 0; head < tail; head++) {
            int s = queue[head];
            int balance = 0;
            for (int port = 1; port <= fabric.portCount(s); port++) {
                int peer = fabric.peer(s, port);
                if (peer < 0) {
                    continue;
                }
                boolean peerIsSwitch = fabric.isSwitch(peer);
                if (peerIsSwitch && distance[peer] < 0) {
                    distance[peer] = distance[s] + 1;
                    queue[tail++] = peer;
                } else if (peerIsSwitch ? distance[peer] < distance[s] : distance[s] == 0) {
                    balance += firstPart.get(peer) ? 1 : -1;
                }
            }
            firstPart.set(s, balance > 0);
        }
    }
}
