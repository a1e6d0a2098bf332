package org.reweave.emulator.traffic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.reweave.routing.model.Mix;

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
    private static final TreeMap<String, Maker> MAKERS = new TreeMap<>();

    /**
     * What a pattern is made over.
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

    /** @param share for {@code hotspot} */
    private record Setting(int count, long seed, double share, int[][] neighbours) {}

    /** Makes a pattern over ranks. */
    private interface Maker {
        Ranks make(Setting in);
    }

    /** A pattern over ranks. */
    private interface Ranks {
        int destination(int rank, long counter);
    }

    static {
        MAKERS.put(
                "uniform",
                in -> (rank, counter) -> other(rank, in.count(), Mix.mix(in.seed(), rank, DESTINATION, counter)));
        MAKERS.put("bit-reversal", in -> {
            int shift = 32 - bits(in.count());
            return (rank, counter) -> notItself(rank, Integer.reverse(rank) >>> shift);
        });
        MAKERS.put("bit-inversion", in -> (rank, counter) -> ~rank & (in.count() - 1));
        MAKERS.put("hotspot", in -> hotspot(in.count(), in.seed(), in.share()));
        MAKERS.put("permutation", in -> {
            int[] to = oneCycle(in.count(), in.seed());
            return (rank, counter) -> to[rank];
        });
        MAKERS.put("transpose", in -> {
            int side = side(in.count());
            return (rank, counter) -> notItself(rank, rank % side * side + rank / side);
        });
        MAKERS.put("all-to-all", in -> (rank, counter) -> (int) ((rank + 1 + counter % (in.count() - 1)) % in.count()));
        MAKERS.put(
                "nearest-neighbour",
                in -> (rank, counter) -> in.neighbours()[rank][(int) (counter % in.neighbours()[rank].length)]);
        MAKERS.put("incast", in -> {
            int sink = Mix.below(Mix.mix(in.seed(), 0, HOT_SPOT, 0), in.count());
            return (rank, counter) -> notItself(rank, sink);
        });
    }

    private Patterns() {}

    public static Set<String> names() {
        return Collections.unmodifiableSet(MAKERS.keySet());
    }

    /** Whether a pattern permutes the bits of a rank and needs a power of two of them. */
    public static boolean needsPowerOfTwo(String name) {
        return name.startsWith("bit-");
    }

    /** @return what is wrong with this number of ranks for a pattern; null = nothing */
    public static String complaint(String name, int count) {
        if (needsPowerOfTwo(name) && Integer.bitCount(count) != 1) {
            return "needs a power of two of NICs";
        }
        int root = (int) StrictMath.round(StrictMath.sqrt(count));
        return name.equals("transpose") && root * root != count ? "needs a square number of NICs" : null;
    }

    /** @param seed of the run's destinations */
    public static Pattern of(TrafficParameters traffic, Place place, long seed) {
        Maker maker = MAKERS.get(traffic.pattern());
        if (maker == null) {
            throw new IllegalArgumentException(
                    "no traffic pattern '" + traffic.pattern() + "'; known: " + String.join(", ", names()));
        }
        int[] nicOfRank =
                place.participants().stream().mapToInt(Integer::intValue).toArray();
        int[] rankOfNic = new int[place.nics()];
        Arrays.fill(rankOfNic, -1);
        for (int rank = 0; rank < nicOfRank.length; rank++) {
            rankOfNic[nicOfRank[rank]] = rank;
        }
        Ranks ranks = maker.make(new Setting(nicOfRank.length, seed, traffic.hotspotShare(), place.neighbours()));
        return (nic, counter) -> {
            int rank = rankOfNic[nic];
            int to = rank < 0 ? -1 : ranks.destination(rank, counter);
            return to < 0 ? -1 : nicOfRank[to];
        };
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
     * A drawn permutation that is one cycle (Sattolo): everybody sends to one and hears from one, nobody is its own.
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

    private static int side(int count) {
        if (complaint("transpose", count) != null) {
            throw new IllegalArgumentException("transpose needs a square number of NICs, not " + count);
        }
        return (int) StrictMath.round(StrictMath.sqrt(count));
    }

    private static int bits(int count) {
        if (Integer.bitCount(count) != 1) {
            throw new IllegalArgumentException("bit patterns need a power of two of NICs, not " + count);
        }
        return Integer.numberOfTrailingZeros(count);
    }

    /** A palindrome sends nothing: a NIC's traffic to itself never enters the network. */
    private static int notItself(int rank, int to) {
        return to == rank ? -1 : to;
    }

    private static int other(int rank, int count, long random) {
        int to = Mix.below(random, count - 1);
        return to < rank ? to : to + 1;
    }
}
