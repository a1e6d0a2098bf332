package org.reweave.emulator.race;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A way in which runs of a race failed.
 *
 * @param seeds of these runs, ascending
 * @param first the verdict on the first of them
 */
public record Finding(List<Long> seeds, RunVerdict first) {
    public Finding {
        seeds = List.copyOf(seeds);
    }

    /** The distinct failures of some runs, the worst class first; within a class those of more runs first. */
    public static List<Finding> of(List<RaceRun> runs) {
        Map<String, List<RaceRun>> byWay = new LinkedHashMap<>();
        for (RaceRun run : runs) {
            if (run.verdict().kind() != RaceClass.CLEAN) {
                byWay.computeIfAbsent(run.verdict().way(), way -> new ArrayList<>())
                        .add(run);
            }
        }
        return byWay.values().stream()
                .map(same -> new Finding(
                        same.stream().map(RaceRun::seed).toList(), same.get(0).verdict()))
                .sorted(Comparator.comparing(
                                (Finding finding) -> finding.first().kind())
                        .reversed()
                        .thenComparing(finding -> -finding.seeds().size()))
                .toList();
    }

    /** The name of its folder. */
    public String folderName() {
        return folderName(new RaceRun(seeds.get(0), first));
    }

    /** The name of the folder of the failure that a run is the first of. */
    static String folderName(RaceRun run) {
        return run.verdict().kind().label() + "-" + run.seed();
    }
}
