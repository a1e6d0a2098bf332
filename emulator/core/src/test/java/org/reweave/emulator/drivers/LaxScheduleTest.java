package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.lax.schedule.Schedule;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.sequential.LaxReplayDriver;
import org.reweave.emulator.sequential.LaxScheduleDriver;
import org.reweave.emulator.sequential.SequentialDriver;

/** Seeded schedulers of lax runs: each is repeated by its seed, and differs from the others. */
class LaxScheduleTest {
    private static final String TEXT = SmallScenarios.texts().get("torus loses a link");

    private static Network network(Schedule schedule, String... overrides) {
        String[] all = new String[overrides.length + 2];
        all[0] = "run.asynchrony=lax";
        all[1] = "run.lax.schedule=" + schedule.label();
        System.arraycopy(overrides, 0, all, 2, overrides.length);
        return SmallScenarios.network(TEXT, all);
    }

    private static RunResult run(Network network, AdmissionTape tape) {
        return new LaxScheduleDriver(Start.atZero(network), tape).run();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "THREADS")
    void theSeedRepeatsARunAndSoDoItsRecords(Schedule schedule) {
        Network network = network(schedule);
        AdmissionTape tape = new AdmissionTape();
        RunResult result = run(network, tape);
        assertThat(result.drift().orElseThrow().lateness().count()).isPositive();

        AdmissionTape second = new AdmissionTape();
        run(network(schedule), second);
        assertThat(second.fingerprints()).isEqualTo(tape.fingerprints());

        AdmissionTape replayed = new AdmissionTape();
        new LaxReplayDriver(Start.atZero(network), replayed, tape.script(network)).run();
        assertThat(replayed.fingerprints()).isEqualTo(tape.fingerprints());
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "THREADS")
    void withoutSlackEveryScheduleGivesTheConservativeRun(Schedule schedule) {
        RunTrace conservative = new RunTrace();
        new SequentialDriver(SmallScenarios.network(TEXT), conservative, HorizonPolicy.FULL).run();
        for (String islands : List.of("1", "3")) {
            AdmissionTape tape = new AdmissionTape();
            run(network(schedule, "run.lax.slack=0cycles", "run.lax.island-size=" + islands), tape);
            assertThat(tape.fingerprints()).isEqualTo(conservative.fingerprints());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "THREADS")
    void otherDrawsOfASchedulerAreAnotherRunOfTheSameNetwork(Schedule schedule) {
        Network network = network(schedule);
        Set<String> fingerprints = new HashSet<>();
        for (int draws = 0; draws < 4; draws++) {
            RunResult result = new LaxScheduleDriver(Start.atZero(network), new AdmissionTape(), schedule, draws).run();
            fingerprints.add(result.fingerprint());
        }
        assertThat(fingerprints).hasSize(4);
    }
}
