package org.reweave.emulator.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.reweave.emulator.drive.HorizonPolicy;
import org.reweave.emulator.governor.Outcome;
import org.reweave.emulator.governor.RunListener;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.emulator.scenario.ResolvedScenario;
import org.reweave.emulator.scenario.ScenarioLoader;
import org.reweave.emulator.sequential.SequentialDriver;
import org.reweave.routing.model.Mix;

/** The same run, executed by actors in every way, is the same run. */
class ActorDriverTest {
    private static final String SCENARIO = """
            description = "A 4x4 torus loses a link, gets it back, and loses a switch"
            seed = 11
            fabric { generator = "torus:4x4" }
            routing { engine = updown }
            device { preset = iba-1x }
            traffic { load = 0.15 }
            faults = [
              { at = 60us, link = "s1_1-s2_1", until = 120us }
              { at = 200us, switch = "s3_2" }
            ]
            reconfiguration { scheme = ebrd }
            run { warmup = 20us, duration = 300us, limit = 3ms }
            """;

    private static Network network(String... overrides) {
        return new Network(ResolvedScenario.of(ScenarioLoader.parse("actors.conf", SCENARIO, List.of(overrides))));
    }

    private static List<String> fingerprintsPerCut(Network network) {
        List<String> fingerprints = new ArrayList<>();
        new SequentialDriver(network, (cut, events) -> fingerprints.add(cut.fingerprint()), HorizonPolicy.FULL).run();
        return fingerprints;
    }

    @ParameterizedTest(name = "{0} threads, islands of {1}")
    @CsvSource({"1, 1", "2, 1", "1, 4", "2, 4", "1, 0", "2, 0", "2, 7", "1, -1", "2, -1", "3, -1"})
    void everyCutHasTheFingerprintOfTheSequentialDriver(int threads, int islandSize) {
        List<String> expected = fingerprintsPerCut(network());
        List<String> actual = new ArrayList<>();
        ActorDriver driver = new ActorDriver(
                network(), (cut, events) -> actual.add(cut.fingerprint()), threads, islandSize, HorizonPolicy.FULL);

        RunResult result = driver.run();

        assertThat(result.outcome()).isEqualTo(Outcome.COMPLETED);
        assertThat(actual).isEqualTo(expected);
        assertThat(driver.messages() > 0).isEqualTo(driver.islands() > 1);
    }

    @Test
    void partialHorizonsChangeNothing() {
        HorizonPolicy random = (device, now, horizon) ->
                now + 1 + Mix.below(Mix.mix(5, device, 0, now), (int) Math.min(horizon - now, Integer.MAX_VALUE));
        List<String> actual = new ArrayList<>();

        new ActorDriver(network(), (cut, events) -> actual.add(cut.fingerprint()), 2, 1, random).run();

        assertThat(actual).isEqualTo(fingerprintsPerCut(network()));
    }

    @Test
    void anotherSeedIsAnotherRun() {
        RunResult one = new ActorDriver(network(), (cut, events) -> {}, 2, 1, HorizonPolicy.FULL).run();
        RunResult other = new ActorDriver(network("seed=12"), (cut, events) -> {}, 2, 1, HorizonPolicy.FULL).run();

        assertThat(other.fingerprint()).isNotEqualTo(one.fingerprint());
    }

    @Test
    void anInterruptEndsTheRunAtTheNextBoundary() {
        AtomicReference<ActorDriver> driver = new AtomicReference<>();
        driver.set(new ActorDriver(
                network(),
                (cut, events) -> {
                    if (cut.cut() == 3) {
                        driver.get().interrupt();
                    }
                },
                2,
                1,
                HorizonPolicy.FULL));

        RunResult result = driver.get().run();

        assertThat(result.interrupted()).isTrue();
        assertThat(result.outcome()).isEqualTo(Outcome.INCOMPLETE);
        assertThat(result.last().cut()).isEqualTo(3 + network().governorPlan().delay());
    }

    @Test
    void aBrokenInvariantInAnyIslandEndsTheRunWithItsMessage() {
        HorizonPolicy broken = (device, now, horizon) -> {
            if (device == 5 && now > 1000) {
                throw new IllegalStateException("device 5 is broken");
            }
            return horizon;
        };

        assertThatThrownBy(() -> new ActorDriver(network(), (cut, events) -> {}, 2, 1, broken).run())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("device 5 is broken");
    }

    /** As where no memory is left for the messages that would tell of it. */
    @Test
    void aFailureEndsTheRunThoughNobodyHearsOfIt() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        long interval = network().governorPlan().interval();
        HorizonPolicy broken = (device, now, horizon) -> {
            if (device == 5 && now > interval) {
                await(begun);
                throw new OutOfMemoryError("none left");
            }
            return horizon;
        };
        RunListener stuck = (cut, events) -> {
            begun.countDown();
            await(never);
        };
        ActorDriver driver = new ActorDriver(network(), stuck, 2, 1, broken);
        try {
            assertThatThrownBy(driver::run).isInstanceOf(OutOfMemoryError.class).hasMessage("none left");
        } finally {
            never.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aListenerThatFailsEndsTheRun() {
        assertThatThrownBy(() -> new ActorDriver(
                                network(),
                                (cut, events) -> {
                                    throw new IllegalStateException("disk full");
                                },
                                2,
                                1,
                                HorizonPolicy.FULL)
                        .run())
                .hasMessage("disk full");
    }

    @Test
    void impossibleNumbersAreRefused() {
        assertThatThrownBy(() -> new ActorDriver(network(), (cut, events) -> {}, 0, 1, HorizonPolicy.FULL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("threads = 0");
    }
}
