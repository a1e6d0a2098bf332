package org.reweave.routing.verify;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.reweave.routing.topology.Fabric;

/**
 * A direction of a link between switches that many paths use.
 *
 * @param directedLink {@code 2 * link + sending end}
 * @param from the sending port, for people
 * @param to the receiving port, for people
 * @param paths delivered pairs whose path it is on; under adaptive routing the mean over equally likely choices,
 *     rounded up
 */
public record HotLink(int directedLink, String from, String to, long paths) {
    /** Links that {@link #hottest} names at most. */
    public static final int MOST = 5;

    private static final double ROUNDING = 1e-6;

    /**
     * The hottest directions of links between switches, hottest first; of equal ones the first.
     *
     * @param load paths, by directed link
     */
    static List<HotLink> hottest(Fabric fabric, IntToDoubleFunction load) {
        List<Integer> trunks = new ArrayList<>();
        for (int directed = 0; directed < 2 * fabric.linkCount(); directed++) {
            if (fabric.isTrunk(directed >> 1) && load.applyAsDouble(directed) > ROUNDING) {
                trunks.add(directed);
            }
        }
        return trunks.stream()
                .sorted(Comparator.comparingDouble((Integer directed) -> -load.applyAsDouble(directed))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST)
                .map(directed -> of(fabric, directed, (long) Math.ceil(load.applyAsDouble(directed) - ROUNDING)))
                .toList();
    }

    private static HotLink of(Fabric fabric, int directed, long paths) {
        Channel channel = Channel.of(fabric, directed, 0);
        return new HotLink(directed, channel.from(), channel.to(), paths);
    }
}
