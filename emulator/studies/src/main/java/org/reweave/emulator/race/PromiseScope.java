package org.reweave.emulator.race;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.reweave.emulator.scenario.ReconfigurationChoice;
import org.reweave.reconfig.spi.Promise;
import org.reweave.reconfig.spi.Promises;
import org.reweave.routing.rerouting.TreeGeometry;
import org.reweave.routing.topology.Fabric;

/**
 * The part of a scheme's promises that the runs of a race judge.
 *
 * @param judged promises that runs judge
 * @param atFirst those of them that are judged only until several faults, recoveries or losses have come together
 * @param notJudged promises that runs cannot judge, with the reason
 * @param notMade promises that the scheme does not make
 */
public record PromiseScope(
        List<Promise> judged, List<Promise> atFirst, Map<Promise, String> notJudged, List<Promise> notMade) {
    private static final int SEVERAL = 2;

    static PromiseScope of(ReconfigurationChoice choice, Fabric fabric, boolean isUpToThreads) {
        Set<Promise> made = made(choice, fabric, 0);
        Map<Promise, String> notJudged = new TreeMap<>(PromiseJudge.notJudged(isUpToThreads));
        if (choice.description()
                .flatMap(scheme -> scheme.separation(choice.options()))
                .isEmpty()) {
            SeparatorWatch.JUDGES.forEach(
                    promise -> notJudged.put(promise, "the scheme does not say what its separators mean"));
        }
        notJudged.keySet().retainAll(made);
        Set<Promise> judged = EnumSet.noneOf(Promise.class);
        judged.addAll(made);
        judged.removeAll(notJudged.keySet());
        Set<Promise> atFirst = EnumSet.noneOf(Promise.class);
        atFirst.addAll(judged);
        atFirst.removeAll(made(choice, fabric, SEVERAL));
        Set<Promise> notMade = EnumSet.allOf(Promise.class);
        notMade.removeAll(made);
        return new PromiseScope(List.copyOf(judged), List.copyOf(atFirst), notJudged, List.copyOf(notMade));
    }

    /** @param mishaps faults, recoveries and losses, of each so many */
    private static Set<Promise> made(ReconfigurationChoice choice, Fabric fabric, int mishaps) {
        return choice.description()
                .map(scheme -> scheme.promises()
                        .in(new Promises.Circumstances(
                                choice.options(), mishaps, mishaps, mishaps, mishaps, TreeGeometry.arity(fabric))))
                .orElse(Set.of());
    }
}
