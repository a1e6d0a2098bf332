package org.reweave.emulator.compare;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.sweep.Estimate;
import org.reweave.emulator.sweep.Series;

/**
 * A contender in one group, over its seeds.
 *
 * @param group its label; empty where nothing varies
 * @param outcomes number of runs by outcome
 * @param values means with 95% intervals; a measure that no run has is absent
 * @param differences the same of the differences from the group's first contender, seed by seed: both runs of a pair
 *     draw the same random numbers; empty for the first contender
 * @param dropsBefore mean number of packets lost before tables were ready, by cause
 * @param dropsAfter from then on
 */
public record Standing(
        String group,
        String contender,
        Map<String, Integer> outcomes,
        Map<Measure, Estimate> values,
        Map<Measure, Estimate> differences,
        Map<String, Double> dropsBefore,
        Map<String, Double> dropsAfter) {

    /** Number of runs of the contender in its group. */
    public int runs() {
        return outcomes.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Standings of all contenders in each group, in the order of the plan. */
    public static List<Standing> of(Plan plan, Map<ComparedRun, Measurement> results) {
        List<Standing> standings = new ArrayList<>();
        for (Series group : plan.groups()) {
            List<Measurement> first = of(plan.runs(group, plan.contenders().get(0)), results);
            for (Contender contender : plan.contenders()) {
                List<Measurement> own = of(plan.runs(group, contender), results);
                boolean isFirst = contender.equals(plan.contenders().get(0));
                standings.add(of(group.label(), contender.label(), own, isFirst ? List.of() : first));
            }
        }
        return standings;
    }

    private static List<Measurement> of(List<ComparedRun> runs, Map<ComparedRun, Measurement> results) {
        return runs.stream().map(results::get).toList();
    }

    /** @param first the runs to compare with; empty for the first contender itself */
    private static Standing of(String group, String contender, List<Measurement> own, List<Measurement> first) {
        Map<String, Integer> outcomes = new TreeMap<>();
        own.forEach(one -> outcomes.merge(one.outcome(), 1, Integer::sum));
        Map<Measure, Estimate> values = new EnumMap<>(Measure.class);
        Map<Measure, Estimate> differences = new EnumMap<>(Measure.class);
        for (Measure measure : Measure.values()) {
            List<Double> all = new ArrayList<>();
            List<Double> paired = new ArrayList<>();
            for (int i = 0; i < own.size(); i++) {
                Double value = own.get(i).values().get(measure);
                Double reference =
                        first.isEmpty() ? null : first.get(i).values().get(measure);
                if (value != null) {
                    all.add(value);
                }
                if (value != null && reference != null) {
                    paired.add(value - reference);
                }
            }
            if (!all.isEmpty()) {
                values.put(measure, Estimate.of(all));
            }
            if (!paired.isEmpty()) {
                differences.put(measure, Estimate.of(paired));
            }
        }
        return new Standing(
                group,
                contender,
                outcomes,
                values,
                differences,
                mean(own.stream().map(one -> one.reading().dropsBefore()).toList()),
                mean(own.stream().map(one -> one.reading().dropsAfter()).toList()));
    }

    private static Map<String, Double> mean(List<Map<String, Long>> drops) {
        Map<String, Double> sums = new TreeMap<>();
        drops.forEach(one -> one.forEach((cause, packets) -> sums.merge(cause, (double) packets, Double::sum)));
        sums.replaceAll((cause, sum) -> sum / drops.size());
        return sums;
    }
}
