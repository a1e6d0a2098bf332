package org.reweave.emulator.race;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.reweave.routing.verify.ConfidenceInterval;

/**
 * Two races side by side, by the seeds that both have run.
 *
 * @param seeds that both have run
 * @param classes by label
 * @param otherFingerprint seeds whose runs have different fingerprints
 * @param otherClass seeds whose runs are of different classes
 */
public record RaceComparison(int seeds, Map<String, Pair> classes, List<Long> otherFingerprint, List<Long> otherClass) {
    /**
     * A class in both races.
     *
     * @param apart whether the 95% intervals of the two shares have nothing in common
     */
    public record Pair(Share here, Share there, boolean apart) {}

    /** Runs of a class, and their share with its 95% interval (Wilson). */
    public record Share(int runs, double share, double low, double high) {
        static Share of(int runs, int all) {
            ConfidenceInterval interval = ConfidenceInterval.wilson(runs, all, 0.95);
            return new Share(runs, (double) runs / all, interval.low(), interval.high());
        }
    }

    /** @throws IllegalArgumentException when no seed is in both */
    public static RaceComparison of(List<RaceRun> here, Earlier there) {
        Map<String, int[]> counts = new LinkedHashMap<>();
        for (RaceClass kind : RaceClass.values()) {
            counts.put(kind.label(), new int[2]);
        }
        List<Long> fingerprints = new ArrayList<>();
        List<Long> classes = new ArrayList<>();
        int common = 0;
        for (RaceRun run : here) {
            Earlier.Ended other = there.runs().get(run.seed());
            if (other == null) {
                continue;
            }
            common++;
            String kind = run.verdict().kind().label();
            counts.get(kind)[0]++;
            counts.computeIfAbsent(other.kind(), unknown -> new int[2])[1]++;
            if (!run.verdict().fingerprint().equals(other.fingerprint())) {
                fingerprints.add(run.seed());
            }
            if (!kind.equals(other.kind())) {
                classes.add(run.seed());
            }
        }
        if (common == 0) {
            throw new IllegalArgumentException(
                    "has the seeds " + new TreeSet<>(there.runs().keySet()).first()
                            + " and following, none of this race; change --seed");
        }
        int all = common;
        Map<String, Pair> pairs = new LinkedHashMap<>();
        counts.forEach((label, both) -> {
            if (both[0] + both[1] > 0) {
                Share first = Share.of(both[0], all);
                Share second = Share.of(both[1], all);
                pairs.put(label, new Pair(first, second, first.low > second.high || second.low > first.high));
            }
        });
        return new RaceComparison(all, pairs, List.copyOf(fingerprints), List.copyOf(classes));
    }
}
