package org.reweave.emulator.traffic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.reweave.routing.model.Mix;

/** The synthetic patterns of thesis §7.2.3 (and bit inversion, MiKANT), over the NICs that take part.
 *
 *  <p>Patterns work on ranks, the positions of the participating NICs in ascending order: a NIC that is left out shifts the ranks behind it. */
public final class Patterns {
    private static final long DESTINATION = 0x0DE57L;
    private static final long HOT_SPOT = 0x407L;
    private static final TreeMap<String, Maker> MAKERS = new TreeMap<>();

    /** Makes the pattern over {@code count} ranks. */
    private interface Maker {
        Ranks make(int count, long seed, double hotspotShare);
    }

    /** A pattern over ranks. */
    private interface Ranks {
        int destination(int rank, long counter);
    }

    static {
        MAKERS.put(
                "uniform",
                (count, seed, share) ->
                        (rank, counter) -> other(rank, count, Mix.mix(seed, rank, DESTINATION, counter)));
        MAKERS.put("bit-reversal", (count, seed, share) -> {
            int shift = 32 - bits(count);
            return (rank, counter) -> notItself(rank, Integer.reverse(rank) >>> shift);
        });
        MAKERS.put("bit-inversion", (count, seed, share) -> (rank, counter) -> ~rank & (count - 1));
        MAKERS.put("hotspot", Patterns::hotspot);
    }

    private Patterns() {}

    public static Set<String> names() {
        return Collections.unmodifiableSet(MAKERS.keySet());
    }

    /** Whether a pattern permutes the bits of a rank and needs a power of two of them. */
    public static boolean needsPowerOfTwo(String name) {
        return name.startsWith("bit-");
    }

    /** @param participants NICs that send and receive, ascending; at least two
     *  @param nics all NICs of the fabric
     *  @param seed of the run's destinations */
    public static Pattern of(TrafficParameters traffic, List<Integer> participants, int nics, long seed) {
        Maker maker = MAKERS.get(traffic.pattern());
        if (maker == null) {
            throw new IllegalArgumentException(
                    "no traffic pattern '" + traffic.pattern() + "'; known: " + String.join(", ", names()));
        }
        int[] nicOfRank = participants.stream().mapToInt(Integer::intValue).toArray();
        int[] rankOfNic = new int[nics];
        java.util.Arrays.fill(rankOfNic, -1);
        for (int rank = 0; rank < nicOfRank.length; rank++) {
            rankOfNic[nicOfRank[rank]] = rank;
        }
        Ranks ranks = maker.make(nicOfRank.length, seed, traffic.hotspotShare());
        return (nic, counter) -> {
            int rank = rankOfNic[nic];
            int to = rank < 0 ? -1 : ranks.destination(rank, counter);
            return to < 0 ? -1 : nicOfRank[to];
        };
    }

    /** The given share of the sources, drawn by the seed, sends to one destination, drawn too; the rest send uniformly. */
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
