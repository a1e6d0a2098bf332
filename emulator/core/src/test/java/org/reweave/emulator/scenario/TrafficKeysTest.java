package org.reweave.emulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.reweave.emulator.scenario.ScenarioTexts.assertProblem;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reweave.emulator.device.nic.TransportParameters;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.traffic.MessageSizes;
import org.reweave.emulator.traffic.Segmentation;
import org.reweave.emulator.traffic.TrafficParameters;

class TrafficKeysTest {
    private static final Path TRACE = Path.of("../../cluster-config/traces/all-reduce.goal")
            .toAbsolutePath()
            .normalize();

    @TempDir
    Path folder;

    private static Scenario traced(String fabric, String file, String... more) {
        String text = ScenarioTexts.RING
                .replace("traffic.load = 0.3", "traffic.trace.file = \"" + file + "\"")
                .replace("torus:4", fabric);
        return ScenarioLoader.parse("ring.conf", text + String.join("\n", more), List.of());
    }

    @Test
    void transportAndMessagesAreReadInCyclesAndFlits() {
        Scenario ring = ScenarioTexts.ring(
                "device.nic.transport { mode = end-to-end, timeout = 4us, retries = 3, window = 5, reorder-buffer = 0, ack-queue = 1 }",
                "device.nic.packet = 100B",
                "traffic { process = bursty, burst = 2.5, sizes = [ { size = 1KB, share = 0.25 }, { size = 8B, share = 0.75 } ] }");
        assertThat(ring.nics().transport()).isEqualTo(new TransportParameters(true, 26, 1000, 3, 5, 0, 1));
        assertThat(ring.nics().packets()).isEqualTo(new Segmentation(100, 26));
        assertThat(ring.traffic().process()).isEqualTo("bursty");
        assertThat(ring.traffic().burst()).isEqualTo(2.5);
        assertThat(ring.traffic().sizes())
                .containsExactly(new MessageSizes.Size(1024, 0.25), new MessageSizes.Size(8, 0.75));
        Scenario again = ScenarioLoader.parse("journal", ring.resolved(), List.of());
        assertThat(again).usingRecursiveComparison().ignoringFields("sources").isEqualTo(ring);
    }

    @Test
    void headersShrinkWithThePacketsAndAcknowledgementsAreHeaders() {
        assertThat(ScenarioTexts.ring("device.nic.packet = 20B").nics().packets())
                .isEqualTo(new Segmentation(20, 0));
        assertThat(ScenarioTexts.ring("device.nic.packet = 20B")
                        .nics()
                        .transport()
                        .ack())
                .isOne();
        assertThat(ScenarioTexts.ring("device.nic.header = 12B")
                        .nics()
                        .transport()
                        .ack())
                .isEqualTo(12);
        assertProblem(
                "device.nic.header = 58B",
                "ring.conf:7: device.nic.header = 58B >= device.nic.packet = 58B (preset iba-1x); lower it or raise device.nic.packet");
        assertProblem(
                "device.nic.transport.ack = 59B",
                "ring.conf:7: device.nic.transport.ack = 59B > device.nic.packet = 58B (preset iba-1x); lower it or raise device.nic.packet");
    }

    @Test
    void sizesThatCannotBeAreRefused() {
        assertProblem(
                "traffic.sizes = [ { size = 8B, share = 0.5 } ]",
                "ring.conf:7: traffic.sizes = [{\"share\":0.5,\"size\":\"8B\"}] has shares that add up to 0.5, not 1; correct them");
        assertThat(ScenarioTexts.problemsOf("traffic.sizes = [ { size = 8B, shre = 1 } ]"))
                .singleElement()
                .asString()
                .contains("has an element that is not { size, share }");
        assertThat(ScenarioTexts.problemsOf("traffic.burst = 0.5"))
                .singleElement()
                .asString()
                .contains("< 1");
    }

    @Test
    void aTraceReplacesTheLoad() {
        Scenario scenario = traced("torus:4x4", TRACE.toString(), "traffic.trace { scale = 0.5, rank-map = random }");
        assertThat(scenario.traffic().load()).isZero();
        assertThat(scenario.traffic().trace())
                .contains(new TrafficParameters.TraceChoice(TRACE.toString(), "auto", "auto", 0.5, 4000, "random"));
        Scenario again = ScenarioLoader.parse("journal", scenario.resolved(), List.of());
        assertThat(again).usingRecursiveComparison().ignoringFields("sources").isEqualTo(scenario);
        assertProblem(
                "traffic.trace.file = \"" + TRACE + "\"",
                "ring.conf:7: traffic.trace.file = " + shown(TRACE)
                        + " excludes traffic.load = 0.3 (ring.conf:5); keep one");
        assertThat(ScenarioTexts.problemsOfText(ScenarioTexts.RING.replace("traffic.load = 0.3", "")))
                .containsExactly("ring.conf: traffic.load is missing; write for example traffic.load = 0.3");
        assertThat(ScenarioTexts.problemsOf("traffic.trace.file = nowhere.csv"))
                .anySatisfy(problem -> assertThat(problem).contains("nowhere.csv does not exist"));
    }

    private static String shown(Path path) {
        String text = path.toString();
        return text.length() <= 60 ? text : text.substring(0, 57) + "...";
    }

    @Test
    void moreRanksThanNicsAreRefusedWithTheNumbers() {
        ResolvedScenario small = ResolvedScenario.of(traced("torus:4", TRACE.toString()));
        assertThatThrownBy(() -> new Network(small))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("traffic.trace.file")
                .hasMessageContaining("has 16 ranks, 4 of 4 NICs stay connected");
    }

    @Test
    void whatIsWrongInATraceIsSaidWithTheKeyAndTheLine() throws Exception {
        Path file = folder.resolve("bad.csv");
        Files.writeString(file, "t_ns,src,dst,bytes\n0,0,1,8\n0,0,x,8\n");
        ResolvedScenario bad = ResolvedScenario.of(traced("torus:4", file.toString()));
        assertThatThrownBy(() -> new Network(bad))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("ring.conf:5: traffic.trace.file")
                .hasMessageContaining("bad.csv:3: dst 'x' is not a whole number >= 0; write for example 3");
    }

    @Test
    void aTransposeNeedsASquareNumberOfNics() {
        Scenario six = ScenarioTexts.ring("traffic.pattern = transpose", "fabric.generator = \"torus:6\"");
        assertThatThrownBy(() -> ResolvedScenario.of(six))
                .isInstanceOf(ScenarioException.class)
                .hasMessageContaining("needs a square number of NICs")
                .hasMessageContaining("has 6");
    }
}
