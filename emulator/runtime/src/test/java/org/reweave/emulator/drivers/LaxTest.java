package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.checkpoint.Checkpoint;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.RunDriver;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.lax.AdmissionException;
import org.reweave.emulator.lax.AdmissionRecord;
import org.reweave.emulator.lax.AdmissionsEndedException;
import org.reweave.emulator.lax.schedule.Schedule;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.network.Start;
import org.reweave.emulator.sequential.LaxReplayDriver;
import org.reweave.emulator.sequential.LaxScheduleDriver;
import org.reweave.emulator.sequential.SequentialDriver;

/** Lax runs: without slack as conservative ones, and with slack repeated exactly from what was recorded. */
@Tag("slow")
class LaxTest {
    private static final Map<String, String> TEXTS = SmallScenarios.texts();
    private static final int SEQUENTIALLY = 0;
    private static final String RACY = "torus loses a link";

    /** A network and what was recorded of a run of it, which tests copy and then alter. */
    private static final Network RECORDED = lax(RACY, "200cycles");

    private static AdmissionTape recording;

    @BeforeAll
    static void record() {
        recording = new AdmissionTape();
        drawn(RECORDED, recording, 9).run();
    }

    /** On/off flow control relies on signals that come in time, so lax runs refuse it. */
    static Stream<String> scenarios() {
        return TEXTS.keySet().stream().filter(name -> !TEXTS.get(name).contains("flow-control = on-off"));
    }

    private static Network lax(String scenario, String slack, String... overrides) {
        List<String> all = new ArrayList<>(List.of("run.asynchrony=lax", "run.lax.slack=" + slack));
        all.addAll(List.of(overrides));
        return SmallScenarios.network(TEXTS.get(scenario), all.toArray(String[]::new));
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void withoutSlackALaxRunIsTheConservativeOne(String scenario) {
        RunTrace conservative = new RunTrace();
        new SequentialDriver(SmallScenarios.network(TEXTS.get(scenario)), conservative, HorizonPolicy.FULL).run();
        AdmissionTape tape = new AdmissionTape();

        RunResult result =
                ActorDriver.lax(Start.atZero(lax(scenario, "0cycles")), tape, 2).run();

        assertThat(tape.fingerprints()).isEqualTo(conservative.fingerprints());
        assertThat(tape.records()).isZero();
        assertThat(result.drift().orElseThrow().lateness().count()).isZero();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void anyOrderOfStepsIsRepeatedExactly(String scenario) {
        compareDrawn(scenario, "unlimited", 1, new int[] {SEQUENTIALLY});
        compareDrawn(scenario, "250cycles", 2, new int[] {2}, "run.lax.island-size=3");
    }

    @Tag("campaign")
    @ParameterizedTest
    @MethodSource("scenarios")
    void anyOrderOfStepsIsRepeatedExactlyForManySeeds(String scenario) {
        for (int seed = 3; seed < 60; seed++) {
            int[] threads = {SEQUENTIALLY, 2};
            compareDrawn(scenario, "unlimited", seed, threads, "seed=" + seed);
            compareDrawn(scenario, "200cycles", seed, threads, "seed=" + seed, "run.lax.island-size=" + (1 + seed % 4));
        }
    }

    private static LaxScheduleDriver drawn(Network network, AdmissionTape tape, int seed) {
        return new LaxScheduleDriver(Start.atZero(network), tape, Schedule.UNIFORM, seed);
    }

    /** @param threads of each replay */
    private static void compareDrawn(String scenario, String slack, int seed, int[] threads, String... overrides) {
        Network network = lax(scenario, slack, overrides);
        AdmissionTape tape = new AdmissionTape();
        RunResult drawn = drawn(network, tape, seed).run();
        String what = scenario + ", slack " + slack + ", draws " + seed + " " + List.of(overrides);

        assertThat(drawn.drift().orElseThrow().lateness().count()).as(what).isPositive();
        replays(network, tape, drawn, what, threads);
    }

    /** @param drivers threads of each replay */
    private static void replays(Network network, AdmissionTape tape, RunResult run, String what, int... drivers) {
        for (int threads : drivers) {
            AdmissionTape again = new AdmissionTape();
            RunDriver driver = threads == SEQUENTIALLY
                    ? new LaxReplayDriver(Start.atZero(network), again, tape.script(network))
                    : ActorDriver.replay(Start.atZero(network), again, threads, tape.script(network));
            RunResult result = driver.run();
            assertThat(again.fingerprints()).as("%s, %d threads", what, threads).isEqualTo(tape.fingerprints());
            assertThat(result.outcome()).as(what).isEqualTo(run.outcome());
            assertThat(result.drift().orElseThrow().lateness().percentile(99))
                    .as(what)
                    .isEqualTo(run.drift().orElseThrow().lateness().percentile(99));
        }
    }

    @Test
    void randomScenariosAreTheConservativeOnesWithoutSlackAndAreRepeatedExactlyWithSlack() {
        compareRandom(500, 6);
    }

    @Tag("campaign")
    @Test
    void hundredsOfRandomScenariosAreRepeatedExactly() {
        compareRandom(500_000, 300);
    }

    private static void compareRandom(long firstSeed, int count) {
        String drawn = RandomScenarios.checkAll(
                firstSeed,
                count,
                (network, repeatable) -> {
                    RunTrace conservative = new RunTrace();
                    new SequentialDriver(network, conservative, HorizonPolicy.FULL).run();
                    AdmissionTape without = new AdmissionTape();
                    ActorDriver.lax(Start.atZero(network), without, 2).run();
                    assertThat(without.fingerprints()).as(repeatable).isEqualTo(conservative.fingerprints());
                },
                "run.asynchrony=lax",
                "run.lax.step=1cycle",
                "run.lax.slack=0cycles");
        String late = RandomScenarios.checkAll(
                firstSeed,
                count,
                (network, repeatable) -> {
                    AdmissionTape tape = new AdmissionTape();
                    RunResult run = drawn(network, tape, (int) firstSeed).run();
                    replays(network, tape, run, repeatable, SEQUENTIALLY, 2);
                },
                "run.asynchrony=lax",
                "run.lax.step=1cycle",
                "run.lax.slack=60cycles",
                "run.lax.island-size=2");
        System.out.println("lax random scenarios, without slack " + drawn + ", with slack " + late);
    }

    @Test
    void twentyLaxRunsDifferAndEachIsRepeatedExactly() {
        compareRuns(20);
    }

    @Tag("campaign")
    @Test
    void twoHundredLaxRunsDifferAndEachIsRepeatedExactly() {
        compareRuns(200);
    }

    /** Nothing but the threads' scheduling decides here. */
    private static void compareRuns(int runs) {
        Network network = lax(RACY, "100cycles");
        Set<String> different = new HashSet<>();
        for (int i = 0; i < runs; i++) {
            AdmissionTape tape = new AdmissionTape();
            RunResult run = ActorDriver.lax(Start.atZero(network), tape, 2).run();
            different.add(run.fingerprint());
            replays(network, tape, run, "run " + i, SEQUENTIALLY, 1, 2);
        }
        assertThat(different).hasSizeGreaterThanOrEqualTo(2);
    }

    @RepeatedTest(20)
    void aReplayFailsAtExactlyTheRecordThatWasAltered(RepetitionInfo repetition) {
        Network network = RECORDED;
        AdmissionTape tape = recording.branch(recording.cuts().size());
        Draws draws = new Draws(repetition.getCurrentRepetition());
        int cut = draws.below(tape.cuts().size());
        List<Integer> islands = List.copyOf(tape.cuts().get(cut).keySet());
        int island = draws.of(islands);
        long[] records = tape.cuts().get(cut).get(island).clone();
        int at = AdmissionRecord.WORDS * draws.below(records.length / AdmissionRecord.WORDS);
        long step = AdmissionRecord.step(records[at]);
        int link = AdmissionRecord.link(records[at]);
        long missing = AdmissionRecord.missing(records[at + 1]);
        int check = AdmissionRecord.check(records[at + 1]);
        if (draws.oneIn(2)) {
            records[at + 1] = AdmissionRecord.value(missing == 0 ? 1 : missing - 1, check);
        } else {
            records[at + 1] = AdmissionRecord.value(missing, check ^ 1 << draws.below(16));
        }
        Map<Integer, long[]> altered = new HashMap<>(tape.cuts().get(cut));
        altered.put(island, records);
        tape.cuts().set(cut, altered);

        for (boolean actors : new boolean[] {false, true}) {
            RunDriver driver = actors
                    ? ActorDriver.replay(Start.atZero(network), new RunTrace(), 2, tape.script(network))
                    : new LaxReplayDriver(Start.atZero(network), new RunTrace(), tape.script(network));
            AdmissionException failure = catchThrowableOfType(AdmissionException.class, driver::run);
            assertThat(failure).isNotNull();
            assertThat(failure.recorded())
                    .startsWith(network.names()[island] + "." + (link + 1) + " (from ")
                    .contains("), step " + step + ": ");
        }
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void aRunIsRepeatedFromItsCheckpoints(String scenario) {
        checkpointsAreMoments(scenario, 1);
    }

    @Tag("campaign")
    @ParameterizedTest
    @MethodSource("scenarios")
    void aRunIsRepeatedFromItsCheckpointsForManySeeds(String scenario) {
        for (int seed = 2; seed < 40; seed++) {
            checkpointsAreMoments(scenario, seed);
        }
    }

    private static void checkpointsAreMoments(String scenario, int seed) {
        Network network = lax(scenario, "300cycles", "run.lax.island-size=" + (1 + seed % 3), "seed=" + seed);
        AdmissionTape tape = new AdmissionTape();
        LaxScheduleDriver drawn = drawn(network, tape, seed);
        tape.wantCheckpoints(drawn);
        RunResult run = drawn.run();

        assertThat(tape.checkpoints()).as(scenario).isNotEmpty();
        int count = tape.checkpoints().size();
        for (int at : new int[] {count / 3, count - 1}) {
            Checkpoint checkpoint = tape.checkpoints().get(at);
            AdmissionTape again = new AdmissionTape();
            RunResult rest = new LaxReplayDriver(
                            Start.at(network, checkpoint), again, tape.script(network, checkpoint.cut()))
                    .run();
            String what = scenario + ", draws " + seed + ", from cycle " + checkpoint.cycle();
            assertThat(again.fingerprints())
                    .as(what)
                    .isEqualTo(tape.fingerprints()
                            .subList((int) checkpoint.cut(), tape.fingerprints().size()));
            assertThat(rest.drift().orElseThrow().lateness().percentile(99))
                    .as(what)
                    .isEqualTo(run.drift().orElseThrow().lateness().percentile(99));
            assertThat(rest.latencies().network(99.9))
                    .as(what)
                    .isEqualTo(run.latencies().network(99.9));
        }
    }

    @Test
    void aRunThatGoesOnFromACheckpointIsAnotherBranchWhichIsRepeatedFromItsStart() {
        Network network = lax(RACY, "300cycles");
        AdmissionTape tape = new AdmissionTape();
        LaxScheduleDriver drawn = drawn(network, tape, 5);
        tape.wantCheckpoints(drawn);
        drawn.run();
        Checkpoint middle = tape.checkpoints().get(tape.checkpoints().size() / 2);

        AdmissionTape branch = tape.branch(middle.cut());
        RunResult run = ActorDriver.lax(Start.at(network, middle), branch, 2).run();

        replays(network, branch, run, "branch", SEQUENTIALLY, 2);
    }

    @Test
    void actorsTakeCheckpointsOfALaxRun() {
        Network network = lax(RACY, "100cycles");
        AdmissionTape tape = new AdmissionTape();
        ActorDriver driver = ActorDriver.lax(Start.atZero(network), tape, 2);
        tape.wantCheckpoints(driver);
        RunResult run = driver.run();

        replays(network, tape, run, RACY, SEQUENTIALLY);
        Checkpoint middle = tape.checkpoints().get(tape.checkpoints().size() / 2);
        AdmissionTape again = tape.branch(middle.cut());
        ActorDriver.replay(Start.at(network, middle), again, 2, tape.script(network, middle.cut()))
                .run();
        assertThat(again.fingerprints()).isEqualTo(tape.fingerprints());
    }

    @Test
    void aReplayEndsWhereItsAdmissionsEnd() {
        Network network = RECORDED;
        AdmissionTape tape = recording.branch(10);
        long last = 10 * network.governorPlan().interval();

        AdmissionTape again = new AdmissionTape();
        assertThatThrownBy(new LaxReplayDriver(Start.atZero(network), again, tape.script(network))::run)
                .isInstanceOf(AdmissionsEndedException.class)
                .hasMessageContaining("after cycle " + last);
        assertThat(again.fingerprints()).isEqualTo(tape.fingerprints().subList(0, 10));
        assertThatThrownBy(ActorDriver.replay(Start.atZero(network), again, 2, tape.script(network))::run)
                .isInstanceOf(AdmissionsEndedException.class)
                .hasMessageContaining("after cycle " + last);
    }
}
