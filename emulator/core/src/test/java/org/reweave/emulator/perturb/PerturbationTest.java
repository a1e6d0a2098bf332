package org.reweave.emulator.perturb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.perturb.Spread.Shape;
import org.reweave.emulator.stats.DeviceLog;
import org.reweave.routing.model.Mix;

class PerturbationTest {
    private static final Spread UNIFORM = new Spread(Shape.UNIFORM, List.of(3L, 7L), 1);

    private static double mean(Spread spread) {
        return LongStream.range(0, 20_000)
                .map(i -> spread.draw(Mix.mix(9, 0, 0, i)))
                .average()
                .orElseThrow();
    }

    @Test
    void distributionsHaveTheirMeansAndLimits() {
        assertThat(mean(new Spread(Shape.FIXED, List.of(5L), 1))).isEqualTo(5);
        assertThat(mean(UNIFORM)).isCloseTo(5, within(0.1));
        assertThat(mean(new Spread(Shape.EXPONENTIAL, List.of(1000L), 1))).isCloseTo(999.5, within(25.0));
        assertThat(mean(new Spread(Shape.CHOICE, List.of(0L, 10L), 1))).isCloseTo(5, within(0.15));
        assertThat(mean(new Spread(Shape.FIXED, List.of(5L), 0.25))).isCloseTo(1.25, within(0.05));
        assertThat(LongStream.range(0, 5_000)
                        .map(i -> UNIFORM.draw(Mix.mix(9, 0, 0, i)))
                        .distinct()
                        .sorted())
                .containsExactly(3L, 4L, 5L, 6L, 7L);
    }

    @Test
    void drawsDependOnSeedSiteDeviceAndOccurrenceAlone() {
        Perturbation one = new Perturbation(1, Map.of(Site.SMP_DELAY, UNIFORM), List.of());
        Perturbation both =
                new Perturbation(1, Map.of(Site.SMP_DELAY, UNIFORM, Site.INSTALL_DELAY, UNIFORM), List.of());
        Perturbation other = new Perturbation(2, Map.of(Site.SMP_DELAY, UNIFORM), List.of());
        assertThat(draws(both, Site.SMP_DELAY, 4)).isEqualTo(draws(one, Site.SMP_DELAY, 4));
        assertThat(draws(both, Site.INSTALL_DELAY, 4)).isNotEqualTo(draws(one, Site.SMP_DELAY, 4));
        assertThat(draws(one, Site.SMP_DELAY, 5)).isNotEqualTo(draws(one, Site.SMP_DELAY, 4));
        assertThat(draws(other, Site.SMP_DELAY, 4)).isNotEqualTo(draws(one, Site.SMP_DELAY, 4));
    }

    private static List<Long> draws(Perturbation from, Site site, int device) {
        return LongStream.range(0, 50).mapToObj(i -> from.at(site, device, i)).toList();
    }

    @Test
    void aNamedDisturbanceTakesThePlaceOfOneDrawAndMovesNoOther() {
        Perturbation drawn = new Perturbation(1, Map.of(Site.SMP_DELAY, UNIFORM), List.of());
        Perturbation named = new Perturbation(
                1, Map.of(Site.SMP_DELAY, UNIFORM), List.of(new Disturbance(Site.SMP_DELAY, 4, 10, 99)));
        List<Long> expected = new java.util.ArrayList<>(draws(drawn, Site.SMP_DELAY, 4));
        expected.set(10, 99L);
        assertThat(draws(named, Site.SMP_DELAY, 4)).isEqualTo(expected);
    }

    @Test
    void aDeviceGoesBackByItsPlacesAndStandsBehindThoseThatWereThere() {
        Perturbation named = new Perturbation(
                0,
                Map.of(),
                List.of(
                        new Disturbance(Site.ORDER, 10, 0, 1),
                        new Disturbance(Site.ORDER, 12, 0, 2),
                        new Disturbance(Site.ORDER, 11, 1, 9)));
        Disturbances manager = new Disturbances(named, 20, new DeviceLog());
        List<Integer> rule = List.of(10, 11, 12, 13, 14);
        assertThat(manager.reorder(rule, 0)).containsExactly(11, 10, 13, 14, 12);
        assertThat(manager.reorder(rule, 0)).containsExactly(10, 12, 13, 14, 11);
        assertThat(manager.reorder(rule, 0)).isEqualTo(rule);
    }
}
