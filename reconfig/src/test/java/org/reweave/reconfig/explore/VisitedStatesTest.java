package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** States as bytes, and the set of those that are known. */
class VisitedStatesTest {
    private static Words words(long... values) {
        Words words = new Words();
        words.clear();
        words.values(values);
        return words;
    }

    @Test
    void whatIsWrittenIsReadAgainZerosAndNegativesIncluded() {
        Random random = new Random(5);
        for (int round = 0; round < 500; round++) {
            long[] values = new long[random.nextInt(60)];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextInt(3) == 0 ? 0 : random.nextLong() >> random.nextInt(64);
            }
            Words written = words(values);
            Words read = new Words();
            int size = written.finish();
            read.load(written.bytes(), 0, size);
            long[] got = new long[values.length];
            read.values(got);
            assertThat(got).as("round %d of seed 5", round).isEqualTo(values);
        }
    }

    @Test
    void theSetAnswersAsAMapOfWholeEncodingsDoes() {
        Random random = new Random(6);
        Map<String, Integer> oracle = new HashMap<>();
        VisitedStates states = new VisitedStates(100_000);
        for (int round = 0; round < 50_000; round++) {
            long[] values = {random.nextInt(40), 0, random.nextInt(40), -random.nextInt(10)};
            Integer known = oracle.putIfAbsent(Arrays.toString(values), oracle.size());
            int found = states.add(words(values), round - 1, 0);
            assertThat(found).isEqualTo(known == null ? oracle.size() - 1 : -1 - known);
        }
        assertThat(states.count()).isEqualTo(oracle.size());
    }

    @Test
    void stepsLeadFromTheFirstStateToAnyOther() {
        VisitedStates states = new VisitedStates(10);
        states.add(words(1), -1, 0);
        states.add(words(2), 0, 70);
        states.add(words(3), 0, 71);
        states.add(words(4), 2, 72);
        assertThat(states.stepsTo(3)).containsExactly(71, 72);
        assertThat(states.stepsTo(0)).isEmpty();
    }

    @Test
    void aBudgetThatDoesNotSufficeIsAnErrorWithTheLimitAndTheRemedy() {
        VisitedStates states = new VisitedStates(2);
        states.add(words(1), -1, 0);
        states.add(words(2), 0, 0);
        states.add(words(1), 1, 0);
        assertThatThrownBy(() -> states.add(words(3), 1, 0))
                .isInstanceOf(StateBudgetException.class)
                .hasMessageContaining("more than 2 states")
                .hasMessageContaining("budget");
    }
}
