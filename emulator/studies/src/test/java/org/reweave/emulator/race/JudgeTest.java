package org.reweave.emulator.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.reconfig.spi.Promise;

/** What ends a run before its change is complete: the limit, or a wait for ever. */
class JudgeTest {
    private static final String LATE_TABLES =
            "disturbances = [ { site = install-delay, device = \"s2_2\", occurrence = 0, delay = 10ms } ]";

    private static RunVerdict verdict(String... overrides) {
        String text = """
                name = "a change that does not end"
                description = "a link fails while messages of the manager are lost"
                fabric.generator = "torus:3x3"
                routing { engine = updown, options { root = "s0_0" } }
                device.preset = iba-1x
                manager { timeout = 100us, retries = 1 }
                traffic { pattern = uniform, load = 0.01 }
                faults = [ { at = 30us, link = "s1_1-s1_2" } ]
                reconfiguration.scheme = sr-la
                run { warmup = 20us, duration = 40us }
                """;
        Network network = new Network(
                ResolvedScenario.of(ScenarioLoader.parse(Path.of("judged.conf").toString(), text, List.of(overrides))));
        Run run = Run.of(network, Drivers.sequential());
        Judge judge = Judge.of(run);
        return judge.verdict(run.execute());
    }

    @Test
    void aChangeThatLossesMakeTheManagerBeginAnewUntilTheLimitBreaksNoPromise() {
        RunVerdict verdict = verdict("seed = 1", "perturb.smp-loss = 0.1", "run.limit = 1ms");
        assertThat(verdict.text()).isEqualTo("never-finished: devices are given up until the limit");
        assertThat(verdict.brokenPromises()).isEmpty();
    }

    @Test
    void theSameChangeEndsWhenThereIsTime() {
        RunVerdict verdict = verdict("seed = 1", "perturb.smp-loss = 0.1", "run.limit = 40ms");
        assertThat(verdict.kind()).isNotEqualTo(RaceClass.NEVER_FINISHED);
    }

    @Test
    void aChangeThatDoesNotEndAlthoughNoMessageIsLostBreaksThePromiseThatRunsEnd() {
        RunVerdict verdict = verdict(LATE_TABLES, "run.limit = 2ms", "manager.retries = 100");
        assertThat(verdict.text()).isEqualTo("never-finished: a change does not end");
        assertThat(verdict.brokenPromises()).contains(Promise.RUN_ENDS);
    }

    @Test
    void whateverADeviceStumblesOverIsAnEndOfTheRunAndTheUsersStopIsNot() {
        assertThatCode(() -> Judge.requireOfDevices(new NullPointerException("route")))
                .doesNotThrowAnyException();
        for (RuntimeException other :
                List.of(new CancellationException(), new UncheckedIOException(new IOException("no space left")))) {
            assertThatThrownBy(() -> Judge.requireOfDevices(other)).isSameAs(other);
        }
    }
}
