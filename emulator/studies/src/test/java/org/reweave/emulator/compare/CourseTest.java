package org.reweave.emulator.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.batch.Emulations;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.Interval;
import org.reweave.emulator.results.Scale;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

class CourseTest {
    private static Network network(String more) {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("small.conf", """
                description = "a ring under load"
                fabric { generator = "torus:4" }
                routing { engine = updown }
                device { preset = iba-1x }
                traffic { load = 0.2 }
                run { warmup = 10us, duration = 100us, cut-interval = 1us, limit = 1ms }
                """ + more, List.of())));
    }

    private static Course course(String more) {
        return new MeasuredRun(network(more)).run(new Emulations()).course();
    }

    @Test
    void aShortRunHasABinForEachIntervalBetweenTwoCuts() {
        Course course = course("");
        assertThat(course.accepted()).hasSize(100).doesNotContainNull();
        assertThat(course.accepted().stream()
                        .mapToDouble(load -> load)
                        .average()
                        .orElse(0))
                .as("what was offered")
                .isCloseTo(0.2, within(0.03));
        assertThat(course.widthNs()).isEqualTo(1000);
    }

    @Test
    void noBinIsShorterThanTheTimeBetweenTwoCuts() {
        assertThat(course("run.cut-interval = 7us").accepted()).hasSize(14).doesNotContainNull();
        assertThat(course("run { duration = 900us, limit = 2ms }").accepted())
                .hasSize(600)
                .doesNotContainNull();
    }

    @Test
    void aRunThatEndedEarlyHasNoLoadAfterwards() {
        Run run = Run.of(network(""), Drivers.sequential());
        new Emulations().execute(run);
        Scale scale = run.recorder().scale();
        List<Interval> early = run.recorder().series().intervals().subList(0, 40);
        Course course =
                Course.of(early, 100 * early.get(0).cycles(), early.get(0).cycles(), scale);
        assertThat(course.accepted().subList(0, 40)).doesNotContainNull();
        assertThat(course.accepted().subList(40, 100)).containsOnlyNulls();
    }
}
