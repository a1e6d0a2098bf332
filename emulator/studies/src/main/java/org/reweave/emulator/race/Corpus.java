package org.reweave.emulator.race;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.reweave.routing.model.Mix;

/**
 * The seeds of a race: one after the other, and between them variations of seeds whose runs have reached something new.
 * Which seeds come next is a function of the results of all runs before.
 */
final class Corpus {
    /** Runs that are chosen at a time. */
    private static final int GENERATION = 20;

    /** Number of runs of a generation that vary what was kept. */
    private static final int VARIED = 5;

    private static final long PURPOSE = 0x636f72707573L;

    private final boolean varies;
    private final Set<String> reached = new HashSet<>();
    private final List<Long> kept = new ArrayList<>();
    private final Map<Long, Integer> variations = new HashMap<>(); // made so far, by seed
    private final long first;
    private long next;
    private int chosen;

    /** @param varies whether seeds are varied */
    Corpus(long first, boolean varies) {
        this.first = first;
        this.next = first;
        this.varies = varies;
    }

    /** The next seeds. */
    List<Long> generation(int most) {
        List<Long> seeds = new ArrayList<>();
        for (int i = 0; i < Math.min(most, GENERATION); i++) {
            boolean isVaried = varies && !kept.isEmpty() && i >= GENERATION - VARIED;
            seeds.add(isVaried ? varied() : next++);
        }
        return seeds;
    }

    private long varied() {
        int at = Mix.below(Mix.mix(first, chosen++, PURPOSE, kept.size()), kept.size());
        long seed = kept.get(at);
        int number = variations.merge(seed, 1, Integer::sum);
        if (number == SeedPath.MOST) {
            kept.remove(at);
        }
        return SeedPath.varied(seed, number);
    }

    /**
     * Takes the result of the next run, in the order of {@link #generation}.
     *
     * @return the run with what it has reached that no run before had
     */
    RaceRun take(RaceRun run) {
        List<String> fresh = run.reached().stream().filter(reached::add).toList();
        if (!fresh.isEmpty() && SeedPath.canVary(run.seed())) {
            kept.add(run.seed());
        }
        return new RaceRun(run.seed(), run.verdict(), fresh);
    }
}
