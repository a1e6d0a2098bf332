package org.reweave.emulator.compare;

import java.util.ArrayList;
import java.util.List;
import org.reweave.emulator.sweep.Series;
import org.reweave.emulator.sweep.Variation;

/**
 * Plan of a comparison: under every combination of the varied keys, every contender with every seed. Runs of one group
 * and seed draw the same random numbers, whatever their scheme.
 *
 * @param groups combinations of the varied keys; one without overrides where nothing varies
 * @param contenders schemes with their options; differences are taken from the first
 */
public record Plan(List<Series> groups, List<Contender> contenders, List<Long> seeds) {
    public Plan {
        groups = List.copyOf(groups);
        contenders = List.copyOf(contenders);
        seeds = List.copyOf(seeds);
    }

    public static Plan of(List<Variation> variations, List<Contender> contenders, List<Long> seeds) {
        return new Plan(Series.of(variations), contenders, seeds);
    }

    /** Group by group, contender by contender. */
    public List<ComparedRun> runs() {
        List<ComparedRun> runs = new ArrayList<>();
        for (Series group : groups) {
            for (Contender contender : contenders) {
                runs.addAll(runs(group, contender));
            }
        }
        return runs;
    }

    /** The runs of one contender, a seed each. */
    public List<ComparedRun> runs(Series group, Contender contender) {
        Series series = series(group, contender);
        return seeds.stream().map(seed -> new ComparedRun(series, seed)).toList();
    }

    /** Overrides of the scenario for a group and a contender. */
    public static Series series(Series group, Contender contender) {
        List<String> overrides = new ArrayList<>(group.overrides());
        overrides.addAll(contender.overrides());
        return new Series(overrides);
    }
}
