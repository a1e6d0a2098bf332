package org.reweave.reconfig.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.reweave.reconfig.Schemes;
import org.reweave.reconfig.spi.Promise;

/** Counterexamples: that they are short, can be read and lead where they say. */
class ReplayTest {
    private static final Model MODEL = SmallFabrics.triangle(Schemes.get("naive"), 2, 10, 21);
    private static final Exploration FOUND = Explored.broken(MODEL, Promise.NO_DEADLOCK);

    @Test
    void aCounterexampleSaysWhatHappensAndDrawsTheCycle() {
        Replay replay = Replay.of(MODEL, FOUND.trace());
        assertThat(replay.lines()).contains("n0 injects packet 0 for n2, marks 0x0");
        assertThat(replay.lines()).anyMatch(line -> line.startsWith("s2 gets its new tables"));
        assertThat(replay.toString())
                .contains("+-> packet 0 [n0 to n2, marks 0x0] at s1 from s0, for s2")
                .contains("|   packet 1 [n1 to n0, marks 0x0] at s2 from s1, for s0")
                .contains("|   packet 2 [n2 to n1, marks 0x0] at s0 from s2, for s1");
        assertThat(replay.cycle()).containsExactly(0, 1, 2);
    }

    /** The words of two steps tell, without the search for origins, that they belong together. */
    @Test
    void aStepNamesTheStepThatSentWhatComes() {
        List<Replay.Moment> steps = Replay.of(MODEL, FOUND.trace()).moments();
        Pattern routing = Pattern.compile("(\\S+) from (\\S+): (packet \\d+) is routed .*");
        int routings = 0;
        int tables = 0;
        for (Replay.Moment step : steps) {
            Matcher routed = routing.matcher(step.words());
            if (routed.matches()) {
                routings++;
                Replay.Moment cause = steps.get(step.cause());
                assertThat(step.device()).isEqualTo(routed.group(1));
                assertThat(cause.device()).as(step.words()).isEqualTo(routed.group(2));
                assertThat(cause.words()).contains(routed.group(3) + " ");
                assertThat(step.certain()).isTrue();
            } else if (step.words().contains(" gets its new tables")) {
                tables++;
                assertThat(steps.get(step.cause()).device()).isEqualTo("manager");
            }
        }
        assertThat(routings).isPositive();
        assertThat(tables).isPositive();
    }

    @Test
    void aStepThatIsNotPossibleIsRefusedWithItsPlace() {
        List<Integer> backwards = new ArrayList<>(FOUND.trace());
        Collections.reverse(backwards);
        assertThatThrownBy(() -> Replay.of(MODEL, backwards))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("step 1 of " + backwards.size());
    }

    @Test
    void boundsBeyondTheModelsLimitsAreAllNamed() {
        assertThatThrownBy(() -> new Bounds(3, -1, 2, 3, 1, 0, 0, 0, 0, 0, Queueing.FIFO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("inputSlots = 3 is not in 1..2")
                .hasMessageContaining("outputSlots = -1 is not in 0..2")
                .hasMessageContaining("losses = 2 is not in 0..1")
                .hasMessageContaining("faults = 3 is not in 0..2");
    }
}
