package org.reweave.emulator.drivers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reweave.emulator.governor.CutTotals;
import org.reweave.emulator.governor.RunResult;
import org.reweave.emulator.network.Network;
import org.reweave.routing.model.Mix;

/** A device that is built anew from what another has encoded goes on as that one would have. */
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

    @Tag("campaign")
    @ParameterizedTest
    @MethodSource("scenarios")
    void aRunGoesOnTheSameWhenAllDevicesAreReplacedVeryOften(String scenario) {
        for (long seed = 2; seed < 20; seed++) {
            replaceOften(scenario, seed, 500);
        }
    }

    private static void replaceOften(String name, long seed, int times) {
        Network network = SmallScenarios.network(TEXTS.get(name), "seed=" + seed);
        RunTrace whole = new RunTrace();
        RunResult expected = new FrameFreeDriver(network, whole).run();

        long[] cycles = cycles(network, whole, seed, times);
        RunTrace patched = new RunTrace();
        RunResult result = new FrameFreeDriver(network, patched, cycles).run();
        String repeatable = name + ", --set seed=" + seed + ", devices replaced at " + Arrays.toString(cycles) + ":\n"
                + TEXTS.get(name);
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
    private static long[] cycles(Network network, RunTrace whole, long seed, int times) {
        long[] faults = network.resolved().faults().stream()
                .mapToLong(fault -> fault.at())
                .toArray();
        CutTotals last = whole.cuts().get(whole.cuts().size() - 1);
        Draws draws = new Draws(Mix.mix(seed));
        return LongStream.range(0, times)
                .map(i -> i % 2 == 0 || faults.length == 0
                        ? draws.below((int) last.cycle())
                        : faults[draws.below(faults.length)] + draws.below(4000))
                .sorted()
                .toArray();
    }
}
