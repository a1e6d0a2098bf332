package org.reweave.emulator.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.reweave.emulator.measure.Measure;
import org.reweave.emulator.reproduce.Experiment.Base;
import org.reweave.emulator.reproduce.Experiment.Case;
import org.reweave.emulator.reproduce.Experiment.Method;
import org.reweave.emulator.reproduce.Experiment.Runs;
import org.reweave.emulator.reproduce.Results.Cell;
import org.reweave.emulator.reproduce.registry.Reproductions;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sweep.Estimate;

/** The emulated figures, as data and on a ring that takes no time. */
class ExperimentsTest {
    private static final RunValue LATENCY = RunValue.micros("latency, us", Measure.LATENCY);

    private static final Experiment RING = new Experiment(
            "thesis-ring",
            "a ring",
            "thesis",
            "nothing",
            "load",
            new Base("ring", """
                    fabric.generator = "torus:4"
                    routing.engine = updown
                    device.preset = iba-1x
                    traffic.load = 0.1
                    run { warmup = 10us, duration = 50us, limit = 200us }
                    """),
            List.of(
                    Case.of("low", 0.1, "traffic.load=0.1"),
                    Case.of("high", 0.3, "traffic.load=0.3").from(Effort.FULL)),
            List.of(Method.of("one VL"), Method.of("two VLs", "device.switch.vls=2")),
            new Runs(3, 3, 3),
            List.of(LATENCY),
            List.of(
                    Claim.ratio(
                            "two VLs are slower",
                            "low",
                            LATENCY,
                            new Cell("two VLs", "low"),
                            new Cell("one VL", "low"),
                            "<1000"),
                    Claim.value("only at full effort", "high", LATENCY, new Cell("one VL", "high"), ">0")),
            List.of());

    private static final Progress SILENT = new Progress() {
        @Override
        public void start(String what, long units) {}

        @Override
        public void done(long units) {}
    };

    private static ReproductionOutcome run(int threads, TrialMemory memory) {
        return Emulated.described(RING).run(new Settings(Effort.QUICK, null, 1, threads, () -> 0, memory), SILENT);
    }

    private static Stream<Experiment> all() {
        return Reproductions.all().stream()
                .map(Reproduction::computation)
                .filter(Emulated.class::isInstance)
                .map(one -> ((Emulated) one).experiment());
    }

    @Test
    void resultsDoNotDependOnThreads() {
        ReproductionOutcome one = run(1, TrialMemory.inProcess());
        assertThat(run(3, TrialMemory.inProcess())).isEqualTo(one);
        assertThat(one.rows().get(0).verdict()).as("%s", one.rows()).isEqualTo(Agreement.AGREES);
        assertThat(one.rows().get(0).samples()).isEqualTo(3);
        assertThat(one.rows().get(1).ours())
                .as("a case that this effort leaves out")
                .isNull();
        assertThat(one.rows()).hasSize(2 + 2);
    }

    @Test
    void aRunThatIsRememberedIsNotExecutedAgain() {
        TrialMemory memory = TrialMemory.inProcess();
        run(1, memory);
        String key = "ring: [traffic.load=0.1], seed 1";
        assertThat(memory.find(key)).isPresent();
        memory.keep(key, new TrialResult("completed", Map.of(Measure.LATENCY, 1e9)));
        assertThat(run(1, memory).rows().get(2).ours()).isGreaterThan(1e5);
    }

    @Test
    void theNthRunsOfAllPointsComeBeforeTheNextOnes() {
        List<String> order = new ArrayList<>();
        TrialMemory memory = TrialMemory.inProcess();
        run(1, new TrialMemory() {
            @Override
            public Optional<TrialResult> find(String key) {
                return memory.find(key);
            }

            @Override
            public void keep(String key, TrialResult result) {
                order.add(key.substring(key.length() - 1));
                memory.keep(key, result);
            }
        });
        assertThat(order).containsExactly("1", "1", "2", "2", "3", "3");
    }

    @TestFactory
    Stream<DynamicTest> everyScenarioCanBeReadAndSaysOfWhatItClaims() {
        return all().map(one -> DynamicTest.dynamicTest(one.name(), () -> check(one)));
    }

    private static void check(Experiment experiment) {
        List<String> labels = experiment.cases().stream().map(Case::label).toList();
        assertThat(labels).doesNotHaveDuplicates();
        assertThat(experiment.cases(Effort.STANDARD)).as("cases by default").isNotEmpty();
        for (Case one : experiment.cases()) {
            for (Method method : experiment.methods()) {
                ScenarioLoader.parse(
                        experiment.base().name(), experiment.base().scenario(), Experiment.overrides(one, method));
            }
        }
        Set<Cell> cells = experiment.cases().stream()
                .flatMap(one -> experiment.methods().stream().map(method -> new Cell(method.label(), one.label())))
                .collect(Collectors.toSet());
        for (Claim claim : experiment.claims()) {
            Printed.of(claim.printed());
            assertThat(claim.ours().apply(constant(cells)))
                    .as("%s: %s is of no cell of the experiment", experiment.name(), claim.sentence())
                    .extracting(Estimate::samples)
                    .isNotEqualTo(0);
        }
    }

    /** Every run has every measure, as 7. */
    private static Results constant(Set<Cell> cells) {
        Map<Measure, Double> values =
                Stream.of(Measure.values()).collect(Collectors.toMap(Function.identity(), measure -> 7.0));
        TrialResult run = new TrialResult("completed", values);
        return new Results(cells.stream().collect(Collectors.toMap(Function.identity(), cell -> List.of(run, run))));
    }

    @Test
    void whatIsLostWhileTrafficLastsIsNotReadFromARunWhoseTablesCameAfterIt() {
        RunValue drops = RunValue.plain("", Measure.DROPS_AFTER).underTraffic();
        Map<Measure, Double> late =
                Map.of(Measure.DROPS_AFTER, 5.0, Measure.COMPLETED, 300.0, Measure.PAST_TRAFFIC, 4000.0);
        Map<Measure, Double> longer =
                Map.of(Measure.DROPS_AFTER, 5.0, Measure.COMPLETED, 300.0, Measure.PAST_TRAFFIC, 200.0);
        Map<Measure, Double> within = Map.of(Measure.DROPS_AFTER, 5.0, Measure.COMPLETED, 300.0);
        assertThat(drops.of().apply(new TrialResult("completed", late))).isNull();
        assertThat(drops.of().apply(new TrialResult("completed", longer))).isEqualTo(5);
        assertThat(drops.of().apply(new TrialResult("completed", within))).isEqualTo(5);
    }

    @Test
    void theIntervalOfARatioIsThatOfItsPairs() {
        List<TrialResult> parts = new ArrayList<>();
        List<TrialResult> wholes = new ArrayList<>();
        for (double whole : new double[] {1, 2, 4, 9}) {
            wholes.add(new TrialResult("completed", Map.of(Measure.LATENCY, 1000 * whole)));
            parts.add(new TrialResult("completed", Map.of(Measure.LATENCY, 3000 * whole)));
        }
        Results results = new Results(Map.of(new Cell("a", "x"), parts, new Cell("b", "x"), wholes));
        Claim claim = Claim.ratio("", "x", LATENCY, new Cell("a", "x"), new Cell("b", "x"), "3");
        assertThat(claim.ours().apply(results)).isEqualTo(new Estimate(3.0, 0.0, 4));
    }
}
