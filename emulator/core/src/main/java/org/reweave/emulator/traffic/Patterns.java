package org.reweave.emulator.traffic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.reweave.emulator.traffic.TrafficPattern.Ranks;
import org.reweave.emulator.traffic.TrafficPattern.Setting;
import org.reweave.routing.model.Mix;
import org.reweave.routing.plugin.PluginException;
import org.reweave.routing.plugin.Plugins;
import org.reweave.routing.plugin.Registry;

/**
 * The synthetic patterns of thesis §7.2.3, bit inversion (MiKANT) and the usual others, over the NICs that take part.
 *
 * <p>Patterns work on ranks, the positions of the participating NICs in ascending order: a NIC that is left out shifts
 * the ranks behind it.
 */
public final class Patterns {
    private static final long DESTINATION = 0x0DE57L;
    private static final long HOT_SPOT = 0x407L;
    private static final long PERMUTATION = 0x9E2L;
    private static final Registry<TrafficPattern> REGISTRY =
            Registry.of("traffic patterns", TrafficPattern.class, builtIn(), TrafficPattern::name, Plugins.inUse());

    /**
     * The NICs and ranks of a pattern.
     *
     * @param participants NICs that send and receive, ascending; at least two. Their positions are the ranks
     * @param nics all NICs of the fabric
     * @param neighbours by rank: ranks next to it, none empty
     */
    public record Place(List<Integer> participants, int nics, int[][] neighbours) {
        /** Ranks in a grid, for want of anything known of the fabric. */
        public static Place of(List<Integer> participants, int nics) {
            return new Place(participants, nics, RankGrid.neighbours(participants.size()));
        }
    }

    /** Makes a pattern over ranks. */
    private interface Maker {
        Ranks over(Setting in);
    }

    /** One of ours that any number of ranks can have. */
    private record AnyCount(String name, String summary, Maker maker) implements TrafficPattern {
        @Override
        public Ranks over(Setting in) {
            return maker.over(in);
        }
    }

    /** One of ours that needs a square of ranks. */
    private record Squares(String name, String summary, Maker maker) implements TrafficPattern {
        @Override
        public Optional<String> complaint(int count) {
            return isSquare(count) ? Optional.empty() : Optional.of("needs a square number of NICs");
        }

        @Override
        public Ranks over(Setting in) {
            return maker.over(in);
        }
    }

    private static List<TrafficPattern> builtIn() {
        return List.of(
                new AnyCount(
                        "uniform",
                        "any other NIC, each as likely",
                        in -> (rank, counter) ->
                                other(rank, in.count(), Mix.mix(in.seed(), rank, DESTINATION, counter))),
                new AnyCount("bit-reversal", "the NIC whose number has the bits in reverse", in -> {
                    int[] to = byReversedBits(in.count());
                    return (rank, counter) -> notItself(rank, to[rank]);
                }),
                new AnyCount(
                        "bit-inversion",
                        "the NIC whose number has every bit inverted",
                        in -> (rank, counter) -> notItself(rank, in.count() - 1 - rank)),
                new AnyCount(
                        "hotspot",
                        "a share of the NICs sends to one, the others uniformly",
                        in -> hotspot(in.count(), in.seed(), in.share())),
                new AnyCount("permutation", "always the same NIC, drawn by the seed", in -> {
                    int[] to = oneCycle(in.count(), in.seed());
                    return (rank, counter) -> to[rank];
                }),
                new Squares("transpose", "the NIC of the transposed place in a square of them", in -> {
                    int side = side(in.count());
                    return (rank, counter) -> notItself(rank, rank % side * side + rank / side);
                }),
                new AnyCount(
                        "all-to-all",
                        "every other NIC in turn",
                        in -> (rank, counter) -> (int) ((rank + 1 + counter % (in.count() - 1)) % in.count())),
                new AnyCount(
                        "nearest-neighbour",
                        "the nearest NICs in turn",
                        in -> (rank, counter) -> in.neighbours()[rank][(int) (counter % in.neighbours()[rank].length)]),
                new AnyCount("incast", "one NIC, drawn by the seed", in -> {
                    int sink = Mix.below(Mix.mix(in.seed(), 0, HOT_SPOT, 0), in.count());
                    return (rank, counter) -> notItself(rank, sink);
                }));
    }

    private Patterns() {}

    /** All patterns. */
    public static Registry<TrafficPattern> registry() {
        return REGISTRY;
    }

    public static List<String> names() {
        return REGISTRY.names();
    }

    /** @throws IllegalArgumentException naming the known patterns */
    public static TrafficPattern get(String name) {
        return REGISTRY.find(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "no traffic pattern '" + name + "'; known: " + String.join(", ", names())));
    }

    /** @param seed of the run's destinations */
    public static Pattern of(TrafficParameters traffic, Place place, long seed) {
        return of(get(traffic.pattern()), traffic, place, seed);
    }

    /** @throws PluginException when the pattern, or a destination that it names later, is none */
    static Pattern of(TrafficPattern pattern, TrafficParameters traffic, Place place, long seed) {
        int[] nicOfRank =
                place.participants().stream().mapToInt(Integer::intValue).toArray();
        int[] rankOfNic = new int[place.nics()];
        Arrays.fill(rankOfNic, -1);
        for (int rank = 0; rank < nicOfRank.length; rank++) {
            rankOfNic[nicOfRank[rank]] = rank;
        }
        Ranks ranks = pattern.over(new Setting(nicOfRank.length, seed, traffic.hotspotShare(), place.neighbours()));
        if (ranks == null) {
            throw fault(pattern, "has no destinations for " + nicOfRank.length + " ranks, but null");
        }
        return (nic, counter) -> {
            int rank = rankOfNic[nic];
            int to = rank < 0 ? -1 : ranks.destination(rank, counter);
            if (to < -1 || to >= nicOfRank.length || to == rank && to >= 0) {
                throw fault(
                        pattern,
                        "sends packet " + counter + " of rank " + rank + " to rank " + to
                                + ", which is not another one from 0 to " + (nicOfRank.length - 1) + ", nor -1");
            }
            return to < 0 ? -1 : nicOfRank[to];
        };
    }

    private static PluginException fault(TrafficPattern pattern, String what) {
        return new PluginException(REGISTRY.origin(pattern.name()).orElse(Plugins.BUILT_IN) + ": traffic pattern "
                + pattern.name() + " " + what + "; correct the jar or take it away");
    }

    /**
     * The given share of the sources, drawn by the seed, sends to one destination, drawn too; the rest send uniformly.
     */
    private static Ranks hotspot(int count, long seed, double share) {
        int hot = Mix.below(Mix.mix(seed, 0, HOT_SPOT, 0), count);
        List<Integer> order = new ArrayList<>();
        for (int rank = 0; rank < count; rank++) {
            if (rank != hot) {
                order.add(rank);
            }
        }
        for (int i = order.size() - 1; i > 0; i--) {
            Collections.swap(order, i, Mix.below(Mix.mix(seed, 0, HOT_SPOT, i), i + 1));
        }
        boolean[] sendsToHot = new boolean[count];
        int sources = (int) StrictMath.round(share * count);
        order.subList(0, Math.min(sources, order.size())).forEach(rank -> sendsToHot[rank] = true);
        return (rank, counter) ->
                sendsToHot[rank] ? hot : other(rank, count, Mix.mix(seed, rank, DESTINATION, counter));
    }

    /**
     * A random permutation of one cycle (Sattolo): every rank sends to one other rank and receives from one other rank.
     */
    private static int[] oneCycle(int count, long seed) {
        int[] to = new int[count];
        Arrays.setAll(to, i -> i);
        for (int i = count - 1; i > 0; i--) {
            int j = Mix.below(Mix.mix(seed, 0, PERMUTATION, i), i);
            int swapped = to[i];
            to[i] = to[j];
            to[j] = swapped;
        }
        return to;
    }

    private static boolean isSquare(int count) {
        int root = (int) StrictMath.round(StrictMath.sqrt(count));
        return root * root == count;
    }

    private static int side(int count) {
        if (!isSquare(count)) {
            throw new IllegalArgumentException("transpose needs a square number of NICs, not " + count);
        }
        return (int) StrictMath.round(StrictMath.sqrt(count));
    }

    /**
     * All ranks in ascending order of their reversed bits: among a power of two of them, the n-th is the reversal of n.
     * Among any other number the order is the same with the ranks left out that do not exist, so that it remains a
     * permutation; bit inversion, the descending order, is extended in the same way.
     */
    private static int[] byReversedBits(int count) {
        int bits = 32 - Integer.numberOfLeadingZeros(count - 1);
        int[] order = new int[count];
        int next = 0;
        for (int i = 0; i < 1 << bits; i++) {
            int rank = Integer.reverse(i) >>> (32 - bits);
            if (rank < count) {
                order[next++] = rank;
            }
        }
        return order;
    }

    /**
     * A rank whose destination would be itself, such as a palindrome, sends nothing: such traffic never enters the
     * network.
     */
    private static int notItself(int rank, int to) {
        return to == rank ? -1 : to;
    }

    private static int other(int rank, int count, long random) {
        int to = Mix.below(random, count - 1);
        return to < rank ? to : to + 1;
    }
}
