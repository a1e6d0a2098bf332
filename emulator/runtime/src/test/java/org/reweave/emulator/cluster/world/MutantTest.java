package org.reweave.emulator.cluster.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A fault that is planted into a protocol shows within ten thousand worlds. */
class MutantTest {
    private static final int WORLDS = 10_000;

    private static boolean finds(int seed, Mutant mutant) {
        try {
            new World(seed, mutant.rules()).live();
            return false;
        } catch (RuntimeException e) {
            return true;
        }
    }

    /** @return a seed that finds the fault, the one that is known to do so if it still does; 0 = none does */
    private static int found(Mutant mutant) {
        if (finds(mutant.seed(), mutant)) {
            return mutant.seed();
        }
        for (int seed = 1; seed <= WORLDS; seed++) {
            if (finds(seed, mutant)) {
                return seed;
            }
        }
        return 0;
    }

    @Test
    @Tag("slow")
    void everyPlantedFaultIsFound() {
        List<Mutant> missed = new ArrayList<>();
        StringBuilder table = new StringBuilder("planted fault, a seed that finds it\n");
        for (Mutant mutant : Mutant.values()) {
            int seed = found(mutant);
            table.append(String.format("%-30s %6d%n", mutant, seed));
            if (seed == 0) {
                missed.add(mutant);
            }
        }

        System.out.print(table);
        assertThat(missed).as("%s", table).isEmpty();
    }
}
