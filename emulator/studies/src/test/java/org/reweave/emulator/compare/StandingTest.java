package org.reweave.emulator.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.measure.Reading;

class StandingTest {
    private static final Contender FIRST = Contender.parse("ebrd");
    private static final Contender SECOND = Contender.parse("sr-pda");

    private static Measurement run(Double completed, long drops) {
        Map<Measure, Double> values = completed == null ? Map.of() : Map.of(Measure.COMPLETED, completed);
        Course course = new Course(1, List.of(0.0), Collections.singletonList(null));
        return new Measurement("completed", "", new Reading(values, List.of(), Map.of("cut", drops), Map.of()), course);
    }

    private static List<Standing> standings(Measurement[] first, Measurement[] second) {
        List<Long> seeds =
                java.util.stream.LongStream.range(0, first.length).boxed().toList();
        Plan plan = Plan.of(List.of(), List.of(FIRST, SECOND), seeds);
        Map<ComparedRun, Measurement> results = new LinkedHashMap<>();
        for (int i = 0; i < first.length; i++) {
            results.put(plan.runs(plan.groups().get(0), FIRST).get(i), first[i]);
            results.put(plan.runs(plan.groups().get(0), SECOND).get(i), second[i]);
        }
        return Standing.of(plan, results);
    }

    /** The schemes' own values spread over 900; their differences are 10 to 12. */
    @Test
    void differencesArePairedBySeedSoThatTheSpreadOfTheSeedsGoesOut() {
        Standing second = standings(
                        new Measurement[] {run(100.0, 0), run(500.0, 0), run(1000.0, 0)},
                        new Measurement[] {run(110.0, 0), run(512.0, 0), run(1011.0, 0)})
                .get(1);
        assertThat(second.differences().get(Measure.COMPLETED).mean()).isCloseTo(11, within(1e-9));
        assertThat(second.differences().get(Measure.COMPLETED).halfWidth())
                .as("t(2) sqrt(1 / 3)")
                .isCloseTo(4.302653 / Math.sqrt(3), within(1e-6));
        assertThat(second.values().get(Measure.COMPLETED).halfWidth()).isGreaterThan(1000);
    }

    @Test
    void aPairWithoutOneOfItsValuesIsLeftOutOfDifferencesAndNotTakenForZero() {
        List<Standing> both = standings(
                new Measurement[] {run(100.0, 1), run(null, 3)}, new Measurement[] {run(110.0, 0), run(600.0, 0)});
        assertThat(both.get(1).differences().get(Measure.COMPLETED).mean()).isEqualTo(10);
        assertThat(both.get(1).values().get(Measure.COMPLETED).mean()).isEqualTo(355);
        assertThat(both.get(0).dropsBefore()).containsEntry("cut", 2.0);
        assertThat(both.get(0).differences()).isEmpty();
    }
}
