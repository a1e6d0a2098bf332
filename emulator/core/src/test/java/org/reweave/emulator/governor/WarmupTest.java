package org.reweave.emulator.governor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reweave.emulator.stats.Counter;
import org.reweave.emulator.stats.DropCause;
import org.reweave.emulator.stats.Settling;
import org.reweave.routing.model.Mix;

class WarmupTest {
    private static final int INTERVAL = 100;
    private static final int EFFECT = 400;
    private static final int IN_NETWORK = 20;
    private final long[] counters = new long[Counter.count()];
    private int cut;

    private CutTotals next(long packets, double latency) {
        counters[Counter.DELIVERED.ordinal()] += packets;
        counters[Counter.DATA_DELIVERED.ordinal()] += packets;
        counters[Counter.TOTAL_LATENCY.ordinal()] += (long) (packets * latency);
        counters[Counter.NETWORK_LATENCY.ordinal()] += packets * IN_NETWORK;
        cut++;
        return new CutTotals(
                cut, (long) cut * INTERVAL, counters.clone(), new long[DropCause.count()], 0, 0, 0, false, "");
    }

    private static double noise(int i) {
        return Mix.unit(Mix.mix(5, i, 0, 0)) - 0.5;
    }

    /** The cut at which a run is taken for settled, or 0 if none of the first ones is. */
    private int settledAt(int cuts, IntToDoubleFunction packets, IntToDoubleFunction latency) {
        return settledAt(cuts, Settling.TOTAL, packets, latency);
    }

    private int settledAt(int cuts, Settling settling, IntToDoubleFunction packets, IntToDoubleFunction latency) {
        Warmup warmup = new Warmup(new WarmupRule(0, 0, settling, EFFECT));
        for (int i = 1; i <= cuts; i++) {
            warmup.cut(next((long) packets.applyAsDouble(i), latency.applyAsDouble(i)));
            if (warmup.from() != Warmup.UNKNOWN) {
                assertThat(warmup.from()).isEqualTo((long) i * INTERVAL + EFFECT);
                return i;
            }
        }
        return 0;
    }

    @Test
    void aFixedWarmupIsKnownFromTheStartAndNeverChanges() {
        Warmup warmup = new Warmup(new WarmupRule(1234, 0, Settling.NOTHING, EFFECT));
        assertThat(warmup.from()).isEqualTo(1234);
        warmup.cut(next(1000, 20));
        assertThat(warmup.from()).isEqualTo(1234);
    }

    @Test
    void packetsAreCountedAndTheDecisionTakesEffectLater() {
        Warmup warmup = new Warmup(new WarmupRule(0, 250, Settling.NOTHING, EFFECT));
        for (int i = 1; i <= 2; i++) {
            warmup.cut(next(100, 20));
            assertThat(warmup.from()).isEqualTo(Warmup.UNKNOWN);
        }
        warmup.cut(next(100, 20));
        assertThat(warmup.from()).isEqualTo(3 * INTERVAL + EFFECT);
        warmup.cut(next(100, 20));
        assertThat(warmup.from()).isEqualTo(3 * INTERVAL + EFFECT);
    }

    @Test
    void allConditionsMustHold() {
        Warmup warmup = new Warmup(new WarmupRule(1000, 100, Settling.NOTHING, EFFECT));
        for (int i = 1; i <= 5; i++) {
            warmup.cut(next(100, 20));
            assertThat(warmup.from()).isEqualTo(Warmup.UNKNOWN);
        }
        warmup.cut(next(100, 20));
        assertThat(warmup.from()).isEqualTo(1000);
    }

    @Test
    void noiseAroundAMeanIsSettledSoon() {
        assertThat(settledAt(100, i -> 200 + 20 * noise(i), i -> 30 + 3 * noise(-i)))
                .isBetween(24, 60);
    }

    @Test
    void aStartThatDecaysIsWaitedFor() {
        int slow = settledAt(1000, i -> 200, i -> 30 + 100 * Math.exp(-i / 40.0) + noise(i));
        assertThat(slow).isBetween(200, 600);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 5})
    void aSaturatedNetworkWhoseLatencyGrowsNeverSettles(double slope) {
        assertThat(settledAt(2000, i -> 200 + 10 * noise(i), i -> 30 + slope * i + 3 * noise(-i)))
                .isZero();
    }

    @Test
    void aSaturatedNetworkSettlesFromInjectionOnThoughItsSourcesFill() {
        assertThat(settledAt(100, Settling.NETWORK, i -> 200 + 20 * noise(i), i -> 30 + 5.0 * i))
                .isBetween(24, 60);
    }

    @ParameterizedTest
    @EnumSource(
            value = Settling.class,
            names = {"TOTAL", "NETWORK"})
    void throughputMustSettleToo(Settling settling) {
        assertThat(settledAt(1000, settling, i -> 200 + i, i -> 30 + noise(i))).isZero();
    }

    @Test
    void cutsWithFewPacketsAreJoined() {
        int few = settledAt(4000, i -> i % 10 == 0 ? 30 : 0, i -> 30 + noise(i));
        assertThat(few).isGreaterThanOrEqualTo(Stationarity.LEAST * 40);
    }
}
