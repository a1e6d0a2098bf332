package org.reweave.emulator.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.actor.ActorDriver;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.Deadlock;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioException;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.routing.engine.EngineRegistry;
import org.reweave.routing.engine.spi.EngineOptions;
import org.reweave.routing.io.TableDump;
import org.reweave.routing.table.RoutingTables;
import org.reweave.routing.topology.FabricGenerators;
import org.reweave.routing.topology.Faults;

/**
 * Tori on one VL beyond saturation. Every cut checks that no ring is full, so a run that ends has shown it hundreds of
 * times.
 */
@Tag("slow")
class BubbleScenarioTest {
    private static final String SCENARIO = """
            name = "bubble"
            description = "a torus on one VL, beyond saturation"
            fabric { generator = "torus:5x4" }
            routing { engine = dimension-order, options { vl = bubble } }
            device {
              preset = iq-router
              switch { vls = 1, crossbar-delay = 0cycles, input-buffer = 32flits }
            }
            manager { host-latency = 250cycles }
            traffic { pattern = uniform, load = 1 }
            run { warmup = 1000cycles, duration = 6000cycles, limit = 300000cycles, cut-interval = 100cycles }
            """;

    private static Network network(String... overrides) {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("bubble.conf", SCENARIO, List.of(overrides))));
    }

    private static ScenarioRun run(String... overrides) {
        return ScenarioRun.of(network(overrides));
    }

    private static final String MIXED =
            "traffic.sizes=[{size=16B,share=0.5},{size=240B,share=0.2},{size=592B,share=0.3}]";

    static Stream<List<String>> buffers() {
        String noInput = "device.switch.input-buffer=16flits";
        String output = "device.switch.output-buffer=32flits";
        return Stream.of(
                List.of(),
                List.of(noInput, output),
                List.of("device.switch.vls=2"),
                List.of("device.switch.credit-unit=64B", "device.switch.flow-control-packet=16B"),
                List.of("device.switch.crossbar-delay=3cycles", "device.switch.routing-delay=2cycles", noInput, output),
                List.of(MIXED),
                List.of(MIXED, noInput, output));
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void beyondSaturationEveryPacketArrivesThroughRingsOfTheLeastBuffers(List<String> overrides) {
        ScenarioRun run = run(overrides.toArray(String[]::new));
        assertThat(run.result().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.summary().packets().dropped()).isEqualTo(Map.of());
        assertThat(run.result().transientCycles())
                .as("a head that waits for its bubble is no deadlock")
                .isZero();
    }

    @Test
    void actorsOnTwoThreadsGiveTheSameFingerprint() {
        ScenarioRun run = run(MIXED);
        RunRecorder ignored = new RunRecorder(run.network(), event -> {});
        assertThat(new ActorDriver(network(MIXED), ignored, 2, 1, HorizonPolicy.FULL)
                        .run()
                        .fingerprint())
                .isEqualTo(run.result().fingerprint());
    }

    @ParameterizedTest
    @CsvSource({"32flits, 0flits", "16flits, 32flits"})
    void theSameTablesWithoutTheirRingsDeadlock(String input, String output, @TempDir Path folder) throws IOException {
        ScenarioRun run = run(
                "routing.engine=imported",
                "routing.options={ dir = \"" + dump(folder) + "\" }",
                "device.switch.input-buffer=" + input,
                "device.switch.output-buffer=" + output);
        assertThat(run.result().outcome()).isEqualTo(Outcome.DEADLOCKED);
        Deadlock deadlock = run.result().deadlock().orElseThrow();
        assertThat(deadlock.proven()).isTrue();
        assertThat(deadlock.members()).hasSizeGreaterThanOrEqualTo(4);
    }

    private static Path dump(Path folder) throws IOException {
        RoutingTables tables = EngineRegistry.load()
                .engine("dimension-order")
                .route(
                        FabricGenerators.parse("torus:5x4"),
                        Faults.none(),
                        EngineOptions.none().with("vl", "bubble").with("ties", "plus"));
        for (Map.Entry<String, TableDump.Content> file : TableDump.files(tables).entrySet()) {
            try (Writer out = Files.newBufferedWriter(folder.resolve(file.getKey()))) {
                file.getValue().writeTo(out);
            }
        }
        return folder;
    }

    @Test
    void staticEmptiesTheRingsWhenALinkFailsAndWhenItIsBack() {
        ScenarioRun run = run(
                "reconfiguration={ scheme = static, engine = updown }",
                "faults=[{ at = 3us, until = 20us, link = s2_1-s3_1 }]");
        assertThat(run.result().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.summary().reconfigurations()).hasSize(2).allMatch(Reconfiguration::isComplete);
    }

    @Test
    void aPlannedChangeMayLeaveTheRingsAndComeBackToThem() {
        ScenarioRun run = run(
                "reconfiguration={ scheme = static, engine = updown }",
                "reconfigure=[{ at = 2us, engine = updown },"
                        + " { at = 4us, engine = dimension-order, options { vl = bubble } }]");
        assertThat(run.result().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.summary().reconfigurations()).hasSize(2).allMatch(Reconfiguration::isComplete);
    }

    @Test
    void withoutAReconfigurationABrokenRingLosesWhatTheLinkCosts() {
        ScenarioRun run = run("faults=[{ at = 3us, until = 5us, link = s2_1-s3_1 }]");
        assertThat(run.result().outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(run.summary().packets().droppedTotal()).isPositive();
    }

    private static void refused(String message, String... overrides) {
        assertThatThrownBy(() -> network(overrides))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining(message);
    }

    @Test
    void buffersOfLessThanTwoPacketsAreRefused() {
        refused(
                "device.switch.input-buffer = 31flits < 32flits, room for two packets",
                "device.switch.input-buffer=31flits");
        refused(
                "device.switch.input-buffer = 32flits < 48flits", // 17 flits are 3 credits
                "device.nic.packet=272B",
                "device.switch.credit-unit=128B");
        refused(
                "device.switch.output-buffer = 16flits < 32flits, room for two packets",
                "device.switch.output-buffer=16flits");
        assertThat(network("device.switch.output-buffer=32flits", "device.switch.input-buffer=16flits")
                        .tables()
                        .rings())
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"naive", "ebr", "ebrd", "sr-la", "sr-pda"})
    void schemesThatChangeTablesUnderPacketsAreRefused(String scheme) {
        refused(
                "reconfiguration.scheme = " + scheme + " sends tables to a fabric with packets in it",
                "reconfiguration.scheme=" + scheme,
                "device.switch.vls=2");
    }

    @Test
    void staticThatDoesNotWaitUntilTheFabricIsEmptyIsRefused() {
        refused(
                "reconfiguration.scheme = static sends tables to a fabric with packets in it",
                "reconfiguration={ scheme = static, options { distribution = at-once } }");
    }

    @Test
    void aFaultNeedsAnEngineThatRoutesAroundIt() {
        refused(
                "updown routes around faults",
                "reconfiguration.scheme=static",
                "faults=[{ at = 3us, link = s2_1-s3_1 }]");
    }

    @Test
    void ringsThatWereNotThereAtTheStartAreRefused() {
        refused(
                "relies on bubble flow control in rings that updown did not have at the start",
                "routing.engine=updown",
                "routing.options={}",
                "reconfiguration={ scheme = static }",
                "reconfigure=[{ at = 4us, engine = dimension-order, options { vl = bubble } }]");
    }
}
