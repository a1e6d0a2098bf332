package org.reweave.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.reweave.emulator.scenario.ScenarioTexts.assertProblem;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.perturb.Site;
import org.reweave.emulator.perturb.Spread;
import org.reweave.emulator.perturb.Spread.Shape;
import org.reweave.emulator.scenario.Perturb.Named;

class PerturbKeysTest {
    @Test
    void withoutKeysNothingIsDisturbed() {
        assertThat(ScenarioTexts.ring().perturb().isOff()).isTrue();
        assertThat(ScenarioTexts.ring("perturb { smp-delay = off, smp-loss = 0, order = 0 }")
                        .perturb()
                        .isOff())
                .isTrue();
    }

    @Test
    void everyFormIsReadAndWritten() {
        Scenario ring = ScenarioTexts.ring("""
                perturb {
                  smp-delay = 5us
                  install-delay = "uniform(0us, 20us)"
                  detection-delay = "choice(0ns, 1us, 50us) share 0.25"
                  computation = "exponential(1ms)"
                  smp-loss = 0.01
                  order = "uniform(0, 3)"
                  smp-overtaken = "exponential(1us) share 0.5"
                  smp-repeat = 2us
                  clock = "uniform(900, 1100)"
                  nic-hang = "choice(0us, 4us)"
                }
                disturbances = [ { site = smp-loss, device = manager, occurrence = 3 },
                                 { site = computation, device = manager, occurrence = 0, delay = 8us },
                                 { site = order, device = s0, occurrence = 0, places = 2 },
                                 { site = clock, device = s1, occurrence = 0, thousandths = 900 } ]
                """);
        assertThat(ring.perturb().spread(Site.SMP_DELAY)).isEqualTo(new Spread(Shape.FIXED, List.of(1250L), 1));
        assertThat(ring.perturb().spread(Site.INSTALL_DELAY))
                .isEqualTo(new Spread(Shape.UNIFORM, List.of(0L, 5000L), 1));
        assertThat(ring.perturb().spread(Site.DETECTION_DELAY))
                .isEqualTo(new Spread(Shape.CHOICE, List.of(0L, 250L, 12_500L), 0.25));
        assertThat(ring.perturb().spread(Site.SMP_LOSS)).isEqualTo(new Spread(Shape.FIXED, List.of(1L), 0.01));
        assertThat(ring.perturb().spread(Site.TRAP_LOSS)).isEqualTo(Spread.OFF);
        assertThat(ring.perturb().named())
                .containsExactly(
                        new Named(Site.SMP_LOSS, "manager", 3, 1),
                        new Named(Site.COMPUTATION, "manager", 0, 2000),
                        new Named(Site.ORDER, "s0", 0, 2),
                        new Named(Site.CLOCK, "s1", 0, 900));
        assertThat(ring.perturb().spread(Site.CLOCK)).isEqualTo(new Spread(Shape.UNIFORM, List.of(900L, 1100L), 1));
        assertThat(ScenarioLoader.parse("again", ring.resolved(), List.of()).perturb())
                .isEqualTo(ring.perturb());
    }

    @Test
    void whatCannotBeReadIsExplained() {
        assertProblem(
                "perturb.smp-delay = \"uniform(5us, 1us)\"",
                "ring.conf:7: perturb.smp-delay = uniform(5us, 1us) is no uniform distribution; write its least and its largest number, as in \"uniform(0us, 20us)\"");
        assertProblem(
                "perturb.smp-delay = \"normal(5us)\"",
                "ring.conf:7: perturb.smp-delay = normal(5us) names the distribution normal, which is none of uniform, exponential, choice; write for example \"uniform(0us, 20us)\"");
        assertProblem(
                "perturb.smp-delay = \"exponential(5us) share 2\"",
                "ring.conf:7: perturb.smp-delay = exponential(5us) share 2 > 1; lower it");
        assertProblem(
                "perturb.order = 5us", "ring.conf:7: perturb.order = 5us is not a whole number; write for example 1");
        assertProblem("perturb.smp-loss = 1.5", "ring.conf:7: perturb.smp-loss = 1.5 > 1; lower it");
        assertProblem(
                "disturbances = [ { site = smp-delay, device = s0, occurrence = 0 } ]",
                "ring.conf:7: disturbances[0].site = smp-delay needs a delay; write for example delay = 20us");
        assertProblem(
                "disturbances = [ { site = clock, device = s0, occurrence = 0 } ]",
                "ring.conf:7: disturbances[0].site = clock needs a number of thousandths; write for example thousandths = 1100");
        assertProblem(
                "disturbances = [ { site = smp-loss, device = s0, occurrence = 0, places = 1 } ]",
                "ring.conf:7: disturbances[0].site = smp-loss has no places; remove disturbances[0].places");
    }

    @Test
    void aDeviceThatIsNotThereIsNamedWithTheNearestOne() {
        Scenario ring = ScenarioTexts.ring("disturbances = [ { site = smp-loss, device = mangaer, occurrence = 0 } ]");
        assertThat(assertThrows(ScenarioException.class, () -> ResolvedScenario.of(ring))
                        .problems())
                .containsExactly(
                        "ring.conf:7: disturbances[0].device = mangaer is not in torus:4; the nearest device is manager");
    }
}
