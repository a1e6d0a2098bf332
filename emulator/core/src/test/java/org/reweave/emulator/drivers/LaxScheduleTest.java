package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.lax.LateFrames;
import org.reweave.emulator.lax.schedule.Schedule;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.Scenario;
import org.reweave.emulator.scenario.ScenarioLoader;
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
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"THREADS", "LISTED"})
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
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"THREADS", "LISTED"})
    void otherDrawsOfASchedulerAreAnotherRunOfTheSameNetwork(Schedule schedule) {
        Network network = network(schedule);
        Set<String> fingerprints = new HashSet<>();
        for (int draws = 0; draws < 4; draws++) {
            RunResult result = new LaxScheduleDriver(Start.atZero(network), new AdmissionTape(), schedule, draws).run();
            fingerprints.add(result.fingerprint());
        }
        assertThat(fingerprints).hasSize(4);
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"THREADS", "LISTED"})
    void itsDecisionsWrittenOutGiveTheSameRun(Schedule schedule) {
        for (String islands : List.of("1", "3")) {
            Network network = network(schedule, "run.lax.island-size=" + islands);
            AdmissionTape drawn = new AdmissionTape();
            run(network, drawn);

            List<LateFrames> late = LaxScheduleDriver.decisions(network);
            AdmissionTape listed = new AdmissionTape();
            run(listed(network, late), listed);
            assertThat(late).isNotEmpty();
            assertThat(listed.fingerprints()).isEqualTo(drawn.fingerprints());
        }
    }

    @Test
    void anyPartOfAListIsARun() {
        Network network = network(Schedule.POS);
        List<LateFrames> late = LaxScheduleDriver.decisions(network);
        AdmissionTape conservative = new AdmissionTape();
        run(network(Schedule.LISTED), conservative);
        Set<List<String>> others = new HashSet<>();
        for (int from = 0; from < 4; from++) {
            int first = from;
            List<LateFrames> part = IntStream.range(0, late.size())
                    .filter(i -> i % 4 == first)
                    .mapToObj(late::get)
                    .toList();
            AdmissionTape tape = new AdmissionTape();
            run(listed(network, part), tape);
            others.add(List.copyOf(tape.fingerprints()));
        }
        assertThat(others).hasSize(4).doesNotContain(List.copyOf(conservative.fingerprints()));
    }

    @Test
    void aListIsReadAsItIsWritten() {
        Network network = network(Schedule.POS);
        List<LateFrames> late = LaxScheduleDriver.decisions(network).subList(0, 100);
        Scenario written = listed(network, late).resolved().scenario();
        Scenario read = ScenarioLoader.parse(written.name(), written.resolved(), List.of());
        assertThat(read.run()).isEqualTo(written.run());
        assertThat(read.run().laxity().late()).isEqualTo(late);
    }

    @Test
    void aListWithoutItsScheduleIsRefused() {
        assertThatThrownBy(() -> network(Schedule.POS, "late=[{device=s0_0, port=1, step=3, steps=2, frames=1}]"))
                .hasMessageContaining("run.lax.schedule")
                .hasMessageContaining("does not read the list late; write run.lax.schedule = listed");
    }

    /** The network with decisions in the place of its schedule. */
    private static Network listed(Network network, List<LateFrames> late) {
        Scenario scenario = network.resolved().scenario();
        return new Network(ResolvedScenario.of(scenario.running(scenario.run().listed(late))));
    }
}
