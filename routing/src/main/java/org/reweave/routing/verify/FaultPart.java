package org.reweave.routing.verify;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * The judgements of some of the sets of so many faults, as integers: sums, maxima and firsts, so that parts in any
 * order come to one result. A part can be kept and read again.
 *
 * @param faults elements failed at once
 * @param from first set, by rank or draw
 * @param to the set behind the last one
 * @param sums by name
 * @param figures the method's own, by name and key: count and total
 * @param examples the first sets not tolerated, by rank or draw: numbers of the failed elements
 * @throws IllegalArgumentException when a sum is missing, or one that nobody knows is there
 */
public record FaultPart(
        int faults,
        long from,
        long to,
        Map<String, BigInteger> sums,
        Map<String, Map<String, List<Long>>> figures,
        Map<Long, List<Integer>> examples) {
    private static final Set<String> SUMS = Set.of(
            "tolerated",
            "notTolerated",
            "disconnected",
            "cyclic",
            "delivered",
            "hops",
            "pairsLost",
            "maxHops",
            "vls",
            "sls",
            "lids",
            "pairSets",
            "pairsDelivered",
            "pairHops",
            "pairMaxHops",
            "ofWorkingPart",
            "ofWorkingOf",
            "ofWorkingPartPart",
            "ofWorkingPartOf",
            "ofWorkingOfOf",
            "ofConnectedPart",
            "ofConnectedOf",
            "ofConnectedPartPart",
            "ofConnectedPartOf",
            "ofConnectedOfOf");

    public FaultPart {
        sums = new TreeMap<>(Objects.requireNonNull(sums));
        figures = new TreeMap<>(Objects.requireNonNull(figures));
        examples = new TreeMap<>(Objects.requireNonNull(examples));
        if (!sums.keySet().equals(SUMS) || sums.containsValue(null)) {
            throw new IllegalArgumentException("sums " + sums.keySet() + " are not those of " + SUMS);
        }
        if (figures.values().stream()
                .flatMap(values -> values.values().stream())
                .anyMatch(sum -> sum.size() != 2)) {
            throw new IllegalArgumentException("a figure is a count and a total: " + figures);
        }
    }
}
