package org.reweave.emulator.cluster.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A fault that is planted into a protocol shows within ten thousand worlds. */
class MutantTest {
    private static final int WORLDS = 10_000;

    /** @return the first seed that finds the fault, 0 = none does */
    private static int found(Mutant mutant) {
        for (int seed = 1; seed <= WORLDS; seed++) {
            try {
                new World(seed, mutant.rules()).live();
            } catch (RuntimeException e) {
                return seed;
            }
        }
        return 0;
    }

    @Test
    @Tag("slow")
    void everyPlantedFaultIsFound() {
        List<Mutant> missed = new ArrayList<>();
        StringBuilder table = new StringBuilder("planted fault, first seed that finds it\n");
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
