package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.routing.model.Mix;

/** A device that is built anew from what another has encoded goes on as that one would have. */
@Tag("slow")
class EncodeDecodeTest {
    private static final Map<String, String> TEXTS = SmallScenarios.texts();

    static Set<String> scenarios() {
        return TEXTS.keySet();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void aRunGoesOnTheSameWhenAllDevicesAreReplacedAtRandomCycles(String scenario) {
        replaceOften(scenario, 1, 12);
    }

    @Test
    void randomScenariosGoOnTheSameWhenAllDevicesAreReplacedAtRandomCycles() {
        replaceOften(200, 20, 20);
    }

    @Tag("campaign")
    @Test
    void hundredsOfRandomScenariosGoOnTheSameWhenAllDevicesAreReplacedVeryOften() {
        replaceOften(200_000, 500, 50);
    }

    private static void replaceOften(long firstSeed, int count, int times) {
        System.out.println("replaced devices in random scenarios, "
                + RandomScenarios.checkAll(
                        firstSeed, count, (network, repeatable) -> replaceOften(network, times, repeatable)));
    }

    @Tag("campaign")
    @ParameterizedTest
    @MethodSource("scenarios")
    void aRunGoesOnTheSameWhenAllDevicesAreReplacedVeryOften(String scenario) {
        for (long seed = 2; seed < 20; seed++) {
            replaceOften(scenario, seed, 500);
        }
    }

    private static void replaceOften(String name, long seed, int times) {
        String text = TEXTS.get(name);
        Network network = SmallScenarios.network(text, "seed=" + seed);
        replaceOften(network, times, name + ", --set seed=" + seed + ":\n" + text);
    }

    private static void replaceOften(Network network, int times, String scenario) {
        RunTrace whole = new RunTrace();
        RunResult expected = new FrameFreeDriver(network, whole).run();

        long[] cycles = cycles(network, whole, times);
        RunTrace patched = new RunTrace();
        RunResult result = new FrameFreeDriver(network, patched, cycles).run();
        String repeatable = "devices replaced at " + Arrays.toString(cycles) + ", " + scenario;
        assertThat(whole.firstDifference(patched, network.names()))
                .as(repeatable)
                .isEmpty();
        assertThat(result.latencies().network(99))
                .as(repeatable)
                .isEqualTo(expected.latencies().network(99));
        assertThat(result.latencies().longestTotal())
                .as(repeatable)
                .isEqualTo(expected.latencies().longestTotal());
    }

    /** Half of them anywhere, half within a few thousand cycles of a fault; ascending. */
    private static long[] cycles(Network network, RunTrace whole, int times) {
        long[] faults = network.resolved().faults().stream()
                .mapToLong(fault -> fault.at())
                .toArray();
        CutTotals last = whole.cuts().get(whole.cuts().size() - 1);
        Draws draws = new Draws(Mix.mix(network.resolved().scenario().seed()));
        return LongStream.range(0, times)
                .map(i -> i % 2 == 0 || faults.length == 0
                        ? draws.below((int) last.cycle())
                        : faults[draws.below(faults.length)] + draws.below(4000))
                .sorted()
                .toArray();
    }
}
