package org.reweave.routing.tolerance;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A method's own figures, such as the share of paths with two intermediate nodes: counts out of totals, by name and
 * key. Integers, so that the order of summing changes nothing.
 */
public final class FigureSums {
    private final TreeMap<String, TreeMap<String, long[]>> sums = new TreeMap<>();

    /** Forgets all figures. */
    public void clear() {
        sums.clear();
    }

    /**
     * Adds to one figure.
     *
     * @param name of the figure, as in the report: {@code pathsWithIntermediates}
     * @param key which of its values: {@code 2}
     * @param outOf the total that the count is a share of
     */
    public void add(String name, String key, long count, long outOf) {
        long[] sum = sums.computeIfAbsent(name, n -> new TreeMap<>()).computeIfAbsent(key, k -> new long[2]);
        sum[0] += count;
        sum[1] += outOf;
    }

    /** Adds all figures of another sum. */
    public void add(FigureSums other) {
        other.sums.forEach((name, values) -> values.forEach((key, sum) -> add(name, key, sum[0], sum[1])));
    }

    /** Counts and totals by name and key, both sorted. */
    public Map<String, Map<String, List<Long>>> sums() {
        TreeMap<String, Map<String, List<Long>>> all = new TreeMap<>();
        sums.forEach((name, values) -> {
            TreeMap<String, List<Long>> pairs = new TreeMap<>();
            values.forEach((key, sum) -> pairs.put(key, List.of(sum[0], sum[1])));
            all.put(name, pairs);
        });
        return all;
    }

    /** Shares by name and key, both sorted. */
    public Map<String, Map<String, Double>> means() {
        TreeMap<String, Map<String, Double>> means = new TreeMap<>();
        sums.forEach((name, values) -> {
            TreeMap<String, Double> shares = new TreeMap<>();
            values.forEach((key, sum) -> shares.put(key, sum[1] == 0 ? 0 : (double) sum[0] / sum[1]));
            means.put(name, shares);
        });
        return means;
    }
}
