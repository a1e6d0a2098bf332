package org.reweave.emulator.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.results.Summary;
import org.reweave.emulator.run.Drivers;
import org.reweave.emulator.run.Run;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;

class RunMeterTest {
    private static final Path CONFIGURATIONS = Path.of("../../cluster-config");

    private static Run run(String file, String... overrides) {
        Network network =
                new Network(ResolvedScenario.of(ScenarioLoader.load(CONFIGURATIONS.resolve(file), List.of(overrides))));
        return Run.of(network, Drivers.sequential());
    }

    /** The only packet goes to and fro between two switches until the hop limit drops it. */
    @Test
    void aPacketThatGoesRoundIsSeenAtEachReturn() {
        Run run = run("races/loop.conf");
        RunMeter meter = new RunMeter(run);
        Reading reading = meter.read(run, run.execute());
        assertThat(reading.values().get(Measure.REVISITING)).isEqualTo(1);
        assertThat(reading.values().get(Measure.REVISITS))
                .as("250 switches crossed, and dropped at the next; two of them or a few more are the first visits")
                .isBetween(240.0, 250.0);
        assertThat(reading.dropsBefore().getOrDefault("hop-limit", 0L)
                        + reading.dropsAfter().getOrDefault("hop-limit", 0L))
                .isEqualTo(1);
    }

    @Test
    void withoutAChangeNoPacketComesAgainAndTheFingerprintIsTheRunsOwn() {
        String[] small = {
            "fabric.generator=\"torus:4x4\"", "traffic.load=0.3", "run.warmup=5us", "run.duration=30us", "run.limit=1ms"
        };
        Run measured = run("scenarios/torus-8x8-uniform.conf", small);
        RunMeter meter = new RunMeter(measured);
        Summary summary = measured.execute();
        Reading reading = meter.read(measured, summary);
        assertThat(summary.packets().delivered()).isGreaterThan(100);
        assertThat(reading.values()).containsEntry(Measure.REVISITS, 0.0).containsEntry(Measure.REVISITING, 0.0);
        assertThat(reading.values()).doesNotContainKeys(Measure.DETECTION, Measure.COMPLETED);
        assertThat(run("scenarios/torus-8x8-uniform.conf", small).execute().fingerprint())
                .isEqualTo(summary.fingerprint());
    }

    @Test
    void aChangeThatOutlivesTheTrafficHasNoLoadMeanwhile() {
        String[] small = {"fabric.generator=\"torus:4x4,nics=2\"", "faults=[{at=20us, link=random}]", "run.warmup=5us"};
        Reading cut = reading(small, "run.duration=30us");
        assertThat(cut.values()).doesNotContainKeys(Measure.LOAD_DURING, Measure.LOAD_LOWEST);
        assertThat(cut.values()).containsKeys(Measure.LOAD_BEFORE, Measure.LATENCY_DELIVERED);
        assertThat(cut.values().get(Measure.PAST_TRAFFIC))
                .isPositive()
                .isLessThan(cut.values().get(Measure.WHOLE));

        Reading full = reading(small, "run.duration=300us");
        assertThat(full.values()).containsKeys(Measure.LOAD_DURING, Measure.LOAD_LOWEST);
        assertThat(full.values()).doesNotContainKey(Measure.PAST_TRAFFIC);
    }

    @Test
    void packetsWaitForTokensUnderSimpleReconfigurationAlone() {
        String[] small = {
            "fabric.generator=\"torus:4x4,nics=2\"",
            "faults=[{at=20us, link=random}]",
            "run.warmup=5us",
            "traffic.load=0.1",
            "reconfiguration.scheme=sr-pda"
        };
        Reading tokens = reading(small, "run.duration=300us");
        assertThat(tokens.values().get(Measure.TOKEN_WAITS)).isGreaterThan(10);
        assertThat(tokens.values().get(Measure.TOKEN_WAIT))
                .isPositive()
                .isLessThan(tokens.values().get(Measure.TOKENS));
        assertThat(tokens.values().get(Measure.TOKEN_LATENCY)).isPositive();

        small[small.length - 1] = "reconfiguration.scheme=ebr";
        assertThat(reading(small, "run.duration=300us").values())
                .doesNotContainKeys(Measure.TOKEN_WAITS, Measure.TOKEN_WAIT, Measure.TOKEN_LATENCY);
    }

    @Test
    void whatNicsSentAgainThoughItHadArrivedIsMeasured() {
        String[] halted = {
            "fabric.generator=\"torus:4x4,nics=2\"",
            "faults=[{at=20us, link=random}]",
            "run.warmup=5us",
            "reconfiguration.scheme=static",
            "device.nic.transport.retries=1",
            "device.nic.transport.timeout=20us"
        };
        Reading impatient = reading(halted, "run.duration=100us");
        assertThat(impatient.values().get(Measure.RETRANSMITTED)).isGreaterThan(10);
        assertThat(impatient.values().get(Measure.DUPLICATES)).isPositive();
        assertThat(impatient.values().get(Measure.GIVEN_UP)).isPositive();

        halted[halted.length - 1] = "device.nic.transport.timeout=500us";
        Reading patient = reading(halted, "run.duration=100us");
        assertThat(patient.values()).containsEntry(Measure.GIVEN_UP, 0.0);
    }

    /** As emulator/docs/comparisons.md explains. */
    @Tag("slow")
    @Test
    void ebrDiscardsOnlyWhereTheManagersPacketsFillTheLinksOfTheRoot() {
        String[] high = {
            "reconfiguration.scheme=ebr",
            "fabric.generator=\"torus:10x10,nics=2\"",
            "traffic.load=0.0285",
            "manager.nic=auto"
        };
        assertThat(reading(high, "run.duration=500us").values().get(Measure.DISCARDS))
                .as("the manager is at s0_0, the root of up*/down*")
                .isGreaterThan(100);
        high[high.length - 1] = "manager.nic=n5_5_0";
        assertThat(reading(high, "run.duration=500us").values().get(Measure.DISCARDS))
                .isZero();
    }

    private static Reading reading(String[] overrides, String duration) {
        String[] all = Arrays.copyOf(overrides, overrides.length + 1);
        all[overrides.length] = duration;
        Run run = run("scenarios/thesis-6x6.conf", all);
        RunMeter meter = new RunMeter(run);
        return meter.read(run, run.execute());
    }

    @Test
    void onlyTheSequentialDriverTellsWitnesses() {
        Network network = run("races/loop.conf").network();
        Run run = Run.of(network, Drivers.actors(1));
        assertThatThrownBy(() -> new RunMeter(run)).hasMessageContaining("the driver actors tells no witness");
    }
}
